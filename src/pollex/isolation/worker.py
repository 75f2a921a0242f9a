"""One process for isolated tools, seen from the parent: started, given one call at a time, killed.

The channel is a socket of its own, used through whichever event loop asks, so that a worker outlives a loop.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from .child import BEGUN

PROGRAM: Final = """import sys
descriptor, parent, *path = sys.argv[1:]
sys.path[:] = dict.fromkeys([*path, *sys.path[1:]])
del sys.argv[1:]
from pollex.isolation.child import main
main(int(descriptor), int(parent))"""
PIECE: Final = 1 << 18
"""Bytes read from the channel at once."""
DYING: Final = 1.0
"""Seconds between the end of the channel and the end of the process, after which it is killed."""


class WorkerProcess:
    """A running process. It leads a process group of its own, so that what it starts is killed with it."""

    def __init__(self, python: str) -> None:
        channel, theirs = socket.socketpair()
        channel.setblocking(False)
        command = [python, "-c", PROGRAM, str(theirs.fileno()), str(os.getpid()), *path_for(python)]
        try:
            with theirs:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
        except OSError as error:
            channel.close()
            raise Fault(
                "unavailable",
                f"No process could be started with {python!r}: {error}.",
                hint="Give ProcessIsolator the path of a Python interpreter that has Pollex.",
            ) from error
        self._channel = channel
        self.pid = self._process.pid
        self.idle = False
        """Whether it has answered calls and waits for the next one."""

    async def ready(self) -> None:
        """Wait until it can be given a call."""
        if not await self._line():
            raise Fault(
                "unavailable",
                f"The process for isolated tools did not start: it {await self.ending()}.",
                hint="Its error output says why; is Pollex installed for that interpreter?",
            )

    async def begin(self, line: bytes) -> bool:
        """Send it a call; return whether it has begun, which it reports before it runs the tool."""
        try:
            await asyncio.get_running_loop().sock_sendall(self._channel, line)
        except ConnectionError:
            return False
        return await self._piece(len(BEGUN)) != b""

    async def answer(self) -> bytes:
        """Return the answer to the call that it has begun, or nothing if the process ended without one."""
        return await self._line()

    async def _line(self) -> bytes:
        pieces: list[bytes] = []
        while not pieces or not pieces[-1].endswith(b"\n"):
            piece = await self._piece(PIECE)
            if not piece:
                return b""
            pieces.append(piece)
        return b"".join(pieces)

    async def _piece(self, most: int) -> bytes:
        try:
            return await asyncio.get_running_loop().sock_recv(self._channel, most)
        except ConnectionError:
            return b""

    async def ending(self) -> str:
        """Return how the process ended, as the end of a sentence."""
        try:
            code = await asyncio.to_thread(self._process.wait, DYING)
        except subprocess.TimeoutExpired:
            return "closed its channel"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal_name(-code)}"

    def end(self) -> None:
        """Kill the process and all that it started. The channel stays open for its reader."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def drop(self) -> None:
        """Kill it and forget it; a thread waits for its end."""
        self.end()
        self._channel.close()
        if self._process.poll() is None:
            threading.Thread(target=self._process.wait, name=f"pollex end of {self.pid}", daemon=True).start()

    async def gone(self) -> None:
        await asyncio.to_thread(self._process.wait)


def path_for(python: str) -> Iterable[str]:
    """Return the process's module path: ours, or, with another interpreter, at least the folder of Pollex."""
    if python == sys.executable:
        return map(str, sys.path)
    return [str(Path(__file__).parents[2])]


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
