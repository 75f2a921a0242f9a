"""The story of a run from its events: which step or node each belongs to, and where the time went."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ..core.event import Event, EventKind
from ..core.json import Object
from ..core.result import NO_COST, Cost
from ..text.amounts import milliseconds_between
from .asides import Asides
from .batches import KINDS, Batches
from .ending import OPEN, ending
from .story import ActivityKind, Aside, PartKind, ReportedCall, Spent, Story, StoryKind, StoryPart

WAITS: Final[dict[EventKind, EventKind]] = {
    "approval.asked": "approval.answered",
    "question.asked": "question.answered",
    "run.paused": "run.resumed",
}
"""What the run waits for after these events."""
THINGS: Final = ("task", "workflow", "tool", "record")
"""What a run may be of."""
UNNAMED: Final[dict[StoryKind, str]] = {
    "task": "Task",
    "workflow": "Workflow",
    "calls": "Calls of tools",
    "workspace": "Workspace",
}


def gather(events: Sequence[Event], status: str | None = None) -> Story:
    """Return the story of a run so far; `status` is what the engine says of it, where that is known."""
    reader, first = Reader(events[0].at), events[0]
    for event, following in pairwise(events):
        reader.read(event)
        reader.spend(milliseconds_between(event.at, following.at), following.kind)
    reader.read(events[-1])
    about, result = reader.about, reader.result or {}
    data, kind = result.get("data"), _kind(events, about)
    return Story(
        run=first.run,
        kind=kind,
        title=str(next((about[each] for each in THINGS if about.get(each)), UNNAMED[kind])),
        about=about,
        ending=OPEN if kind == "workspace" else ending(reader.result, status),
        data=data if isinstance(data, dict) else {},
        notes=[str(note) for note in result.get("notes") or ()],
        started=first.at,
        ms=sum(reader.spent.values()),
        cost=reader.cost,
        spent=reader.spent,
        entries=reader.entries,
        files=list(dict.fromkeys(reader.files)),
    )


def _kind(events: Sequence[Event], about: Object) -> StoryKind:
    if any(event.kind in KINDS for event in events):
        return "workspace"
    return "task" if "task" in about else "workflow" if "workflow" in about else "calls"


class OpenCall(NamedTuple):
    """A call that goes on; only the outermost is an action of the story."""

    effect: str
    action: ReportedCall | None
    at: str


class Reader:
    """What the events said so far, and what is going on after them."""

    def __init__(self, began: str) -> None:
        self.about: Object = {}
        self.result: Object | None = None
        self.entries: list[StoryPart | Aside] = []
        self.files: list[str] = []
        self.spent = Spent()
        self._began = began
        self._open: list[StoryPart] = []
        """The steps and nodes that go on, the innermost last."""
        self._calls: dict[str, OpenCall] = {}
        """The calls that go on by their ids, the outermost first."""
        self._waiting: set[EventKind] = set()
        """The kinds of event that would end the waiting."""
        self._asked = False
        """Whether a model is deciding."""
        self._asides = Asides(self._place_aside)
        self._batches = Batches(lambda path, at: self._add("batch", path, at), self._place_aside)
        self._notes: list[str] = []
        self._plan: list[str] = []
        self._model_costs: list[Cost] = []

    @property
    def cost(self) -> Cost:
        """What the run says that it cost; until then, the sum of what its models said."""
        stated = _cost((self.result or {}).get("cost"))
        return stated if stated.tokens_in or stated.tokens_out or stated.usd else _sum(*self._model_costs)

    def read(self, event: Event) -> None:
        kind, data, at = event.kind, event.data, event.at
        if kind in WAITS:
            self._waiting.add(WAITS[kind])
        self._waiting.discard(kind)
        match kind:
            case "run.started":
                self.about = self.about or dict(data)
            case "run.finished":
                self.result = data.get("result") or {}
                self._keep_files(self.result)
            case "step.started" | "node.started":
                self._start(kind, data, at)
            case "step.finished" | "node.finished":
                self._finish(kind, data, at)
            case "model.asked":
                self._asked = True
                self.about.setdefault("model", data.get("model"))
            case "model.answered":
                self._decided(data)
            case "call.started":
                self._call(data, at)
            case "call.finished":
                self._answer(data, at)
            case "file.written":
                self.files += [str(data[name]) for name in ("path", "file") if data.get(name)]
            case _:
                self._batches.read(event)
                if kind == "run.resumed":
                    self.result = None  # one that was stopped goes on
                    self._settle()
                self._asides.read(event)

    def spend(self, ms: float, following: EventKind) -> None:
        """Count the time until the following event as spent on what is going on now."""
        activity: ActivityKind = "waiting" if following == "run.resumed" else self._activity
        for spent in (self.spent, *(part.spent for part in self._open[-1:])) if ms else ():
            spent[activity] = spent.get(activity, 0.0) + ms

    @property
    def _activity(self) -> ActivityKind:
        if self._waiting:
            return "waiting"
        if self._asked:
            return "deciding"
        if self._calls:
            return "looking" if next(iter(self._calls.values())).effect == "read" else "acting"
        return "looking" if self._open and self._open[-1].kind == "step" else "other"

    def _start(self, kind: EventKind, data: Object, at: str) -> None:
        self._settle()
        part = self._add("step" if kind == "step.started" else "node", str(data.get("path", "")), at)
        part.data = data
        self._open.append(part)

    def _finish(self, kind: EventKind, data: Object, at: str) -> None:
        path, ms = str(data.get("path", "")), data.get("ms")
        part = next((each for each in self._open if each.path == path), None) or self._unannounced(kind, path, at)
        self._settle()
        self._open = self._open[: self._open.index(part)]
        part.data = {**data, **part.data}
        part.ms = ms if isinstance(ms, int | float) else milliseconds_between(part.began, at)
        self._take_notes(part, data)
        if any(cost := _cost(data.get("cost") or data)):
            part.cost = cost
        if "actions" in data:
            part.actions = [ReportedCall.from_event(each) for each in data["actions"]]
            for action in part.actions:
                self._keep_files(action.result)

    def _unannounced(self, kind: EventKind, path: str, at: str) -> StoryPart:
        """Open a step that nobody decided on: what it called was taken for calls beside the steps."""
        part = self._loose() or self._add("calls", path, at)
        part.kind, part.path = ("step" if kind == "step.finished" else "node"), path
        self._open.append(part)
        return part

    def _take_notes(self, part: StoryPart, data: Object) -> None:
        """Keep the notes and the plan that are new: each event repeats all of them."""
        notes, plan = [str(note) for note in data.get("notes") or []], _plan(data.get("plan"))
        part.notes = [note for note in notes if note not in self._notes]
        part.plan = plan if plan != self._plan else []
        self._notes, self._plan = notes, plan

    def _decided(self, data: Object) -> None:
        self._asked = False
        cost = _cost(data.get("cost"))
        self._model_costs.append(cost)
        if self._open:
            part = self._open[-1]
            part.decided = "\n".join(filter(None, (part.decided, str(data.get("text") or "").strip())))
            part.wanted = data.get("requests") or []
            part.cost = _sum(part.cost, cost)

    def _call(self, data: Object, at: str) -> None:
        call = str(data.get("call"))
        action = effect = self._batches.effect(call)
        if effect is None and not self._calls and not self._is_look(data):
            action = ReportedCall.from_event(data)
            self._place(at).actions.append(action)
        self._calls[call] = OpenCall(str(data.get("effect")), action, at)

    def _answer(self, data: Object, at: str) -> None:
        call = self._calls.pop(str(data.get("call")), None)
        if call is None and not self._calls and not self._is_look(data):  # refused before it began
            call = OpenCall("", ReportedCall.from_event({**data, "args": {}}), at)
            self._place(at).actions += filter(None, [call.action])
        if call is not None and call.action is not None:
            call.action.ms, call.action.result = milliseconds_between(call.at, at), data.get("result") or {}
            self._keep_files(call.action.result)

    def _is_look(self, data: Object) -> bool:
        """Whether the agent calls it by itself, to see the page before it decides."""
        return "task" in self.about and not self._open and data.get("tool") in ("page.state", "page.changes")

    def _keep_files(self, result: Object | None) -> None:
        self.files += [str(file) for file in (result or {}).get("files") or []]

    def _place(self, at: str) -> StoryPart:
        """Return where a call belongs: the innermost step or node, else the calls beside them."""
        if self._open:
            return self._open[-1]
        return self._loose() or self._add("calls", f"/calls-{len(self.entries)}", at)

    def _add(self, kind: PartKind, path: str, at: str) -> StoryPart:
        part = StoryPart(
            kind, path, milliseconds_between(self._began, at), began=at, anchor=f"part-{len(self.entries)}"
        )
        self.entries.append(part)
        return part

    def _loose(self) -> StoryPart | None:
        """Return the last entry, if it is calls beside the steps."""
        last = self.entries[-1] if self.entries else None
        return last if isinstance(last, StoryPart) and last.kind == "calls" else None

    def _place_aside(self, aside: Aside) -> None:
        if self._open:
            self._open[-1].asides.append(aside)
        else:
            self.entries.append(aside)

    def _settle(self) -> None:
        """End the calls and questions of a step or node: those without an answer were interrupted."""
        self._calls, self._asked = {}, False
        self._waiting &= {"run.resumed"}


def _plan(given: Any) -> list[str]:
    if isinstance(given, str):
        return given.splitlines()
    return [each if isinstance(each, str) else str(each.get("text", each)) for each in given or []]


def _cost(given: Any) -> Cost:
    if not isinstance(given, dict):
        return NO_COST
    return Cost(*(given.get(name) or 0 for name in ("ms", "tokensIn", "tokensOut", "usd")))


def _sum(*costs: Cost) -> Cost:
    return Cost(*map(sum, zip(*costs, strict=True))) if costs else NO_COST
