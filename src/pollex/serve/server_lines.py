"""stdin and stdout of this process, passed on to a path of the running server that speaks WebSocket."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..core.fault import Fault
from ..core.json import Object, dumps
from .server_file import running_server

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

PIECE: Final = 65_536


async def pass_on(home: Path, path: str, first: Object) -> None:
    """Connect with `first`, then pass lines on both ways until stdin ends.

    Raises a Fault where no server runs, or where it refuses or ends.
    """
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed
    from websockets.typing import Origin

    server = await asyncio.to_thread(running_server, home)
    url, headers = str(server["url"]), {"Authorization": f"Bearer {server['token']}"}
    there = url.replace("http", "ws", 1) + path
    try:
        async with connect(there, origin=Origin(url), additional_headers=headers, max_size=None, proxy=None) as socket:
            await socket.send(dumps(first))
            said: Object = json.loads(await socket.recv())
            if "fault" in said:
                raise Fault.from_json(said["fault"])
            await _pass_on(socket)
    except (ConnectionClosed, OSError) as gone:
        hint = "Start it again with `pollex serve`, then start this again."
        raise Fault("unavailable", "The server has ended.", hint=hint) from gone


async def _pass_on(socket: ClientConnection) -> None:
    asking, answering = asyncio.ensure_future(_ask(socket)), asyncio.ensure_future(_answer(socket))
    done, left = await asyncio.wait((asking, answering), return_when=asyncio.FIRST_COMPLETED)
    for each in left:
        each.cancel()
    await asyncio.gather(*done)


async def _ask(socket: ClientConnection) -> None:
    """Send each line of stdin until it ends."""
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(line: bytes | None) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=_read, args=(tell,), daemon=True).start()
    while (line := await lines.get()) is not None:
        await socket.send(line.decode(errors="replace"))


def _read(tell: Callable[[bytes | None], None]) -> None:
    """Read stdin in a thread that nobody waits for: a read has no end of its own."""
    rest = b""
    while piece := os.read(0, PIECE):
        *lines, rest = (rest + piece).split(b"\n")
        for line in filter(bytes.strip, lines):
            tell(line)
    tell(None)


async def _answer(socket: ClientConnection) -> None:
    while True:
        sys.stdout.write(str(await socket.recv()))
        sys.stdout.flush()
