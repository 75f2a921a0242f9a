"""The page of a login: looked at, typed into, pressed, and what goes over the network meanwhile."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.result import Result
from ...core.template import Scope
from ...page.controls import FormControl
from ...page.interaction import come_to_rest
from .form import submit_button
from .outcome import Exchange
from .sight import Sight, live_page, look
from .words import says

PAUSE: Final = 0.1
"""Seconds between two looks."""
SETTLING: Final = 0.5
"""Seconds that another tab gets before it is looked at."""
LOOKING: Final = 5.0
"""Seconds after which a page that is on its way somewhere cannot be read."""
PRESSING: Final = 15.0
"""Seconds after which what was pressed is still on its way."""
ENABLING: Final = 3.0
"""Seconds until a button can be pressed once the form is filled in."""


class LoginPageDriver:
    """The page of a context. Every act is a call of a page tool, so that guards and events see it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._page = live_page(context)
        self._heard: list[str] = []

    @property
    def url(self) -> str:
        return self._page.url

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def mark(self) -> int:
        """A point in time, for `exchange`."""
        return int(self._traffic.mark)

    @property
    def is_loading(self) -> bool:
        """Whether documents or scripts are on their way: until then a form may be drawn that does not work yet."""
        return any(each.open and each.kind in ("document", "script") for each in self._traffic.since(0))

    @property
    def _traffic(self) -> Any:
        current = self._page.tabs.current
        assert current is not None
        return current.tab.traffic

    def exchange(self, mark: int) -> Exchange:
        """Return what went over the network since a mark."""
        return Exchange.since(mark, self._traffic, self.host)

    async def look(self) -> Sight:
        return await look(self._context, self._heard)

    async def glance(self) -> Sight | None:
        """Look at the page; None where it is on its way to another one."""
        try:
            async with asyncio.timeout(LOOKING):
                return await self.look()
        except TimeoutError:
            return None

    async def look_elsewhere(self, url: str) -> Sight | None:
        """Look at an address in another tab, which is closed again; None where it cannot be opened."""
        here = (await self._page.opened(asking=True)).name
        opened = await self._call("page.open_tab", url=url)
        try:
            await asyncio.sleep(SETTLING)
            sight = await self.glance()
        finally:
            await self._call("page.close_tab")
            await self._call("page.switch_tab", tabName=here)
        return sight if opened.ok and (opened.data.get("status") or 200) < 400 else None

    async def come_to_rest(self) -> None:
        """Wait until the page has done what was begun by typing."""
        await come_to_rest(await self._page.opened())

    async def go(self, url: str) -> None:
        """Open an address; where that fails, the network tells."""
        await self._call("page.navigate", url=url)

    async def type(self, field: FormControl, text: str, scope: Scope | None = None) -> None:
        """Type into a field, once what lies over it is dismissed; with a scope, references are filled in."""
        args = {"index": field.index, "text": text}
        result = await self._context.call("page.type", args, scope=scope)
        if result.fault is not None and result.fault.code in ("failed", "timeout") and await self._dismiss():
            result = await self._context.call("page.type", args, scope=scope)
        result.unwrap()

    async def hears_typing(self, field: FormControl) -> bool:
        """Return whether the page may do something by itself once a field is filled in."""
        return await (await self._page.opened()).hears_typing(field.index)

    async def submit(self, field: FormControl, sight: Sight | None = None) -> None:
        """Send the form of a field once: by its button, or Enter. `sight` is what the page shows now, where known."""
        button = await self._submit_button(field, sight)
        if button is None or not await self.press(button):
            (await self._call("page.keypress", index=field.index, key="Enter")).unwrap()

    async def press(self, button: FormControl) -> bool:
        """Press a button, once what lies over it is dismissed; return whether that could be done."""
        mark = self.mark
        try:
            async with asyncio.timeout(PRESSING):
                result = await self._call("page.click", index=button.index)
        except TimeoutError:
            return True
        if result.fault is None or result.fault.uncertain or self.exchange(mark).sent:
            return True
        return await self._dismiss() and (await self._call("page.click", index=button.index)).ok

    async def _submit_button(self, field: FormControl, sight: Sight | None) -> FormControl | None:
        """Return the button that sends a form, once it can be pressed."""
        end = monotonic() + ENABLING
        sight = sight or await self.look()
        while (button := submit_button(field, sight.page)) is not None and button.disabled:
            if monotonic() > end:
                return None
            await asyncio.sleep(PAUSE)
            sight = await self.look()
        return button

    async def _dismiss(self) -> bool:
        """Close what lies over the page: a dialog, or a banner about cookies."""
        sight = await self.look()
        banner = says(sight.text, "consent")
        found = [*sight.pressable("decline"), *(sight.pressable("agree") if banner else ())]
        last = sight.form.last
        over = [each for each in found if each.dialog and (last is None or each.dialog != last.dialog)]
        chosen = over or (found if banner else [])
        return bool(chosen) and (await self._call("page.click", index=chosen[0].index)).ok

    async def _call(self, tool: str, **args: Any) -> Result:
        return await self._context.call(tool, args)
