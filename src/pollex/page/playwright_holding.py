"""The requests and socket messages of a Playwright context, held until they are judged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from playwright.async_api import Error, Page, Request, Response, Route, WebSocketRoute

from ..browser.effect import SentEffect
from ..browser.outgoing_request import READ_METHODS, SOCKET, OutgoingRequest
from .background import forgotten
from .driver import Interceptor

JSON: Final = ("json",)


class PlaywrightHolding:
    """Holds what the pages of one context send."""

    def __init__(
        self, interceptor: Callable[[], Interceptor | None], is_held: Callable[[Page], Awaitable[bool]]
    ) -> None:
        self._interceptor = interceptor
        self._is_held = is_held
        self._sent: dict[Request, SentEffect] = {}
        self._met: set[Page] = set()
        """The tabs of which a request was seen."""

    async def request(self, route: Route) -> None:
        """Let a request go on its way, or not."""
        found, source = self._interceptor(), source_of(route.request)
        try:
            if found is None or (source is not None and not await self._is_held(source)):
                await route.fallback()
            else:
                await self._held(route, found, source)
        except Error:
            return  # the tab closed meanwhile

    async def _held(self, route: Route, found: Interceptor, source: Page | None) -> None:
        request = route.request
        met = source is None or await self._is_met(source, found)
        outgoing = _outgoing(request)
        lane = await found.turn(outgoing)
        try:
            sent = await found.judge(outgoing, source)
            if sent is not None and sent.refused is not None:
                await route.abort("aborted")  # with which the page that sends a form stays
                return
            if source and met and request.is_navigation_request() and request.frame == source.main_frame:
                found.arrived(source)
            if sent is not None:
                self._sent[request] = sent
            await route.fallback()
        finally:
            lane.release()

    async def _is_met(self, source: Page, found: Interceptor) -> bool:
        """Whether a tab was seen before; tells of one that was not."""
        if source in self._met:
            return True
        self._met.add(source)
        found.appeared(source, await source.opener())
        return False

    def redirected(self, request: Request) -> None:
        """Note where a server passes on what it was sent."""
        before = request.redirected_from
        if before is not None and request.method not in READ_METHODS and (sent := self._sent.get(before)):
            sent.moved_to.append(request.url)

    def answered(self, response: Response) -> None:
        found = self._interceptor()
        if found is None:
            return
        if (sent := self._sent.get(response.request)) is not None:
            found.answered(sent, response.status)
        if response.ok and "json" in response.headers.get("content-type", ""):
            asyncio.ensure_future(self._load(response, found)).add_done_callback(forgotten)

    def failed(self, request: Request) -> None:
        if (sent := self._sent.get(request)) is not None and (found := self._interceptor()) is not None:
            found.answered(sent, None, request.failure or "no answer")

    async def _load(self, response: Response, found: Interceptor) -> None:
        source = source_of(response.request)
        if source is not None and not await self._is_held(source):
            return
        try:
            found.loaded(response.url, await response.body())
        except Error:
            return  # the page has gone elsewhere meanwhile

    def socket(self, page_side: WebSocketRoute) -> None:
        """Connect a socket, and judge its messages one after the other."""
        server_side = page_side.connect_to_server()
        waiting: asyncio.Queue[str | bytes] = asyncio.Queue()

        async def forward() -> None:
            while True:
                message = await waiting.get()
                if await self._may_say(page_side.url, message):
                    server_side.send(message)

        forwarding = asyncio.ensure_future(forward())
        forwarding.add_done_callback(forgotten)
        page_side.on_message(waiting.put_nowait)

        def closes(code: int | None, reason: str | None) -> None:
            forwarding.cancel()
            asyncio.ensure_future(server_side.close(code=code, reason=reason)).add_done_callback(forgotten)

        page_side.on_close(closes)

    async def _may_say(self, url: str, message: str | bytes) -> bool:
        found = self._interceptor()
        if found is None:
            return True
        body = message.encode() if isinstance(message, str) else message
        sent = await found.judge(OutgoingRequest(SOCKET, url, "", body), None)
        if sent is None or sent.refused is None:
            if sent is not None:
                found.answered(sent, 200)
            return True
        return False


def _outgoing(request: Request) -> OutgoingRequest:
    if request.method in READ_METHODS:
        return OutgoingRequest(request.method, request.url)
    headers, body = request.headers, request.post_data_buffer or b""
    media, encoding = headers.get("content-type", ""), headers.get("content-encoding", "")
    return OutgoingRequest(request.method, request.url, media, body, encoding, request.is_navigation_request())


def source_of(request: Request) -> Page | None:
    """Return the tab that a request comes from; None for the first one of a tab, and for workers."""
    try:
        return request.frame.page
    except Error:
        return None
