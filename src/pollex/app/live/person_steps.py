"""What a person does in a run, as calls of page tools and as steps in its log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from ...agent.history import PastCall, Turn
from ...agent.look import Look
from ...agent.person import keep_step, person_actions, person_path
from ...core.call import Call, new_id
from ...core.call_step import call_once
from ...core.context import Context
from ...core.environment import RunEnvironment
from ...core.fault import Fault
from ...core.json import Object
from ...core.registry import Changed
from ...core.result import Result
from ...core.snapshots import BrowserEffect, SnapshotStore
from ...core.template import Scope
from ...disk.private import write_private
from ...page.files import free_file
from ...page.hands import by_hand
from ...page.live import LivePage

CAUSED: Final = ("appeared", "requests", "from", "opened", "dialog", "files")
"""What the answer of an action has where something came of it."""


@dataclass
class DoneCall:
    """A call that was made for a person."""

    tool: str
    args: Object
    result: Result
    ms: float
    did: BrowserEffect
    state: str | None
    look: Look
    place: list[float] | None = None
    picture: bytes | None = None
    """What the person saw before it."""

    @property
    def data(self) -> Object:
        return self.result.data if isinstance(self.result.data, dict) else {}

    @property
    def caused(self) -> bool:
        return any(name in self.data for name in CAUSED)


class PersonSteps:
    """Calls tools for a person, and keeps the calls that count as steps."""

    def __init__(
        self, environment: RunEnvironment, page: LivePage, picture: Callable[[], bytes | None] = lambda: None
    ) -> None:
        """`picture` returns what the person sees; none is kept where they look at the browser itself."""
        self._environment = environment
        self._page = page
        self._picture = picture
        self._number: int | None = None

    @property
    def context(self) -> Context:
        return self._environment.context

    async def step(self, tool: str, args: Object) -> None:
        """Call a tool, and keep that as a step."""
        await self.keep(await self.call(tool, args))

    async def call(
        self, tool: str, args: Object, *, context: Context | None = None, hand: bool = True, **wheel: float
    ) -> DoneCall:
        """Call a page tool in the run, as the hand does it; raise its Fault."""
        begun, given = perf_counter(), context or self.context
        tools = Changed(given.tools, lambda each: by_hand(each, **wheel)) if hand else given.tools
        given = replace(given, page=self._page, tools=tools)
        look, picture = await self._look(), self._picture()
        snapshots = SnapshotStore.shared(self._environment)
        if snapshots is not None:
            snapshots.fresh = False  # what the person does is in this browser
        call, path = Call(tool, args, scope=Scope()), f"/person/{new_id()}"
        result, did = await call_once(path, call, given, self._environment, snapshots)
        if result.fault is not None:
            raise result.fault
        state = None if snapshots is None or did == "no" else snapshots.name
        touched = self._page.touched if "/selector" in result.proof else None
        return DoneCall(tool, args, result, (perf_counter() - begun) * 1000, did, state, look, touched, picture)

    async def keep(self, done: DoneCall, *, private: bool = False) -> None:
        """Write a call down as the next step of the person."""
        if self._number is None:
            self._number = len(await person_actions(self.context.log, self.context.run))
        self._number += 1
        path = person_path(self._number)
        how = (done.result, done.ms, done.did, done.state, done.place)
        action = PastCall(f"{path}/1", new_id(), done.tool, done.args, *how)
        turn = Turn(path, done.look, actions=[action], picture=self._kept_picture(done.picture, self._number))
        await keep_step(turn, self._number, self.context, private=private)

    def _kept_picture(self, picture: bytes | None, number: int) -> str | None:
        """Write the picture of a step into the run's folder."""
        if picture is None:
            return None
        file = free_file(self._page.options.files, f"step-person-{number}.jpg")
        write_private(file, picture)
        return str(file)

    async def _look(self) -> Look:
        """Where the page is, and how far it is scrolled."""
        opened = self._page.tabs.current
        if opened is None:
            return Look("about:blank", "", "")
        try:
            place = await opened.tab.run(await opened.tab.main(), "scroll", 0, 0)
            return Look(opened.tab.url, await opened.tab.title(), "", scrolled=place["scrollY"])
        except Fault:
            return Look(opened.tab.url, "", "")  # the page asks something, or just goes
