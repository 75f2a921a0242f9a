"""What a tab says of itself: its requests, the files that it sends, the windows that it opens."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import CDPSession, Page, Request, Response
from playwright.async_api import Download as Downloading

from .driver import Download
from .traffic import NetworkRequest, Traffic


class PlaywrightDownload:
    """Implements `Download`."""

    def __init__(self, download: Downloading) -> None:
        self._download = download
        self.name = download.suggested_filename
        self.url = download.url

    async def save(self, path: str) -> str | None:
        failure = await self._download.failure()
        if failure is None:
            await self._download.save_as(path)
        return failure


class PlaywrightEvents:
    """Hears a tab from its beginning."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.traffic = Traffic()
        self.source: object = page
        self.windows = 0
        self._asked: dict[Request, NetworkRequest] = {}
        self._downloads: list[Download] = []
        self._sent = asyncio.Event()
        session.on("Page.windowOpen", self._window)
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._finished)
        page.on("download", self._download)

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

    def _request(self, request: Request) -> None:
        self._asked[request] = self.traffic.began(request.method, request.url, request.resource_type)

    def _response(self, response: Response) -> None:
        if asked := self._asked.get(response.request):
            asked.status = response.status

    def _finished(self, request: Request) -> None:
        if asked := self._asked.pop(request, None):
            self.traffic.ended(asked, request.failure)

    def _window(self, _: object) -> None:
        self.windows += 1

    def _download(self, download: Downloading) -> None:
        self._downloads.append(PlaywrightDownload(download))
        self._sent.set()
