"""Navigation: to an address, by search, back, forward, reload."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote_plus, urlsplit

from ...browser.address import web_address
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ...text.words import mentions
from ..interaction import settle, unless_gone
from ..live import LivePage
from ..open_tab import OpenTab
from ..policy.host import authority
from .declare import flag, page_tool, text

ENGINES: Final = {
    "duckduckgo": "https://duckduckgo.com/?q=",
    "google": "https://www.google.com/search?q=",
    "bing": "https://www.bing.com/search?q=",
}
PORTS: Final = {"http": 80, "https": 443}
PORTED: Final = re.compile(r"(?<![\w.:\[\]-])[\w.:\[\]-]+:\d+")
"""A host with its port, as in an address."""
REFUSED: Final = (403, 502, 504)
"""What our proxy answers for a host that may not or cannot be reached."""


async def navigate(page: LivePage, args: Object, context: Context) -> Result:
    url = web_address(args["url"])
    opened = await page.new_tab() if args["new_tab"] else await page.opened()
    is_new = opened.tab.url == "about:blank"
    return Result.success(await go(page, opened, url, context), notes=page.notes if is_new else ())


async def search(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    return await go(page, opened, ENGINES[args["engine"]] + quote_plus(args["query"]), context)


def _is_named(url: str, said: str | None) -> bool:
    """Return whether the person names the host of an address, with its port or none; a program is the person's word."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme.lower(), 0)
    return said is None or mentions(said, authority(host, port)) or mentions(PORTED.sub(" ", said), host)


async def go(page: LivePage, opened: OpenTab, url: str, context: Context) -> Object:
    mark = opened.tab.traffic.mark
    if urlsplit(url).scheme.lower() == "file" and page.context.domains is not None:
        message = "Failed to navigate: files of this machine are not among the allowed domains."
        raise Fault("blocked_domain", message, pointer="/url", received=url, retry=False)
    if page.gate is not None:
        if _is_named(url, context.authority):
            page.gate.name(url)
        page.gate.forget()
    try:
        status = await opened.tab.goto(url, page.options.loading)
    except Fault as fault:
        raise _refusal(page, opened, mark) or fault from fault
    if status in REFUSED and (refusal := _refusal(page, opened, mark)):
        raise refusal
    if page.notes and page.gate is not None and (refusal := page.gate.judge(opened.tab.url)):
        await opened.tab.goto("about:blank", page.options.loading)  # a server has led it there past the policy
        raise refusal
    await _drawn(opened, mark)
    opened.address = opened.tab.url
    page.emit("page.navigated", tab=opened.name, url=opened.tab.url)
    return await where(opened, status)


def _refusal(page: LivePage, opened: OpenTab, mark: int) -> Fault | None:
    """Why our proxy refused or could not reach the document, or a redirect of it."""
    documents = [asked.url for asked in opened.tab.traffic.since(mark) if asked.kind == "document"]
    fault = None if page.gate is None else page.gate.refusal(documents)
    if fault is None or fault.code == "blocked_domain":
        return fault
    hint = "Look whether the address is right and its server is running."
    return Fault("failed", f"Failed to navigate: {fault.message}", received=documents[-1], hint=hint, retry=True)


async def _drawn(opened: OpenTab, mark: int) -> None:
    """Wait for what a page that can be read already still asks for, and until it has drawn that."""
    if not opened.tab.closed:
        await settle(opened, mark, await unless_gone(opened.tab.main()))


async def back(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    mark = opened.tab.traffic.mark
    if not await opened.tab.back(page.options.loading):
        raise Fault("not_found", "Failed to go back: there is no page before this one.", retry=False)
    await _drawn(opened, mark)
    return await where(opened)


async def forward(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    mark = opened.tab.traffic.mark
    if not await opened.tab.forward(page.options.loading):
        raise Fault("not_found", "Failed to go forward: there is no page after this one.", retry=False)
    await _drawn(opened, mark)
    return await where(opened)


async def refresh(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    mark = opened.tab.traffic.mark
    await opened.tab.reload(page.options.loading)
    await _drawn(opened, mark)
    return await where(opened)


async def where(opened: OpenTab, status: int | None = None) -> Object:
    """Where a tab is."""
    if opened.tab.dialog is not None:
        return {"url": opened.tab.url, "dialog": {"kind": opened.tab.dialog.kind, "message": opened.tab.dialog.message}}
    found: Object = {"url": opened.tab.url, "title": await opened.tab.title(), "tab": opened.name}
    return found if status is None else {**found, "status": status}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "navigate",
        navigate,
        "Go to an address and wait until its page can be read.",
        {"url": text("The address.", minLength=1), "new_tab": flag("Whether it opens in a new tab.", False)},
        required=("url",),
        examples=({"url": "https://example.org"},),
    ),
    page_tool(
        "search",
        search,
        "Search the web with a search engine.",
        {
            "query": text("What to search for.", minLength=1),
            "engine": text("Which engine.", enum=list(ENGINES), default="duckduckgo"),
        },
        required=("query",),
        examples=({"query": "opening hours of the city library"},),
    ),
    page_tool("back", back, "Go back to the page before.", {}),
    page_tool("forward", forward, "Go forward again to the page after.", {}),
    page_tool("refresh", refresh, "Load the page again.", {}),
)
