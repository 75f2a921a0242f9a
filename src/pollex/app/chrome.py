"""The person's own browsers that are connected with the server, and which run works in which of their tabs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Protocol

from ..core.fault import Fault
from ..core.json import Object
from ..page.background import forgotten
from ..page.chrome_session import ChromeRelay
from ..runs.questions import AskedQuestions

if TYPE_CHECKING:
    from ..core.context import Context
    from ..page.chrome_window import ChromeWindow
    from ..page.gate import NetworkGate

AWAITED: Final = 40.0
"""Seconds in which a browser comes back whose worker sleeps, or that hears of a new server."""
AGAIN: Final = 0.2
BESIDE: Final = "You have pressed something in the tab that Pollex works in. Shall it go on there?"
TAKEN: Final = "You took the tab back with Cancel in Chrome's bar. Shall Pollex go on in it?"
GO_ON: Final = "goOn"
AGREEMENT: Final[Object] = {
    "type": "object",
    "properties": {GO_ON: {"type": "boolean", "description": "Go on"}},
    "required": [GO_ON],
}
ALLOW_HINT: Final = "Open the panel of Pollex in that Chrome, in the tab to work in, and let Pollex work there."
PAIR_HINT: Final = "`pollex extension` says how to load the extension; pair it with `pollex extension --pair`."


class ConnectedBrowser(ChromeRelay, Protocol):
    """A browser with the tabs that its person allows."""

    @property
    def tabs(self) -> dict[int, Object]: ...


class ChromeBrowsers:
    """All of them, by pairing. It is the only one that gives tabs away: each to one run at a time."""

    def __init__(self) -> None:
        self.relays: dict[str, Any] = {}
        self.serves = False
        """Whether browsers can connect here: this process is the server."""
        self._holders: dict[tuple[str, int], str] = {}

    def opener(self, context: Context, tab: int | None) -> TabOpener:
        """Return what opens the window of a run in a tab: in the one that is named, or in any that is free."""
        return TabOpener(self, context, tab)

    def holder(self, pairing: str, tab: int) -> str | None:
        """Return the run that works in a tab."""
        return self._holders.get((pairing, tab))

    async def lease(self, run: str, tab: int | None) -> tuple[str, int]:
        """Give a tab to a run. Raises a Fault where none is allowed, or where others have them all."""
        browsers = await self._connected()
        allowed = [(name, each) for name, browser in browsers.items() for each in browser.tabs if tab in (None, each)]
        if not allowed:
            what = "no tab" if tab is None else f"the tab {tab} not"
            raise Fault("unavailable", f"The person allows {what} in Chrome.", hint=ALLOW_HINT)
        free = next((each for each in allowed if self._holders.get(each) in (None, run)), None)
        if free is None:
            holders = ", ".join(sorted({self._holders[each] for each in allowed}))
            message = f"Every tab that Pollex may work in is taken, by the run {holders}."
            raise Fault("conflict", message, hint="Allow another tab, or wait until that run has ended.", retry=True)
        self._holders[free] = run
        return free

    def give_back(self, run: str) -> None:
        """Free the tabs of a run."""
        self._holders = {tab: holder for tab, holder in self._holders.items() if holder != run}

    async def _connected(self) -> dict[str, ConnectedBrowser]:
        """Return the browsers that are connected. One is waited for where it may come."""
        end = asyncio.get_running_loop().time() + (AWAITED if self.serves else 0)
        while True:
            found = {name: each for name, each in self.relays.items() if each.connected}
            if found or asyncio.get_running_loop().time() >= end:
                break
            await asyncio.sleep(AGAIN)
        if not found:
            raise Fault("unavailable", "No Chrome is connected with this Pollex.", hint=PAIR_HINT)
        return found


class TabOpener:
    """Opens the window of one run in the person's browser."""

    def __init__(self, browsers: ChromeBrowsers, context: Context, tab: int | None) -> None:
        self._browsers, self._context, self._tab = browsers, context, tab
        self._window: ChromeWindow | None = None
        self._showing: asyncio.Task[None] | None = None
        self._refused: set[str] = set()
        """A no stands for the whole run: nobody is asked twice for the same."""

    @property
    def tab(self) -> int | None:
        """The tab that is leased, once it is."""
        return self._tab

    async def window(self, gate: NetworkGate) -> ChromeWindow:
        """Lease a tab, until the window is closed. Where it is, the run may go on: the person has allowed that.

        A tab that the person took back is asked for before it is taken again.
        """
        from ..page.chrome_page import BY_PERSON
        from ..page.chrome_window import ChromeWindow

        if self._window is not None and self._window.cause == BY_PERSON:
            await self._agree(TAKEN)
        pairing, tab = await self._browsers.lease(self._context.run, self._tab)
        relay, self._tab = self._browsers.relays[pairing], tab
        gate.name(relay.tabs[tab]["url"])
        self._window = ChromeWindow(
            relay, tab, gate, ended=self._ended, agree=self._agree, beside=self._stand_back, before=self._window
        )
        if self._showing is None:
            self._showing = asyncio.ensure_future(self._show())
            self._showing.add_done_callback(forgotten)
        return self._window

    def _ended(self) -> None:
        if self._showing is not None:
            self._showing.cancel()
            self._showing = None
        self._browsers.give_back(self._context.run)

    async def _show(self) -> None:
        """Show in Chrome when the run waits for a person, and when it goes on."""
        asked, paused = AskedQuestions(), False
        if self._context.log is None:
            return
        async for event in self._context.log.follow(self._context.run):
            asked.read(event)
            paused = event.kind == "run.paused" or (paused and event.kind != "run.resumed")
            if self._window is not None:
                await self._window.show("waiting" if asked.open or paused else "working")

    async def _stand_back(self) -> None:
        """Ask the person who acts in the tab beside the run; without one who can be asked, it goes on."""
        if self._context.ask is not None and self._context.approve is not None:
            await self._agree(BESIDE)

    async def _agree(self, question: str) -> None:
        """Ask the person, and wait; a Fault where they say no or have said it, or where nobody can be asked."""
        if question in self._refused:
            raise _no(question, "The person did not agree.")
        if self._context.ask is None or self._context.approve is None:
            raise _no(question, "Nobody is there to agree to it.")
        with self._context.held.waiting():
            answer = await self._context.ask(question, AGREEMENT, None)
        if not (answer or {}).get(GO_ON):
            self._refused.add(question)
            raise _no(question, "The person did not agree.")


def _no(question: str, why: str) -> Fault:
    hint = "Start it again when Pollex may work in that tab."
    return Fault("denied", f"{question} {why}", expected="the person's yes", hint=hint, retry=False)
