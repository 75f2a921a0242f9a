"""Tabs of a person's Chrome that the person allows: one to begin in, those that it opens, and those beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Literal

from ..core.fault import Fault
from .chrome_holding import ChromeHolding
from .chrome_page import BY_FOREIGN
from .chrome_session import ChromeRelay
from .chrome_sockets import host_patterns
from .chrome_state import ChromeState
from .chrome_tab import ChromeTab
from .chrome_travel import BLANK
from .driver import Interceptor
from .failures import BrowserRefusal, TakenAway, closed
from .gate import NetworkGate
from .light_tab import LightTab
from .ways import TABLE, can

NOTES: Final = (
    "These tabs are in a person's own browser, with its cookies and without a proxy: each request is judged by itself.",
    "What service workers send, WebRTC, and connections made ahead are not held to the allowed domains.",
    "The first request of a window that a page opens is not held to the allowed domains.",
    "Names are judged, not the addresses that they lead to.",
    "Files that a page sends go where the person's browser puts them.",
)

SOCKETS: Final = "This Chrome is too old to hold sockets to the allowed domains."
LIMITED: Final = (
    "Pollex can work in this tab without Chrome's debugger only, for {why}. Then nothing holds the page to the allowed "
    "domains. Go on all the same?"
)
LACKING: Final = tuple(
    f"Not there: {each.about}." for each in TABLE if can("debugger", each.name) and not can("light", each.name)
)
OwnTab = ChromeTab | LightTab
WindowState = Literal["working", "waiting"]
"""What Chrome shows of a tab: the run works there, or waits for a person."""
Agree = Callable[[str], Awaitable[None]]


class ChromeWindow:
    """Implements `Window`."""

    notes: tuple[str, ...] = NOTES

    def __init__(
        self,
        relay: ChromeRelay,
        first: int,
        gate: NetworkGate | None = None,
        ended: Callable[[], None] | None = None,
        agree: Agree | None = None,
        beside: Callable[[], Awaitable[None]] | None = None,
        before: ChromeWindow | None = None,
    ) -> None:
        """`first` is the tab to begin in, as the browser numbers it; `ended` is called once it is let go.

        `agree` asks the person where the debugger cannot work, and raises a Fault where they do not agree. `beside` is
        awaited before the next act where the person has pressed something in one of the tabs. `before` had the first
        tab: where another extension took the debugger away from it, that is not tried again in the same document.
        """
        self._ended, self._agree, self._beside = ended, agree or _refuse, beside or _go_on
        self._may_attach = False
        self._shown: WindowState = "working"
        self._foreign = "" if before is None else before.foreign
        self.state = ChromeState(self._driven)
        self._relay = relay
        self._first = first
        self._gate = gate
        self._tabs: dict[int, OwnTab] = {}
        self._made: set[int] = set()
        """The tabs that we have opened."""
        self._making = asyncio.Lock()
        self._adopting: set[asyncio.Task[None]] = set()
        self._heard: Callable[[OwnTab], None] | None = None
        self._interceptor: Callable[[], Interceptor | None] = _nobody
        self._closed = False

    @property
    def alive(self) -> bool:
        return not self._closed and (not self._tabs or any(not each.closed for each in self._tabs.values()))

    @property
    def cause(self) -> str:
        """Why the debugger was taken away from it; empty where it was not."""
        return next((each.cause for each in self._tabs.values() if each.cause), "")

    @property
    def foreign(self) -> str:
        """How another extension took the debugger away from it; empty where none did."""
        return self.cause if BY_FOREIGN in self.cause else ""

    async def new_tab(self) -> OwnTab:
        async with self._making:
            if not self._tabs:
                return await self._take(self._first, None)
            beside = next((number for number, tab in self._tabs.items() if not tab.closed), None)
            if beside is None:
                raise closed("no tab is open")
            opened = await self._relay.call(beside, "Tab.open", {})
            if "result" not in opened:
                raise closed(str(opened.get("error", "no tab was opened")))
            number = int(opened["result"]["tab"])
            self._made.add(number)
            return await self._take(number, None)

    def on_tab(self, heard: Callable[[OwnTab], None]) -> None:
        self._heard = heard

    async def hold(self, interceptor: Callable[[], Interceptor | None]) -> None:
        self._interceptor = interceptor

    async def improve(self) -> None:
        disturbed = [each.disturbed() for each in self._tabs.values() if isinstance(each, ChromeTab)]
        if any(disturbed):
            await self._beside()
        if self._may_attach and not self._closed:
            self._may_attach = False
            self._closed = all([await self._may_be_attached(number) for number in self._tabs])

    async def _may_be_attached(self, number: int) -> bool:
        """Whether the debugger works in a tab again: another document is there, and Chrome does not refuse."""
        tab = self._tabs[number]
        if isinstance(tab, LightTab) and not await tab.has_moved():
            return False
        tried = [await self._relay.call(number, method, {}) for method in ("Tab.attach", "Page.getFrameTree")]
        works = all("result" in each for each in tried)
        if not works:
            await self._relay.call(number, "Tab.release", {})
            await self._mark(number)
        return works

    async def show(self, state: WindowState) -> None:
        """Show in Chrome what the run does in its tabs."""
        if state != self._shown and not self._closed:
            self._shown = state
            await asyncio.gather(*(self._mark(number) for number in self._tabs))

    async def _mark(self, number: int) -> None:
        hosts = [] if self._gate is None else host_patterns(self._gate.listed)
        await self._relay.call(number, "Tab.setState", {"state": self._shown, "hosts": hosts})

    async def close(self) -> None:
        """Close what we have opened, and let go of the rest."""
        self._closed = True
        for adopting in self._adopting:
            adopting.cancel()
        for number, tab in self._tabs.items():
            with suppress(Fault):
                if number in self._made:
                    await tab.close()
                await tab.release()
        if self._ended is not None:
            self._ended()

    def _driven(self) -> ChromeTab | None:
        """A tab that the debugger drives."""
        return next((each for each in self._tabs.values() if isinstance(each, ChromeTab) and not each.closed), None)

    def _current(self) -> Interceptor | None:
        return self._interceptor()

    async def _take(self, number: int, opener: int | None) -> OwnTab:
        tab = await self._attached(number, opener)
        tab.on_opened = self._appeared
        self._tabs[number] = tab
        await self._mark(number)
        return tab

    async def _attached(self, number: int, opener: int | None) -> OwnTab:
        """Attach the debugger to a tab; where that cannot be, ask, and go on without it."""
        if self._relay.hands == "light":
            return await self._without(number, "this extension has none")
        if self._foreign and number == self._first:
            return await self._for_now(number, self._foreign)
        holding = ChromeHolding(number, opener, self._gate, self._current)
        try:
            attached = await ChromeTab.of(self._relay, number, holding)
            await attached.main()
        except (BrowserRefusal, TakenAway) as refusal:
            await self._relay.call(number, "Tab.release", {})
            return await self._for_now(number, f"Chrome says: {refusal.reason}")
        if not holding.holds_sockets and SOCKETS not in self.notes:
            self.notes = (*self.notes, SOCKETS)
        return attached

    async def _for_now(self, number: int, why: str) -> LightTab:
        """Work in a tab without the debugger until another document is there."""
        tab = await self._without(number, why)
        tab.on_calm = self._came_to_rest
        return tab

    async def _without(self, number: int, why: str) -> LightTab:
        tab = await LightTab.of(self._relay, number)
        try:
            if tab.url != BLANK:
                await tab.main()
        except Fault as fault:
            raise TakenAway(f"{why}, and without it Pollex may not look into this page") from fault
        if self._gate is not None and self._gate.is_limited:
            await self._agree(LIMITED.format(why=why))
        self.notes = (*NOTES, f"Pollex works without Chrome's debugger here, for {why}.", *LACKING)
        return tab

    def _came_to_rest(self) -> None:
        """Hear of another document in a tab without the debugger: what kept that away may be gone."""
        self._may_attach = True

    def _appeared(self, number: int, opener: int) -> None:
        self._keep(self._adopt(number, opener))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopt(self, number: int, opener: int) -> None:
        """Take in a tab that a page opened; our own are made by `new_tab`."""
        async with self._making:
            if number in self._tabs or self._heard is None:
                return
            with suppress(Fault):  # it closed again before it could be seen
                self._heard(await self._take(number, opener))


async def _refuse(why: str) -> None:
    message, hint = "Nobody is there to agree to it.", "Run it where a person can answer."
    raise Fault("denied", f"{why} {message}", expected="the person's yes", hint=hint, retry=False)


async def _go_on() -> None:
    """Nobody is asked."""


def _nobody() -> None:
    """Nobody intercepts."""
