"""What the parts of one agent run share: task, model, guarded page and history."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ..core.context import Context
from ..core.environment import RunEnvironment
from ..core.event import EventKind
from ..core.fence import Fence
from ..core.json import Object
from ..core.protocols import Model
from ..core.snapshots import SnapshotStore
from .guard import Guards
from .history import History, PastCall
from .person import person_actions
from .resume import put_back
from .task import Task
from .toolset import AgentToolset


@dataclass
class AgentState:
    """The state of one run of a task."""

    task: Task
    model: Model
    environment: RunEnvironment
    history: History = field(default_factory=History)
    fence: Fence = field(default_factory=Fence)
    kept: Mapping[str, Object] = field(default_factory=dict)
    """Steps of an earlier run that this one begins with, by path."""
    judge: Model | None = None
    """Judges what the rules leave open."""
    met: int = 0
    """How many steps of a person in this run the agent has taken notice of."""

    def __post_init__(self) -> None:
        given = self.environment.context
        self.guards = guards = Guards(self.task.as_said, lambda: self.history, self.model, self.judge)
        self.toolset = AgentToolset(given.tools, self.task)
        self.context: Context = replace(
            given,
            tools=self.toolset,
            guards=(*given.guards, guards.called),
            aims=(*given.aims, guards.aimed),
            hold=guards.effects.sent_by_tool,
            policy={**given.policy, "destroy": self.task.policy},
            authority=self.task.authority,
        )
        self._told: set[int] = set()
        self.snapshots = SnapshotStore.shared(self.environment)

    @property
    def run(self) -> str:
        return self.environment.steps.run

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        """Run a step once; a step that an earlier process completed is not repeated."""

        async def earlier() -> Object:
            return self.kept[path]

        return await self.environment.steps.step(path, earlier if path in self.kept else work)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Let the guards check outgoing requests within this block."""
        page = self.context.page
        if page is None:
            yield
            return
        page.hold(self.guards.effects.sent)
        try:
            yield
        finally:
            page.hold(None)

    async def effects(self, *, last: bool) -> list[Object]:
        """Return the answered effects that were not told yet, at last all, and write each into the log."""
        page = self.context.page
        known = [] if page is None else page.effects
        sent = [each for each in known if each.effect.number not in self._told and (last or not each.is_open)]
        told: list[Object] = self.context.redactor.value([self.guards.effects.told(each) for each in sent])
        for each in told:
            await self.emit("effect", f"/effect/{each['effect']}", each)
        self._told |= {each.effect.number for each in sent}
        return told

    async def person(self) -> list[PastCall]:
        """Return what a person has done that the agent has taken no notice of yet."""
        return await person_actions(self.context.log, self.run, self.met)

    async def ready(self, person: Sequence[PastCall] = ()) -> bool:
        """Restore the browser if this process has none yet, or it died, as the agent and the person have left it.

        Says whether that was so: the elements of the page have other numbers then.
        """
        done = [*self.history.actions, *person]
        if self.snapshots is None or not self.snapshots.begins() or not done:
            return False
        await put_back(done, self.history.results, self.snapshots, self.context)
        return True

    async def emit(self, kind: EventKind, path: str, data: Object) -> None:
        """Write an event, once even if the run is resumed."""
        if self.context.log is not None:
            said = self.context.redactor.value(data)
            await self.context.log.append(self.run, kind, said, key=f"{self.run}{path}")
