"""What a tab of a person's Chrome says of itself: its requests, and the files that it sends."""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.json import Object
from .chrome_session import ChromeSession
from .tab_events import TabEvents
from .traffic import NetworkRequest

UNSEEN: Final = ("data:", "blob:")
KEPT_BY_CHROME: Final = "Chrome has put it into the downloads of its person"


class ChromeDownload:
    """Implements `Download`. Chrome puts the file where its person wants files."""

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        self.url = url
        self.state: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def save(self, path: str) -> str | None:
        state = await self.state
        return "it was cancelled" if state == "canceled" else KEPT_BY_CHROME


class ChromeEvents(TabEvents):
    """Hears all sessions of a tab."""

    def __init__(self, tab: int, session: ChromeSession) -> None:
        TabEvents.__init__(self, tab, session)
        self._statuses: dict[str, int] = {}
        self._asked: dict[str, NetworkRequest] = {}
        self._files: dict[str, ChromeDownload] = {}
        session.on("Page.downloadWillBegin", self._file_begins)
        session.on("Page.downloadProgress", self._file_comes)

    def _hear_requests(self, session: ChromeSession, root: str) -> None:
        """Hear the requests of one session; `root` is the outermost frame of the tab."""
        session.on("Network.requestWillBeSent", lambda event: self._request(event, root))
        session.on("Network.responseReceived", self._response)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.loadingFailed", self._finished)

    def _request(self, event: Object, root: str) -> None:
        kind, request, number = str(event.get("type", "other")).lower(), event["request"], event["requestId"]
        if kind == "preflight" or request["url"].startswith(UNSEEN):
            return
        if "redirectResponse" in event and (before := self._asked.get(number)) is not None:
            self.traffic.answered(before, event["redirectResponse"]["status"])
            self.traffic.ended(before)
        leads = kind == "document" and event.get("frameId") == root
        self._asked[number] = self.traffic.began(request["method"], request["url"], kind, leads=leads)

    def _response(self, event: Object) -> None:
        status = event["response"]["status"]
        if event["type"] == "Document":
            self._statuses[event["loaderId"]] = status
        if asked := self._asked.get(event["requestId"]):
            self.traffic.answered(asked, status)

    def _finished(self, event: Object) -> None:
        if asked := self._asked.pop(event["requestId"], None):
            self.traffic.ended(asked, event.get("errorText"))

    def _file_begins(self, event: Object) -> None:
        self._files[event["guid"]] = file = ChromeDownload(event["suggestedFilename"], event["url"])
        self._downloading(file)

    def _file_comes(self, event: Object) -> None:
        file = self._files.get(event["guid"])
        if file is not None and event["state"] != "inProgress" and not file.state.done():
            file.state.set_result(event["state"])
