"""The requests of a tab of a person's Chrome, each held until it is judged."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from ..browser.effect import SentEffect
from ..browser.outgoing_request import READ_METHODS, OutgoingRequest
from ..core.fault import Fault
from ..core.json import Object
from .background import forgotten
from .chrome_session import ChromeSession
from .chrome_sockets import METHOD, socket_rules
from .driver import Interceptor
from .failures import BrowserRefusal
from .gate import NetworkGate

EVERYTHING: Final[Object] = {"patterns": [{"urlPattern": "*", "requestStage": "Request"}]}
EMPTY: Final[Object] = {
    "responseCode": 200,
    "responseHeaders": [{"name": "Content-Type", "value": "text/html"}],
    "body": base64.b64encode(b"<!doctype html><title></title>").decode(),
}
UNREACHED: Final = ("file", "filesystem")
"""Schemes that no page of a run asks for."""


class ChromeHolding:
    """Holds what one tab sends, in all of its sessions."""

    def __init__(
        self, tab: int, opener: int | None, gate: NetworkGate | None, interceptor: Callable[[], Interceptor | None]
    ) -> None:
        self._tab, self._opener = tab, opener
        self._gate = gate
        self._interceptor = interceptor
        self._sent: dict[str, SentEffect] = {}
        """By the browser's number of a request."""
        self._blank = ""
        """An address whose document is empty."""
        self._met = False
        """Whether a request of the tab was seen."""
        self.holds_sockets = True
        """Whether sockets are held to the allowed domains, as far as there are any."""

    async def start(self, session: ChromeSession) -> None:
        session.on("Fetch.requestPaused", lambda event: self._begin(session, event))
        session.on("Network.requestWillBeSent", self._redirected)
        session.on("Network.responseReceived", lambda event: self._answered(session, event))
        session.on("Network.loadingFailed", self._failed)
        await asyncio.gather(session.send("Fetch.enable", EVERYTHING), self._hold_sockets(session))

    async def renew(self, session: ChromeSession) -> None:
        """Hold again what a worker was told of that has ended. What is held now is not let go: it fails."""
        await session.send("Network.emulateNetworkConditions", OFFLINE)
        await session.send("Fetch.disable")
        await session.send("Fetch.enable", EVERYTHING)
        if not await self._hold_sockets(session):
            await session.send("Network.emulateNetworkConditions", ONLINE)

    async def _hold_sockets(self, session: ChromeSession) -> bool:
        """Hold sockets to the allowed domains; False where there are none, or Chrome is too old for that."""
        if self._gate is None or not self._gate.is_limited:
            return False
        try:
            await session.send(METHOD, socket_rules(self._gate.listed))
        except BrowserRefusal:
            self.holds_sockets = False
        return self.holds_sockets

    @contextmanager
    def answering(self, url: str) -> Iterator[None]:
        """Answer an address with an empty document within this block."""
        self._blank = url
        try:
            yield
        finally:
            self._blank = ""

    def _begin(self, session: ChromeSession, event: Object) -> None:
        asyncio.ensure_future(self._hold(session, event)).add_done_callback(forgotten)

    async def _hold(self, session: ChromeSession, event: Object) -> None:
        request: Object = {"requestId": event["requestId"]}
        url, found = event["request"]["url"], self._interceptor()
        if url == self._blank:
            await session.send("Fetch.fulfillRequest", {**request, **EMPTY})
        elif urlsplit(url).scheme in UNREACHED or (self._gate is not None and self._gate.judge(url) is not None):
            await session.send("Fetch.failRequest", {**request, "errorReason": "BlockedByClient"})
        elif found is None or event.get("networkId") in self._sent:
            await session.send("Fetch.continueRequest", request)
        else:
            await self._judge(session, event, found)

    async def _judge(self, session: ChromeSession, event: Object, found: Interceptor) -> None:
        request: Object = {"requestId": event["requestId"]}
        is_document = event["resourceType"] == "Document"
        is_new, self._met = not self._met, True
        if is_new:
            found.appeared(self._tab, self._opener)
        outgoing = _outgoing(event["request"], is_document)
        lane = await found.turn(outgoing)
        try:
            sent = await found.judge(outgoing, self._tab)
            if sent is not None and sent.refused is not None:
                await session.send("Fetch.failRequest", {**request, "errorReason": "Aborted"})
                return
            if not is_new and is_document and session.id is None:
                found.arrived(self._tab)
            if sent is not None and "networkId" in event:
                self._sent[event["networkId"]] = sent
            await session.send("Fetch.continueRequest", request)
        finally:
            lane.release()

    def _redirected(self, event: Object) -> None:
        """Note where a server passes on what it was sent."""
        found, sent = self._interceptor(), self._sent.get(event["requestId"])
        if sent is None or found is None or "redirectResponse" not in event:
            return
        if event["request"]["method"] not in READ_METHODS:
            sent.moved_to.append(event["request"]["url"])
        found.answered(sent, event["redirectResponse"]["status"])

    def _answered(self, session: ChromeSession, event: Object) -> None:
        found = self._interceptor()
        if found is None:
            return
        response = event["response"]
        if (sent := self._sent.get(event["requestId"])) is not None:
            found.answered(sent, response["status"])
        if 200 <= response["status"] < 300 and "json" in response["mimeType"]:
            loading = asyncio.ensure_future(self._load(session, event["requestId"], response["url"], found))
            loading.add_done_callback(forgotten)

    def _failed(self, event: Object) -> None:
        if (sent := self._sent.get(event["requestId"])) is not None and (found := self._interceptor()) is not None:
            found.answered(sent, None, event["errorText"])

    async def _load(self, session: ChromeSession, number: str, url: str, found: Interceptor) -> None:
        finished = asyncio.get_running_loop().create_future()

        def heard(event: Object) -> None:
            if event["requestId"] == number and not finished.done():
                finished.set_result(None)

        session.on("Network.loadingFinished", heard)
        try:
            async with asyncio.timeout(LOADING):
                await finished
            body = await session.send("Network.getResponseBody", {"requestId": number})
        except (Fault, TimeoutError):
            return  # the page has gone elsewhere meanwhile
        finally:
            session.off("Network.loadingFinished", heard)
        found.loaded(url, base64.b64decode(body["body"]) if body["base64Encoded"] else body["body"].encode())


LOADING: Final = 30.0
"""Seconds that the rest of an answer is waited for."""
ONLINE: Final[Object] = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
OFFLINE: Final[Object] = {**ONLINE, "offline": True}


def _outgoing(request: Object, is_document: bool) -> OutgoingRequest:
    if request["method"] in READ_METHODS:
        return OutgoingRequest(request["method"], request["url"])
    headers = {name.lower(): value for name, value in request["headers"].items()}
    pieces = [base64.b64decode(each.get("bytes", "")) for each in request.get("postDataEntries", ())]
    body = b"".join(pieces) or request.get("postData", "").encode("utf-8", "replace")
    media, encoding = headers.get("content-type", ""), headers.get("content-encoding", "")
    return OutgoingRequest(request["method"], request["url"], media, body, encoding, is_document)
