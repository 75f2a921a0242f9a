"""Counts of the forms sent to each address, for tests that kill the sender."""

from __future__ import annotations

from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Sent:
    """Middleware that counts complete forms by address. A page's keep-alive is not counted.

    A form of which only the beginning arrived, because its sender was killed, does not count.
    """

    def __init__(self, app: ASGIApp, counts: Counter[str]) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"].endswith("/alive"):
            await self.app(scope, receive, send)
            return
        ended = False

        async def counted() -> Message:
            nonlocal ended
            message = await receive()
            if not ended and not message.get("more_body", False):
                ended = True
                self.counts[scope["path"]] += message["type"] == "http.request"
            return message

        await self.app(scope, counted, send)
        if not ended:  # nobody has read it
            self.counts[scope["path"]] += 1
