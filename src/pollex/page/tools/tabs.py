"""Tabs: open, switch, list, close; and the dialogs of a page."""

from __future__ import annotations

from ...browser.address import web_address
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.tool import Tool
from ..interaction import BEGINNING, settle
from ..live import LivePage
from .declare import flag, page_tool, text
from .navigation import go, where


async def open_tab(page: LivePage, args: Object, context: Context) -> Object:
    url = web_address(args["url"]) if "url" in args else None
    opened = await page.new_tab(args.get("name"))
    return await where(opened) if url is None else await go(page, opened, url, context)


async def switch_tab(page: LivePage, args: Object, context: Context) -> Object:
    await page.opened(asking=True)
    opened = page.tabs.switch(args["tabName"])
    await opened.tab.front()
    return await where(opened)


async def list_tabs(page: LivePage, args: Object, context: Context) -> list[Object]:
    await page.opened(asking=True)
    await page.forget_closed()
    return page.tabs.to_json()


async def current_tab(page: LivePage, args: Object, context: Context) -> Object:
    return await where(await page.opened(asking=True))


async def close_tab(page: LivePage, args: Object, context: Context) -> list[Object]:
    opened = await page.opened(asking=True)
    await page.drop_tab(page.tabs.find(args["tabName"]) if "tabName" in args else opened)
    return page.tabs.to_json()


async def answer_dialog(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened(asking=True)
    dialog = opened.tab.dialog
    if dialog is None:
        raise Fault("not_found", "The page asks nothing.", hint="A dialog is told by the action that opened it.")
    mark = opened.tab.traffic.mark
    if page.holding is not None:
        page.holding.acts(opened)
    await opened.tab.answer(args["accept"], args.get("text"))
    if dialog.kind == "beforeunload" and args["accept"]:
        await opened.tab.traffic.begins(mark, BEGINNING)
    frame = None if opened.tab.closed else await opened.tab.main()
    await settle(opened, mark, frame)
    if page.holding is not None:
        await page.holding.end(opened, frame)
        await page.holding.answers()
    answered = {"kind": dialog.kind, "message": dialog.message, "accepted": args["accept"]}
    return {"answered": answered, **await where(opened)}


TAB = text("The tab's name, its place from 0, or a part of its address.", minLength=1)

TOOLS: tuple[Tool, ...] = (
    page_tool(
        "open_tab",
        open_tab,
        "Open a new tab and make it the current one. A name that is taken gets a number: shop_2.",
        {"url": text("The address to open."), "name": text("A name for the tab.", minLength=1)},
        examples=({"url": "https://example.org", "name": "shop"},),
    ),
    page_tool(
        "switch_tab",
        switch_tab,
        "Make another tab the current one.",
        {"tabName": TAB},
        required=("tabName",),
        examples=({"tabName": "shop"},),
    ),
    page_tool("list_tabs", list_tabs, "List the open tabs: name, address, which is current.", {}, effect="read"),
    page_tool("current_tab", current_tab, "Say where the current tab is: name, address, title.", {}, effect="read"),
    page_tool(
        "close_tab",
        close_tab,
        "Close a tab, the current one if none is named; the tabs that are left are listed.",
        {"tabName": TAB},
        examples=({}, {"tabName": "popup"}),
    ),
    page_tool(
        "dialog",
        answer_dialog,
        "Answer the dialog that is open (alert, confirm, prompt, leaving a page). Nothing else works before.",
        {"accept": flag("OK or Cancel.", True), "text": text("What to enter, where it asks for a text.")},
        required=("accept",),
        examples=({"accept": True}, {"accept": False}),
    ),
)
