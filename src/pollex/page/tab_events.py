"""What a tab says of itself: its requests, the files that it sends, the windows that it opens."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ..core.json import Object
from .driver import CdpSession, Download
from .traffic import Traffic


class TabEvents:
    """Hears a tab from its beginning."""

    def __init__(self, source: object, session: CdpSession) -> None:
        self.traffic = Traffic()
        self.source = source
        self.windows = 0
        self._downloads: list[Download] = []
        self._sent = asyncio.Event()
        session.on("Page.windowOpen", self._window)

    async def sends_file(self, patience: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not self._downloads:
                    self._sent.clear()
                    await self._sent.wait()
        return bool(self._downloads)

    def downloads(self) -> list[Download]:
        begun, self._downloads = self._downloads, []
        return begun

    def _window(self, _: Object) -> None:
        self.windows += 1

    def _downloading(self, download: Download) -> None:
        self._downloads.append(download)
        self._sent.set()
