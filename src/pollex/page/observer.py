"""Observes a person at a page: each act once, in order, as the call of a page tool that would do the same."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Frame
from .interaction import outcome_of, settle
from .live import LivePage
from .observer_act import HeldAct, ObservedAct
from .observer_history import WEB
from .observer_tab import TabObserver
from .observer_worlds import ObserverWorlds
from .open_tab import OpenTab

EFFECTS: Final = frozenset({"from", "appeared", "dialog", "opened", "sent"})
"""What must come of a press on something that does not look as if it could be pressed."""
DOUBLE: Final = 0.5
"""Seconds within which a second click makes a double click of the first."""

Tell = Callable[[ObservedAct], Awaitable[None]]


class PageObserver:
    """Observes all tabs of a page; `tell` gets each act when it is over and its outcome is known."""

    def __init__(self, page: LivePage, tell: Tell) -> None:
        self._page = page
        self._tell = tell
        self._tabs: dict[str, TabObserver] = {}
        self._heard: deque[HeldAct] = deque()
        self._news = asyncio.Event()
        self._held: HeldAct | None = None
        self._evidence: dict[tuple[Frame | None, int], Object | None] = {}
        """What was known of elements."""
        self._titles: dict[str, str] = {}
        """By tab, the title that was seen last."""
        self._settling = False
        self._ended = False
        self._empty = asyncio.Event()
        """Set when all tabs are closed."""
        self._work: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Observe the tabs that are open and those that come."""
        self._page.on_tab = self._opened
        for opened in self._page.tabs:
            await self._observe(opened, by_person=False)
        self._work = asyncio.create_task(self._follow())

    async def finish(self) -> None:
        """Return when everything that was done so far is told."""
        self._page.on_tab = None
        await asyncio.gather(*self._doing)
        for each in () if self._ended else self._tabs.values():
            await each.caught_up()
        self._ended = True
        self._news.set()
        if self._work is not None:
            await self._work
        for each in self._tabs.values():
            await each.close()
        self._tabs.clear()

    async def left(self) -> None:
        """Return when the person has closed all tabs, or when observing has failed: `finish` says why."""
        assert self._work is not None, "start comes first"
        leaving = asyncio.ensure_future(self._empty.wait())
        try:
            await asyncio.wait((leaving, self._work), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()

    def _opened(self, opened: OpenTab) -> None:
        self._do(self._observe(opened, by_person=not any(each.is_on_page for each in self._recent)))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _observe(self, opened: OpenTab, *, by_person: bool) -> None:
        self._tabs[opened.name] = observer = TabObserver(opened, self._hear, self._is_busy)
        observer.is_new, observer.on_close = by_person, self._closed
        try:
            await observer.start()
        except Fault:
            if not opened.tab.closed:
                raise
        if observer.is_new and opened.tab.url.startswith(WEB):
            self._hear(observer, {"kind": "navigate", "url": opened.tab.url, "from": "about:blank"}, None, None)

    def _closed(self) -> None:
        if all(each.opened.tab.closed for each in self._tabs.values()):
            self._empty.set()

    @property
    def _recent(self) -> list[HeldAct]:
        """What was done last and is not told yet."""
        return [*([] if self._held is None else [self._held]), *self._heard]

    def _is_busy(self) -> bool:
        return any(each.is_on_page for each in (self._recent if self._settling else self._heard))

    def _hear(self, tab: TabObserver, said: Object, worlds: ObserverWorlds | None, frame: Frame | None) -> None:
        if said["kind"] == "asked":
            if self._recent:
                self._recent[-1].question = said["question"]
            return
        if tab.is_new and said["kind"] == "navigate":
            said |= {"kind": "open_tab", "name": tab.opened.name}
        tab.is_new = False
        if "number" in said:  # later reports on a field do not repeat what is known of it
            said["evidence"] = said.get("evidence") or self._evidence.get((frame, said["number"]))
            self._evidence[frame, said["number"]] = said["evidence"]
        if "url" in said:
            self._name(tab, said["url"])
        self._heard.append(self._act(tab.opened, said, worlds, frame))
        self._news.set()

    def _name(self, tab: TabObserver, url: str) -> None:
        """Let a person go where they say, also to a private host, which a page alone may not ask for."""
        if (gate := self._page.gate) is None:
            return
        refused = gate.refusal([url])
        gate.name(url)
        if refused is not None and gate.judge(url) is None:
            gate.forget()
            self._do(tab.load_again())

    def _act(self, opened: OpenTab, said: Object, worlds: ObserverWorlds | None, frame: Frame | None) -> HeldAct:
        tab, known = opened.tab, frozenset(each.name for each in self._page.tabs)
        url, title = said.get("from") or tab.url, str(said.get("title") or self._titles.get(opened.name, ""))
        self._titles[opened.name] = title
        return HeldAct(said["kind"], said, opened, url, title, tab.traffic.mark, tab.windows, known, worlds, frame)

    async def _follow(self) -> None:
        while (act := await self._next()) is not None or not self._ended:
            if act is None or self._held is None or not self._held.takes(act):
                await self._release()
                if act is not None:
                    await self._begin(act)
        await self._release()

    async def _next(self) -> HeldAct | None:
        """Return the next act; None where none follows soon one that is over, or at the end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if self._held is None or self._held.is_open else DOUBLE):
                await self._coming()
        return self._heard.popleft() if self._heard else None

    async def _coming(self) -> None:
        """Return when the next act is there, or no more is to come."""
        while not self._heard and not self._ended:
            self._news.clear()
            await self._news.wait()

    async def _begin(self, act: HeldAct) -> None:
        """Hold an act, and wait for what it causes until the next one comes."""
        await self._switch(act)
        self._held = act
        if not act.is_awaited:
            return
        self._settling = True
        settling, coming = asyncio.ensure_future(self._settle(act)), asyncio.ensure_future(self._coming())
        try:
            await asyncio.wait((settling, coming), return_when=asyncio.FIRST_COMPLETED)
            if settling.done():
                settling.result()
        finally:
            self._settling, act.ended = False, perf_counter()
            for each in (settling, coming):
                each.cancel()
            await asyncio.gather(settling, coming, return_exceptions=True)

    async def _switch(self, act: HeldAct) -> None:
        """Tell that a person went to another tab, as soon as something is done there."""
        current = self._page.tabs.current
        if current is None or current is act.opened:
            return
        self._page.tabs.switch(act.opened.name)
        if act.kind != "open_tab":
            args, arrived = {"tabName": act.opened.name}, {"url": act.url, "tab": act.opened.name}
            title = self._titles.get(current.name, "")
            await self._tell(ObservedAct("page.switch_tab", args, arrived, None, current.tab.url, title))

    async def _settle(self, act: HeldAct) -> None:
        """Wait for what an act causes, and keep what appeared."""
        seen = await self._seen(act)
        await settle(act.opened, act.mark, seen=seen)
        if (windows := act.opened.tab.windows - act.windows) > 0:
            await self._page.adopted(windows)
        later = await self._seen(act)
        act.appeared = list(dict.fromkeys([*seen.get("appeared", ()), *later.get("appeared", ())]))

    async def _seen(self, act: HeldAct) -> Object:
        if act.worlds is None or act.frame is None or act.opened.tab.closed or act.question is not None:
            return {}
        try:
            seen: Object = await act.worlds.call(act.frame, "after")
        except Fault:  # the document is gone, or its process
            return {}
        return seen

    async def _release(self) -> None:
        """Tell the act that was held, unless nothing came of it."""
        held, self._held = self._held, None
        if held is None or (held.kind == "type" and held.report.get("same")):
            return
        outcome = self._outcome(held)
        if outcome.keys() & EFFECTS or not held.report.get("plain"):
            await self._tell(held.finished(outcome))

    def _outcome(self, act: HeldAct) -> Object:
        if not act.is_on_page:
            return {"url": act.opened.tab.url, "tab": act.opened.name}
        outcome = outcome_of(act.opened, act.mark, act.url, act.appeared)
        if act.question is not None:
            outcome["dialog"] = act.question
        if "grown" in act.report:
            outcome["grown"] = act.report["grown"]
        if fresh := [each.name for each in self._page.tabs if each.name not in act.tabs]:
            outcome["opened"] = fresh
        return outcome
