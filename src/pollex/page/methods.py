"""Every tool of the page as a typed method. Written by `make docs` from the tools' declarations: change it there."""

# ruff: noqa: A002

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..core.json import Object
from ..core.secret import Secret
from .callable import CallablePage, SelectorArgument


class PageMethods(CallablePage):
    """The tools of a page as methods, which return data and raise `Fault`."""

    async def unfold(self, index: int | str) -> str:
        """Show what an outline has folded: the rows of a list that are only counted there."""
        result: str = await self.invoke("page.unfold", {"index": index})
        return result

    async def changes(self) -> Object:
        """See only what changed on the page since it was last seen."""
        result: Object = await self.invoke("page.changes", {})
        return result

    async def read(
        self,
        *,
        index: int | str | None = None,
        whole: bool = False,
        links: bool = True,
        controls: bool = False,
        start: int = 0,
        most: int = 8000,
    ) -> Object:
        """Read the page, or one element of it, as clean Markdown; `next` in the answer is where to go on."""
        result: Object = await self.invoke(
            "page.read",
            {
                "index": index,
                "whole": whole,
                "links": links,
                "controls": controls,
                "start": start,
                "most": most,
            },
        )
        return result

    async def find(self, text: str, *, most: int = 20) -> Object:
        """Find a text on the whole page: each place with the index of its element and the words around it."""
        result: Object = await self.invoke("page.find", {"text": text, "most": most})
        return result

    async def element(self, index: int | str) -> Object:
        """Read everything about one element: role, name, value, states, its whole text, what it belongs to."""
        result: Object = await self.invoke("page.element", {"index": index})
        return result

    async def tables(self, *, index: int | str | None = None, most: int = 200) -> list[Object]:
        """Read the tables of the page as rows."""
        result: list[Object] = await self.invoke("page.tables", {"index": index, "most": most})
        return result

    async def collect(
        self,
        instruction: str,
        schema: Mapping[str, Any],
        *,
        next: SelectorArgument | None = None,
        most: int = 50,
    ) -> Object:
        """Extract a list that goes on over several pages: all its rows, page by page, until there is no next page.
        Every value stands on a page; the proof says where.
        """
        result: Object = await self.invoke(
            "page.collect",
            {
                "instruction": instruction,
                "schema": schema,
                "next": next,
                "most": most,
            },
        )
        return result

    async def records(self, *, index: int | str | None = None, most: int = 50) -> list[Object]:
        """Read the lists, tables and cards of the page, the main part first: of each record its whole text, its
        cells, the index of its link and of its controls, and its states (unread, selected, sold out, bold …).
        """
        result: list[Object] = await self.invoke("page.records", {"index": index, "most": most})
        return result

    async def choices(self, *, name: str | None = None) -> list[Object]:
        """Read what may be chosen: each list, group of radio buttons, swatches or sizes, with its choices, which are
        chosen, and which cannot be.
        """
        result: list[Object] = await self.invoke("page.choices", {"name": name})
        return result

    async def query(self, selector: SelectorArgument, *, most: int = 20) -> Object:
        """See which elements a selector fits, without acting: how many can be seen, what the first ones say, and
        where several fit, what stands near each.
        """
        result: Object = await self.invoke("page.query", {"selector": selector, "most": most})
        return result

    async def text(self) -> Object:
        """Read all text that the page shows, frames included, as plain text."""
        result: Object = await self.invoke("page.text", {})
        return result

    async def inspect(self, expression: str) -> Any:
        """Look closer with a JavaScript expression that only reads: attributes, styles, places, text that is cut.
        What would change anything is refused, and so are cookies, storage, and pages that hold a password.
        """
        return await self.invoke("page.inspect", {"expression": expression})

    async def match(self, evidence: Mapping[str, Any], *, most: int = 5) -> Object:
        """Find an element again by what was known of it, the evidence of an earlier result: the elements that are
        likest to it, best first, and whether the first clearly is it. Does nothing to the page.
        """
        result: Object = await self.invoke("page.match", {"evidence": evidence, "most": most})
        return result

    async def navigate(self, url: str, *, new_tab: bool = False) -> Object:
        """Go to an address and wait until its page can be read."""
        result: Object = await self.invoke("page.navigate", {"url": url, "new_tab": new_tab})
        return result

    async def search(self, query: str, *, engine: Literal["duckduckgo", "google", "bing"] = "duckduckgo") -> Object:
        """Search the web with a search engine."""
        result: Object = await self.invoke("page.search", {"query": query, "engine": engine})
        return result

    async def back(self) -> Object:
        """Go back to the page before."""
        result: Object = await self.invoke("page.back", {})
        return result

    async def forward(self) -> Object:
        """Go forward again to the page after."""
        result: Object = await self.invoke("page.forward", {})
        return result

    async def refresh(self) -> Object:
        """Load the page again."""
        result: Object = await self.invoke("page.refresh", {})
        return result

    async def click(
        self,
        selector: SelectorArgument,
        *,
        fallback: str | None = None,
        position: Mapping[str, float] | None = None,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        times: int = 1,
    ) -> Object:
        """Click an element with the real mouse. Waits until it stands still and nothing lies over it; says what the
        click caused: address, what appeared, requests and those that failed, a dialog that opened.
        """
        result: Object = await self.invoke(
            "page.click",
            {
                "selector": selector,
                "fallback": fallback,
                "position": position,
                "button": button,
                "count": count,
                "times": times,
            },
        )
        return result

    async def hover(
        self,
        selector: SelectorArgument,
        *,
        fallback: str | None = None,
        position: Mapping[str, float] | None = None,
    ) -> Object:
        """Move the mouse over an element, so that menus and tips open."""
        result: Object = await self.invoke(
            "page.hover",
            {
                "selector": selector,
                "fallback": fallback,
                "position": position,
            },
        )
        return result

    async def drag(
        self,
        selector: SelectorArgument,
        *,
        fallback: str | None = None,
        to: SelectorArgument | None = None,
        position: Mapping[str, float] | None = None,
        by: Mapping[str, float] | None = None,
        hold: Mapping[str, float] | None = None,
    ) -> Object:
        """Drag an element onto another one, or by a distance."""
        result: Object = await self.invoke(
            "page.drag",
            {
                "selector": selector,
                "fallback": fallback,
                "to": to,
                "position": position,
                "by": by,
                "hold": hold,
            },
        )
        return result

    async def select_text(
        self,
        selector: SelectorArgument,
        *,
        fallback: str | None = None,
        text: str | None = None,
        nth: int = 1,
    ) -> Object:
        """Select text, as with the mouse, to format, copy or replace it."""
        result: Object = await self.invoke(
            "page.select_text",
            {
                "selector": selector,
                "fallback": fallback,
                "text": text,
                "nth": nth,
            },
        )
        return result

    async def type(
        self,
        selector: SelectorArgument,
        text: str | Secret,
        *,
        fallback: str | None = None,
        clear: bool = True,
    ) -> Object:
        """Type text into a field; into boxes of one character each, from the first on; where no field is named, in
        the place of what is selected. Dates and times are written as the field's format says (2026-12-24, 14:30);
        one that takes no typing has them picked in its calendar. A secret ({{secret.NAME}}) is only typed on
        pages of its domain.
        """
        result: Object = await self.invoke(
            "page.type",
            {
                "selector": selector,
                "text": text,
                "fallback": fallback,
                "clear": clear,
            },
        )
        return result

    async def keypress(
        self,
        key: str,
        *,
        selector: SelectorArgument | None = None,
        fallback: str | None = None,
        times: int = 1,
    ) -> Object:
        """Press a key or a combination: Enter, Escape, Tab, ArrowDown, Control+a. With a selector, in that field."""
        result: Object = await self.invoke(
            "page.keypress",
            {
                "key": key,
                "selector": selector,
                "fallback": fallback,
                "times": times,
            },
        )
        return result

    async def select(
        self,
        selector: SelectorArgument,
        option: str | int | Sequence[str | int],
        *,
        fallback: str | None = None,
    ) -> Object:
        """Choose an option of a list; one that the page draws itself is opened, and the option called so is pressed."""
        result: Object = await self.invoke(
            "page.select",
            {
                "selector": selector,
                "option": option,
                "fallback": fallback,
            },
        )
        return result

    async def check(self, selector: SelectorArgument, *, fallback: str | None = None, on: bool = True) -> Object:
        """Turn a checkbox, radio button or switch on or off. Does nothing where it already is."""
        result: Object = await self.invoke("page.check", {"selector": selector, "fallback": fallback, "on": on})
        return result

    async def upload(self, selector: SelectorArgument, files: Sequence[str], *, fallback: str | None = None) -> Object:
        """Choose files in a file field."""
        result: Object = await self.invoke("page.upload", {"selector": selector, "files": files, "fallback": fallback})
        return result

    async def fill(self, fields: Mapping[str, Any]) -> Object:
        """Fill in a form: each field by its label or index, with text, an option's label, or true and false."""
        result: Object = await self.invoke("page.fill", {"fields": fields})
        return result

    async def act(self, instruction: str) -> Object:
        """Do one thing on one element, said in plain words; for several steps, run a task."""
        result: Object = await self.invoke("page.act", {"instruction": instruction})
        return result

    async def wait(
        self,
        *,
        duration: float | None = None,
        text: str | None = None,
        says: str | None = None,
        url: str | None = None,
        selector: SelectorArgument | None = None,
        fallback: str | None = None,
        gone: bool = False,
        quiet: bool = False,
        timeout: float = 10000,
    ) -> Object:
        """Wait until a text, an address or an element is there or says something, or nothing loads; else for a time."""
        result: Object = await self.invoke(
            "page.wait",
            {
                "duration": duration,
                "text": text,
                "says": says,
                "url": url,
                "selector": selector,
                "fallback": fallback,
                "gone": gone,
                "quiet": quiet,
                "timeout": timeout,
            },
        )
        return result

    async def scroll(
        self,
        *,
        selector: SelectorArgument | None = None,
        fallback: str | None = None,
        down: bool = True,
        pages: float | None = None,
        until: SelectorArgument | None = None,
    ) -> Object:
        """Scroll the page, or the box that an element is in: by pages, or until another element has come. An element
        that is not in view is scrolled to, and only as far; by index and with pages, its box is scrolled. `end`
        in the answer: it goes no further.
        """
        result: Object = await self.invoke(
            "page.scroll",
            {
                "selector": selector,
                "fallback": fallback,
                "down": down,
                "pages": pages,
                "until": until,
            },
        )
        return result

    async def open_tab(self, *, url: str | None = None, name: str | None = None) -> Object:
        """Open a new tab and make it the current one. A name that is taken gets a number: shop_2."""
        result: Object = await self.invoke("page.open_tab", {"url": url, "name": name})
        return result

    async def switch_tab(self, tab_name: str) -> Object:
        """Make another tab the current one."""
        result: Object = await self.invoke("page.switch_tab", {"tabName": tab_name})
        return result

    async def list_tabs(self) -> list[Object]:
        """List the open tabs: name, address, which is current."""
        result: list[Object] = await self.invoke("page.list_tabs", {})
        return result

    async def current_tab(self) -> Object:
        """Say where the current tab is: name, address, title."""
        result: Object = await self.invoke("page.current_tab", {})
        return result

    async def close_tab(self, *, tab_name: str | None = None) -> list[Object]:
        """Close a tab, the current one if none is named; the tabs that are left are listed."""
        result: list[Object] = await self.invoke("page.close_tab", {"tabName": tab_name})
        return result

    async def dialog(self, *, accept: bool = True, text: str | None = None) -> Object:
        """Answer the dialog that is open (alert, confirm, prompt, leaving a page). Nothing else works before."""
        result: Object = await self.invoke("page.dialog", {"accept": accept, "text": text})
        return result

    async def screenshot(
        self,
        *,
        selector: SelectorArgument | None = None,
        fallback: str | None = None,
        path: str | None = None,
        full_page: bool = True,
    ) -> Object:
        """Take a picture of the page, or of one element. Passwords and typed secrets are not readable in it."""
        result: Object = await self.invoke(
            "page.screenshot",
            {
                "selector": selector,
                "fallback": fallback,
                "path": path,
                "fullPage": full_page,
            },
        )
        return result

    async def pdf(self, *, path: str | None = None) -> Object:
        """Save the page as a PDF file (headless browsers only)."""
        result: Object = await self.invoke("page.pdf", {"path": path})
        return result

    async def download(self, selector: SelectorArgument, *, fallback: str | None = None) -> Object:
        """Click what starts a download, and keep the file in the run's folder."""
        result: Object = await self.invoke("page.download", {"selector": selector, "fallback": fallback})
        return result
