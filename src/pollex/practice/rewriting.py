"""Layouts 3 and 4: the responses of layout 1, rewritten with other names, and in layout 4 with other words too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .renaming import rename_page, rename_script, rename_style
from .rewording import Rewording
from .site import Site, World

ADDRESS: Final = re.compile(r'(/style\.css|/static/[\w-]+\.(?:js|css))(?:\?layout=1)?"')
IMPORT: Final = re.compile(r'(from "\./[\w-]+\.js)"')


def kind_of(headers: Headers) -> str:
    """Return which rewritable kind a response is; downloads are not changed."""
    media = headers.get("content-type", "").partition(";")[0]
    kinds = {"text/html": "page", "text/css": "style", "text/javascript": "script", "application/javascript": "script"}
    return "" if "content-disposition" in headers else kinds.get(media, "")


def rewritten(text: str, kind: str, layout: int, wording: Rewording) -> str:
    """Return the text with other names and words, and with other addresses of scripts and styles, which browsers cache
    by layout."""
    if kind == "style":
        return rename_style(text)
    if kind == "script":
        said = wording.script(text) if layout == 4 else text
        return IMPORT.sub(rf'\1?layout={layout}"', rename_script(said))
    said = wording.page(text) if layout == 4 else text
    return ADDRESS.sub(rf'\1?layout={layout}"', rename_page(said))


class Rewriting:
    """Middleware that sends a site's response rewritten once it is complete; does nothing in layouts 1 and 2."""

    def __init__(self, app: ASGIApp, sites: Mapping[str, Site]) -> None:
        self.app = app
        self.sites = sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        world: World = scope["app"].state.world
        site = self.sites.get(scope["path"].split("/")[1])
        if not world.rewritten or site is None or re.fullmatch(site.as_is, scope["path"]):
            return await self.app(scope, receive, send)
        return await self.app(scope, receive, Held(send, site.wording, world.layout))


class Held:
    """Collects the messages of one response."""

    def __init__(self, send: Send, wording: Rewording, layout: int) -> None:
        self.send = send
        self.wording = wording
        self.layout = layout
        self.start: Message | None = None
        self.kind = ""
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.kind = "" if message["status"] == 404 else kind_of(Headers(raw=message["headers"]))
            if self.kind:
                self.start = message
                return
        if self.start is None:
            await self.send(message)
            return
        self.body += message.get("body", b"")
        if not message.get("more_body"):
            await self.release(self.start)

    async def release(self, start: Message) -> None:
        body = rewritten(self.body.decode(), self.kind, self.layout, self.wording).encode()
        headers = MutableHeaders(scope=start)
        headers["content-length"] = str(len(body))
        headers["cache-control"] = "no-store"
        for mark in ("etag", "last-modified"):
            del headers[mark]
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})
