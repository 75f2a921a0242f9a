"""The frames of a run for other processes of its home: while it goes on it has a socket, for its owner alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from ...core.json import Object, dumps, loads
from ...disk.private import private_folder
from ...page.live import LivePage
from ...runs.live_run import LiveRun
from .camera import OVER, RunCamera, Watcher
from .views import Watch, view_of

LARGEST: Final = 32_000_000
"""Bytes of one frame."""
LAST: Final = 1.0
"""Seconds in which those who watch hear that the run has ended."""


class FrameRelay:
    """The sockets of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "live"

    @asynccontextmanager
    async def shared(self, live: LiveRun) -> AsyncIterator[None]:
        """Let other processes watch a run within this block; a child of a run is not watched."""
        if not isinstance(live.page, LivePage) or "/" in live.id:
            yield
            return
        films: set[asyncio.Task[None]] = set()
        private_folder(self._folder)
        with self._address(live.id) as address:
            serving = await asyncio.start_unix_server(partial(_film, live, films), address)
        try:
            yield
        finally:
            serving.close()
            if films:
                await asyncio.wait(films, timeout=LAST)
            (self._folder / live.id).unlink(missing_ok=True)

    async def watch(self, run: str, watcher: Watcher) -> RelayedWatch | None:
        """Tell someone the frames of a run of another process; None where it cannot be reached."""
        try:
            with self._address(run) as address:
                reader, writer = await asyncio.open_unix_connection(address, limit=LARGEST)
        except OSError:
            return None
        return RelayedWatch(run, watcher, reader, writer)

    @contextmanager
    def _address(self, run: str) -> Iterator[str]:
        """Yield the path of a socket, by its open folder where the system has that: its own may be too long."""
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            opened = Path(f"/proc/self/fd/{folder}")
            yield str((opened if opened.exists() else self._folder) / run)
        finally:
            os.close(folder)


class RelayedWatch:
    """Someone who watches a run of another process, until `close`."""

    def __init__(self, run: str, watcher: Watcher, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._run, self._watcher = run, watcher
        self._reader, self._writer = reader, writer
        self._hearing = asyncio.ensure_future(self._hear())

    def close(self) -> None:
        self._hearing.cancel()
        self._writer.close()

    async def _hear(self) -> None:
        frame: Object = {}
        with suppress(OSError, ValueError):
            while line := await self._reader.readline():
                told: Any = loads(line)
                frame = dict(told)
                self._watcher(frame)
        if not frame.get("ended"):
            self._watcher({"run": self._run, **OVER})


async def _film(
    live: LiveRun, films: set[asyncio.Task[None]], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Send each frame, but those that are old before the one who watches has taken them, until either side ends."""
    task = asyncio.ensure_future(_send(view_of(live).camera, writer))
    films.add(task)
    gone = asyncio.ensure_future(reader.read())
    await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
    for each in (task, gone):
        each.cancel()
    await asyncio.gather(task, gone, return_exceptions=True)
    films.discard(task)
    writer.close()


async def _send(camera: RunCamera, writer: asyncio.StreamWriter) -> None:
    latest: list[Object] = []
    news = asyncio.Event()

    def take(frame: Object) -> None:
        latest[:] = [frame]
        news.set()

    watch = Watch(camera, take)
    try:
        ended = False
        while not ended:
            await news.wait()
            news.clear()
            ended = bool(latest[0].get("ended"))
            writer.write(f"{dumps(latest[0])}\n".encode("utf-8", "backslashreplace"))
            await writer.drain()
    finally:
        watch.close()
