"""A run that moves between steps: from a browser of ours into the person's own Chrome, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from ...core.domain import in_domain
from ...core.fault import Fault
from ...core.json import Object
from ...page.chrome_state import cookie_is_of
from ...page.live import LivePage
from ...runs.live_run import LiveRun
from ...runs.place import move_key, moves

if TYPE_CHECKING:
    from ...page.driver import Window
    from ...runs.control import Runs
    from ..browsers import BrowserPool
    from ..chrome import ChromeBrowsers, TabOpener

Goal = Literal["chrome", "headless"]
BROWSERS: Final[dict[Goal, str]] = {"chrome": "your own Chrome", "headless": "a browser of Pollex"}
PATIENCE: Final = 60.0
"""Seconds in which the run finishes its step."""
LOOK: Final = 0.05


class RunMoves:
    """Says what a run would take along, and moves it."""

    def __init__(
        self, runs: Callable[[], Runs], browsers: Callable[[], BrowserPool], chrome: Callable[[], ChromeBrowsers]
    ) -> None:
        self._runs, self._browsers, self._chrome = runs, browsers, chrome

    async def look(self, run: str, to: Goal) -> Object:
        """Return what a run would take along: addresses, names of cookies, and origins with what they keep."""
        live, page = await self._movable(run, to)
        domains = _domains(page)
        return {"id": live.id, "to": to, "domains": list(domains), **_told(_within(await page.lent(domains), domains))}

    async def move(self, run: str, to: Goal, tab: int | None = None) -> Object:
        """Move a run when it has finished its step; it goes on there, or where it was if that cannot be."""
        live, page = await self._movable(run, to)
        control = self._runs().control
        goes_on = (await control.find(run)).status != "paused"
        await control.pause(run)
        try:
            await self._rests(live)
            return await self._move(live, page, to, tab)
        finally:
            if goes_on:
                await control.resume(run)

    async def _move(self, live: LiveRun, page: LivePage, to: Goal, tab: int | None) -> Object:
        domains = _domains(page)
        kept = _within(await page.lent(domains), domains)
        opener = self._chrome().opener(page.context, tab) if to == "chrome" else None
        notes = await page.move(self._opening(page, opener), kept, domains, reopens=opener is not None)
        live.observed = opener is not None
        place = {} if opener is None else {"where": "chrome", "tab": opener.tab}
        told = {**place, "browser": BROWSERS[to], "notes": notes}
        if (log := page.context.log) is not None:
            times, _ = await moves(log, live.id)
            await log.append(live.id, "run.moved", told, key=move_key(live.id), attempt=times + 1)
        return {"id": live.id, "status": "moved", "notes": notes}

    def _opening(self, page: LivePage, opener: TabOpener | None) -> Callable[[], Awaitable[Window]]:
        assert page.gate is not None
        gate = page.gate
        if opener is None:
            return lambda: self._browsers().chromium.window(gate)
        return lambda: opener.window(gate)

    async def _movable(self, run: str, to: Goal) -> tuple[LiveRun, LivePage]:
        """Return a run of this process and its page; raise a Fault where it cannot be moved there."""
        live = await self._runs().live(run)
        if not isinstance(live.page, LivePage) or live.page.tabs.current is None:
            raise Fault("conflict", f"The run {run!r} has no page yet.", hint="Move it when it has opened one.")
        if live.recorded or live.taken:
            raise Fault("conflict", "A person acts in it now.", hint="Give it back first, or finish the recording.")
        if live.observed == (to == "chrome"):
            raise Fault("conflict", f"The run works in {BROWSERS[to]} already.", pointer="/to", received=to)
        if await self._runs().questions(run):
            raise Fault("conflict", "The run waits for an answer.", hint=f"See it with: pollex runs show {run}")
        return live, live.page

    async def _rests(self, live: LiveRun) -> None:
        end = monotonic() + PATIENCE
        while not live.environment.steps.idle:
            if monotonic() > end or live.ended.is_set():
                hint = "Try again, or pause it first."
                raise Fault("conflict", "The run has not finished its step.", hint=hint, retry=True)
            await asyncio.sleep(LOOK)


def _domains(page: LivePage) -> tuple[str, ...]:
    """The domains that a run may reach; where none are listed, those of its tabs."""
    if page.context.domains is not None:
        return tuple(urlsplit(f"//{each}").hostname or each for each in page.context.domains)
    hosts = (urlsplit(each.tab.url).hostname for each in page.tabs)
    return tuple(sorted({each for each in hosts if each}))


def _within(snapshot: Object, domains: Sequence[str]) -> Object:
    """A snapshot with the cookies and the storage of these domains only."""

    def is_within(host: str | None) -> bool:
        return host is not None and any(in_domain(host, each) for each in domains)

    def of_origins(kept: Sequence[Object]) -> list[Object]:
        return [each for each in kept if is_within(urlsplit(each["origin"]).hostname)]

    cookies = [each for each in snapshot["cookies"] if cookie_is_of(each, domains)]
    tabs = [{**each, "session": of_origins(each["session"])} for each in snapshot["tabs"]]
    return {**snapshot, "cookies": cookies, "origins": of_origins(snapshot["origins"]), "tabs": tabs}


def _told(snapshot: Object) -> Object:
    """What a person is told of it: no values."""
    cookies: dict[str, list[Any]] = {}
    for each in snapshot["cookies"]:
        cookies.setdefault(each["domain"], []).append(each["name"])
    storage = {each["origin"] for each in snapshot["origins"] if each["local"] or each["databases"]}
    storage |= {each["origin"] for tab in snapshot["tabs"] for each in tab["session"] if each["items"]}
    return {
        "tabs": [each["url"] for each in snapshot["tabs"]],
        "cookies": [{"domain": domain, "names": sorted(names)} for domain, names in sorted(cookies.items())],
        "storage": sorted(storage),
    }
