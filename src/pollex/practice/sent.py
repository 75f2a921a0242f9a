"""How often each address was sent a form: what tests count with that kill whoever sends."""

from __future__ import annotations

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send


class Sent:
    """Counts the forms that arrive, by their address; a page that says it is still there is no form."""

    def __init__(self, app: ASGIApp, counts: Counter[str]) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and not scope["path"].endswith("/alive"):
            self.counts[scope["path"]] += 1
        await self.app(scope, receive, send)
