"""The page as tools and scripts use it: the tabs of one window, opened when first needed, and again when they died."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ..browser.effect import EffectGuard, SentEffect
from ..browser.fingerprint import fingerprint
from ..core.call import Call
from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.protocols import BrowserState
from ..core.result import Result
from .driver import Tab, Window
from .failures import closed, page_asks
from .gate import NetworkGate
from .interception import RequestInterceptor
from .methods import PageMethods
from .observe import LookLimits
from .open_tab import OpenTab
from .snapshot import checked, empty_snapshot, places_only, take_snapshot
from .snapshot_restore import SnapshotRestore
from .state import browser_state
from .tabs import Tabs

OPENING: Final = 3.0
"""Seconds that an action waits for the tabs it opens."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Timeouts, additional controls, and where files go."""

    files: Path
    """The run's own folder: pictures and downloads go there, and nowhere else."""
    downloads: Path | None = None
    """Another folder for downloads."""
    patience: float = 5.0
    """Seconds to wait for an element to be there, stand still and be free."""
    loading: float = 30.0
    """Seconds to wait for a document."""
    reopens: bool = True
    """Whether a browser that died is opened again without being asked, at the same addresses and logged out."""
    sleeps: bool = False
    """Whether its window may be closed while a run waits: it is our own, and nobody sees it."""
    extra: tuple[str, ...] = field(default=())
    """Selectors of elements that count as controls too."""


class LivePage(PageMethods):
    """A page in a browser: `async with app.page(url) as page`. Its methods return data and raise `Fault`.

    Each tool of the page (`page.click`, `page.extract`, …) is a method; `call` returns a Result instead.
    """

    def __init__(
        self,
        open_window: Callable[[], Awaitable[Window]],
        context: Context,
        options: PageOptions,
        gate: NetworkGate | None = None,
    ) -> None:
        """`gate` is the only way to the network; without one, the windows go where they like."""
        self.options = options
        self.gate = gate
        self.touched: list[float] | None = None
        """The box of the last element that was acted on, in its document: left, top, width and height."""
        self.tabs = Tabs()
        self._open_window = open_window
        self._window: Window | None = None
        self._arrived = asyncio.Event()
        self._awaited = 0
        """New tabs that no action has reported yet."""
        self.holding: RequestInterceptor | None = None
        self.on_tab: Callable[[OpenTab], None] | None = None
        """Called with each tab that a page or a person opens."""
        self._holds = False
        self._kept: Object | None = None
        """The last snapshot."""
        self._asleep: Object | None = None
        """The snapshot that the window is opened with when it is used again; None while there is one."""
        self._waking = asyncio.Lock()
        self.context = replace(context, page=self)

    @property
    def url(self) -> str:
        if self._asleep is not None:
            return next((str(each["url"]) for each in self._asleep["tabs"] if each["active"]), "about:blank")
        return self.tabs.current.tab.url if self.tabs.current else "about:blank"

    async def opened(self, *, asking: bool = False) -> OpenTab:
        """The current tab, alive. What died is opened again at its last address; old numbers are not known there.

        One whose page asks something is a Fault, unless that is what the caller is for (`asking`).
        """
        await self._alive()
        current = self.tabs.current
        if current is None:
            return await self.new_tab()
        if current.tab.crashed:
            return await self._again(current)
        if current.tab.closed:  # by the page or a person: the one before it is current now
            self.tabs.drop(current)
            self.emit("tab.closed", tab=current.name)
            return await self.opened(asking=asking)
        if current.tab.dialog is not None and not asking:
            raise page_asks(current.tab.dialog.kind, current.tab.dialog.message)
        return current

    def hold(self, guard: EffectGuard | None) -> None:
        """Ask a guard before each request that changes something is sent; None removes the guard."""
        self.holding = None if guard is None else RequestInterceptor(guard)

    @property
    def effects(self) -> list[SentEffect]:
        """What was sent since a guard holds it."""
        return [] if self.holding is None else self.holding.sent

    async def rest(self) -> None:
        """Wait until the page has sent what it has left to send since the last act, and has the answers."""
        if self.holding is not None:
            await self.holding.rest()

    async def late_requests(self) -> Object:
        """Wait until the page has sent what it saves a moment after the last act; return what it told of requests."""
        opened = await self.opened(asking=True)
        return {} if opened.acted is None else await opened.tab.traffic.told_late(opened.acted[1])

    def late_refusals(self) -> list[str]:
        """Return what was refused outside of an act, once."""
        return [] if self.holding is None else self.holding.late_refusals()

    @contextmanager
    def by_person(self) -> Iterator[None]:
        """Let everything pass within this block: a person acts, and is not compared with the task of an agent."""
        if self.holding is not None:
            self.holding.by_person = True
        try:
            yield
        finally:
            if self.holding is not None:
                self.holding.by_person = False

    @property
    def alive(self) -> bool:
        return self._asleep is not None or (self._window is not None and self._window.alive)

    @property
    def notes(self) -> tuple[str, ...]:
        """Limitations of this page: in a person's own browser, what the policy cannot enforce."""
        return () if self._window is None else self._window.notes

    async def adopted(self, count: int) -> list[str]:
        """Wait for `count` tabs that the page is opening; return the names of all tabs."""
        with suppress(TimeoutError):
            async with asyncio.timeout(OPENING):
                while self._awaited < count:
                    self._arrived.clear()
                    await self._arrived.wait()
        self._awaited = max(self._awaited - count, 0)
        return [opened.name for opened in self.tabs]

    async def new_tab(self, name: str | None = None) -> OpenTab:
        window = await self._alive()
        opened = self.tabs.add(await window.new_tab(), name)
        self.emit("tab.opened", tab=opened.name)
        return opened

    def emit(self, event: EventKind, /, **data: Any) -> None:
        """Write an event of the page into the run's log."""
        if self.context.log is not None:
            self.context.log.post(self.context.run, event, self.context.redactor.value(data))

    def asked(self, host: str) -> bool:
        """Whether one of the pages made a request to a host; otherwise the browser itself did."""
        return any(opened.tab.traffic.asked(host) for opened in self.tabs)

    async def forget_closed(self) -> None:
        """Drop the tabs that are closed. The browser is asked, since its event may not have arrived yet."""
        for opened in list(self.tabs):
            try:
                await opened.tab.main()
            except Fault as fault:
                if fault.code == "unavailable" and not opened.tab.crashed:
                    self.tabs.drop(opened)

    async def drop_tab(self, opened: OpenTab) -> None:
        self.tabs.drop(opened)
        self.emit("tab.closed", tab=opened.name)
        await opened.tab.close()

    async def state(
        self,
        *,
        elements: int | None = None,
        text: int | None = None,
        element_text: int | None = None,
        extra: Sequence[str] = (),
        unfold: Sequence[int] = (),
        about: str = "",
    ) -> BrowserState:
        opened = await self.opened()
        opened.about = about
        most = self.context.limits
        limits = LookLimits(
            most.page_elements if elements is None else elements,
            most.page_text if text is None else text,
            most.element_text if element_text is None else element_text,
            (*self.options.extra, *extra),
        )
        opened.shown = await opened.look(limits)
        state = browser_state(opened.shown, (*opened.unfolded, *unfold))
        shown: BrowserState = self.context.redactor.value(state)
        seen = fingerprint(shown["url"], shown["outline"])
        self.emit("page.seen", tab=opened.name, url=shown["url"], title=shown["title"], fingerprint=seen)
        return shown

    async def call(self, tool: str, args: Object) -> Result:
        return await invoke(Call(tool, args), self.context)

    async def snapshot(self, *, earlier: Object | None = None) -> Object:
        """The browser's state as JSON; what `earlier` knows of closed origins is kept. A dead browser has none.

        Of a person's own browser it has addresses and places only.
        """
        window = self._window
        if self._asleep is not None:
            return self._asleep
        if window is None or not len(self.tabs):
            return empty_snapshot() if earlier is None else checked(earlier)
        if not window.alive:
            raise closed("its state is lost")
        taken = await take_snapshot(self.tabs, window.state, earlier)
        self._kept = taken if window.state.is_ours else places_only(taken)
        return self._kept

    async def sleep(self, *, unless: Callable[[], bool]) -> bool:
        """Close the window until it is used again; whether it did. Nothing that a snapshot lacks is given up: a page
        in which something was done since it was loaded stays open, or `unless` somebody uses it meanwhile."""
        window, kept = self._window, self._kept
        if window is None or kept is None or not (self.options.sleeps and window.alive and window.state.is_ours):
            return False
        if not all(each.as_loaded for each in self.tabs):
            return False
        taken = await self.snapshot(earlier=kept)
        if taken["leftOut"] or unless() or not all(each.as_loaded for each in self.tabs):
            return False
        self._asleep = taken
        self.emit("note", text="Its browser window is closed while it waits, and opened again when it goes on.")
        await self._leave()
        return True

    async def wake(self) -> None:
        """Open the window again that was closed while its run waited."""
        if self._asleep is None:
            return
        async with self._waking:
            if self._asleep is not None:
                for note in await self._reopen(self._asleep):
                    self.emit("note", text=note)
                self._asleep = None

    async def restore(self, snapshot: Object) -> list[str]:
        """Go on in a fresh window with the state of a snapshot; what could not be put back."""
        self._asleep = None
        return await self._reopen(snapshot)

    async def _reopen(self, snapshot: Object) -> list[str]:
        checked(snapshot)
        await self._leave()
        return await self._put_back(await self._living(), snapshot)

    async def _put_back(self, window: Window, snapshot: Object) -> list[str]:
        kept = snapshot if window.state.is_ours else places_only(snapshot)
        restoring = SnapshotRestore(kept, window, self.tabs, self.gate, self.options.loading)
        await restoring.run()
        for opened in self.tabs:
            self.emit("tab.opened", tab=opened.name)
        return restoring.notes

    async def lent(self, domains: Sequence[str]) -> Object:
        """The browser's state with what is of these domains, also where it is a person's own."""
        window = await self._alive()
        with window.state.lending(domains):
            return await self.snapshot()

    async def move(
        self, opening: Callable[[], Awaitable[Window]], snapshot: Object, domains: Sequence[str], *, reopens: bool
    ) -> list[str]:
        """Go on in windows that `opening` opens, with what a snapshot has of these domains; what could not be put back.

        Where that cannot be, it goes on where it was.
        """
        before = self._open_window, self.options
        self._open_window, self.options = opening, replace(self.options, reopens=reopens)
        self._asleep = None
        await self._leave()
        try:
            window = await self._alive()
            with window.state.lending(domains):
                return await self._put_back(window, snapshot)
        except BaseException:
            self._open_window, self.options = before
            await self.restore(snapshot)
            raise

    async def close(self) -> None:
        self._asleep = None
        await self._leave()
        if self.gate is not None:
            await self.gate.close()

    async def _leave(self) -> None:
        window, self._window = self._window, None
        self.tabs.clear()
        if window is not None:
            await window.close()

    async def _alive(self) -> Window:
        await self.wake()
        return await self._living()

    async def _living(self) -> Window:
        """The window; a new one with the same tabs where the browser died."""
        if self._window is not None:
            await self._window.improve()
        if self._window is not None and self._window.alive:
            await self._hold(self._window)
            return self._window
        if self._window is not None:
            self.emit("page.crashed", what="the browser", tabs=[opened.name for opened in self.tabs])
            if not self.options.reopens:
                raise closed("its state must be put back first")
        known = self.tabs.clear()
        self._window = window = await self._open_window()
        self._holds = False
        window.on_tab(self._adopt)
        await self._hold(window)
        for name, address in known:
            await self._restore(self.tabs.add(await window.new_tab(), name), address)
        return window

    async def _hold(self, window: Window) -> None:
        """Intercept the window's requests, if a guard is set."""
        if self.holding is not None and not self._holds:
            self._holds = True
            await window.hold(lambda: self.holding)

    async def _again(self, opened: OpenTab) -> OpenTab:
        """A crashed tab, opened again under its name."""
        self.emit("page.crashed", what="a tab", tabs=[opened.name])
        self.tabs.drop(opened)
        fresh = await self.new_tab(opened.name)
        await self._restore(fresh, opened.address)
        return fresh

    async def _restore(self, opened: OpenTab, address: str) -> None:
        opened.address = address
        if address in ("about:blank", opened.tab.url):  # a person's tab is there already, and keeps its state
            return
        try:
            await opened.tab.goto(address, self.options.loading)
        except Fault as fault:
            if fault.code not in ("timeout", "failed"):
                raise

    def _adopt(self, tab: Tab) -> None:
        opened = self.tabs.adopt(tab)
        self.emit("tab.opened", tab=opened.name, by="the page")
        if self.on_tab is not None:
            self.on_tab(opened)
        self._awaited += 1
        self._arrived.set()


def live_page(context: Context) -> LivePage:
    """The page of a call; a Fault where there is none."""
    if not isinstance(context.page, LivePage):
        raise Fault("unavailable", "There is no page here.", hint="Call it through an App.", retry=False)
    return context.page
