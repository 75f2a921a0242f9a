"""What a tab of Playwright says of itself."""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import CDPSession, Error, Page, Request, Response
from playwright.async_api import Download as Downloading

from .tab_events import TabEvents
from .traffic import NetworkRequest


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


class PlaywrightEvents(TabEvents):
    """Hears a tab from its beginning."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        TabEvents.__init__(self, page, session)
        self._asked: dict[Request, NetworkRequest] = {}
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._finished)
        page.on("download", self._download)

    def _request(self, request: Request) -> None:
        leads = _leads(request)
        self._asked[request] = self.traffic.began(request.method, request.url, request.resource_type, leads=leads)

    def _response(self, response: Response) -> None:
        if asked := self._asked.get(response.request):
            self.traffic.answered(asked, response.status)

    def _finished(self, request: Request) -> None:
        if asked := self._asked.pop(request, None):
            self.traffic.ended(asked, request.failure)

    def _download(self, download: Downloading) -> None:
        self._downloading(PlaywrightDownload(download))


def _leads(request: Request) -> bool:
    """Whether it asks for the document that its tab goes to."""
    with suppress(Error):  # the frame of a window that is just opening is not there yet
        return request.is_navigation_request() and request.frame.parent_frame is None
    return False
