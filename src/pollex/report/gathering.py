"""Reads events one after the other, and knows for each of them which step or node it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..core.event import Event, Kind
from ..core.json import Object
from ..core.result import Cost
from .amounts import between
from .asides import Asides
from .story import Action, Aside, Part
from .told import action_of, cost_of, plan_of, sum_of


class Gathering:
    """What was read so far."""

    def __init__(self, first: Event) -> None:
        self.about: Object = {}
        self.result: Object | None = None
        self.entries: list[Part | Aside] = []
        self.files: list[str] = []
        self._began = first.at
        self._opened: dict[str, str] = {}
        """When each part began."""
        self._open: list[Part] = []
        """The steps and nodes that go on, the innermost last."""
        self._calls: list[str] = []
        """The calls that go on, the outermost first."""
        self._calling: tuple[Action, str] | None = None
        """The outermost call, and when it began."""
        self._asides = Asides(self._aside)
        self._loose = first.at
        """When the latest calls beside the steps began."""
        self._notes: list[str] = []
        self._planned: list[str] = []
        self._thought: list[Cost] = []

    @property
    def cost(self) -> Cost:
        """What the run says that it cost; until then, what its models have said."""
        told = cost_of((self.result or {}).get("cost"))
        return told if told.tokens_in or told.tokens_out or told.usd else sum_of(self._thought)

    def hear(self, event: Event) -> None:
        if event.kind == "run.resumed":
            self._settle()
        heard = HEARD.get(event.kind)
        if heard is not None:
            heard(self, event.data, event.at)
        else:
            self._asides.hear(event)

    def run_started(self, data: Object, _: str) -> None:
        self.about = self.about or dict(data)

    def run_finished(self, data: Object, _: str) -> None:
        self.result = data.get("result") or {}
        self.files += self.result.get("files") or []

    def part_started(self, data: Object, at: str) -> None:
        self._settle()
        path = str(data.get("path", ""))
        part = Part("step" if "step" in data else "node", path, between(self._began, at))
        part.name = str(data.get("alias") or "")
        part.title, part.url = str(data.get("title") or data.get("type") or ""), str(data.get("url") or "")
        self._opened[path] = at
        self.entries.append(part)
        self._open.append(part)

    def part_finished(self, data: Object, at: str) -> None:
        path = str(data.get("path", ""))
        part = next((each for each in self._open if each.path == path), None)
        if part is None:
            part = self._unannounced(data, at)
        self._settle()
        self._open = self._open[: self._open.index(part)]
        told = data.get("ms")
        part.ms = told if isinstance(told, int | float) else between(self._opened[path], at)
        part.rung, part.fault = data.get("rung"), data.get("fault")
        part.picture, part.problem = data.get("picture"), str(data.get("problem") or "")
        self._noted(part, data)
        if any(cost := cost_of(data.get("cost") or data)):
            part.cost = cost
        if "actions" in data:
            part.actions = [action_of(each) for each in data["actions"]]
            for action in part.actions:
                self._keep(action.result)

    def _unannounced(self, data: Object, at: str) -> Part:
        """A step that nobody decided on: what it called was taken for calls beside the steps."""
        loose = self.entries.pop() if self.entries and _is_loose(self.entries[-1]) else None
        self.part_started(data, at)
        if isinstance(loose, Part):
            self._open[-1].after, self._opened[self._open[-1].path] = loose.after, self._loose
        return self._open[-1]

    def _noted(self, part: Part, data: Object) -> None:
        """Notes and plan are told as they stand after each step; only what is new is worth reading again."""
        notes, plan = [str(note) for note in data.get("notes") or []], plan_of(data.get("plan"))
        part.notes = [note for note in notes if note not in self._notes]
        part.plan = plan if plan != self._planned else []
        part.left, part.halted = len(data.get("notDone") or ()), str(data.get("halted") or "")
        self._notes, self._planned = notes, plan

    def model_asked(self, data: Object, _: str) -> None:
        self.about.setdefault("model", data.get("model"))

    def model_answered(self, data: Object, _: str) -> None:
        cost = cost_of(data.get("cost"))
        self._thought.append(cost)
        if self._open:
            part = self._open[-1]
            part.decided = "\n".join(filter(None, (part.decided, str(data.get("text") or "").strip())))
            part.wanted = data.get("requests") or []
            part.cost = sum_of((part.cost, cost))

    def call_started(self, data: Object, at: str) -> None:
        self._calls.append(str(data.get("call")))
        if len(self._calls) == 1 and not self._is_look(data):
            action = action_of({"tool": data.get("tool"), "args": data.get("args")})
            self._calling = action, at
            self._place(at).actions.append(action)

    def call_finished(self, data: Object, at: str) -> None:
        call, result = str(data.get("call")), data.get("result") or {}
        outermost = not self._calls or self._calls[0] == call
        self._calls = [each for each in self._calls if each != call]
        if not outermost:
            return
        if self._calling is not None:
            action, began = self._calling
            action.ms = between(began, at)
        elif not self._is_look(data):  # refused before it began
            action = Action(str(data.get("tool")), {})
            self._place(at).actions.append(action)
        else:
            return
        action.result, self._calling = result, None
        self._keep(result)

    def file_written(self, data: Object, _: str) -> None:
        self.files += [str(data[name]) for name in ("path", "file") if data.get(name)]

    def _is_look(self, data: Object) -> bool:
        """Whether the agent calls it by itself, to see the page before it decides."""
        return "task" in self.about and not self._open and data.get("tool") in ("page.state", "page.changes")

    def _keep(self, result: Object | None) -> None:
        self.files += [str(file) for file in (result or {}).get("files") or []]

    def _place(self, at: str) -> Part:
        """Where a call belongs: the innermost step or node, else the calls beside them."""
        if self._open:
            return self._open[-1]
        last = self.entries[-1] if self.entries else None
        if isinstance(last, Part) and _is_loose(last):
            return last
        part = Part("calls", f"/calls-{len(self.entries)}", between(self._began, at))
        self._loose = at
        self.entries.append(part)
        return part

    def _aside(self, aside: Aside) -> None:
        if self._open:
            self._open[-1].asides.append(aside)
        else:
            self.entries.append(aside)

    def _settle(self) -> None:
        """A call ends with its step or node; one that did not was interrupted."""
        self._calls, self._calling = [], None


Heard = Callable[[Gathering, Object, str], None]
HEARD: Final[dict[Kind, Heard]] = {
    "run.started": Gathering.run_started,
    "run.finished": Gathering.run_finished,
    "step.started": Gathering.part_started,
    "step.finished": Gathering.part_finished,
    "node.started": Gathering.part_started,
    "node.finished": Gathering.part_finished,
    "model.asked": Gathering.model_asked,
    "model.answered": Gathering.model_answered,
    "call.started": Gathering.call_started,
    "call.finished": Gathering.call_finished,
    "file.written": Gathering.file_written,
}


def _is_loose(entry: Part | Aside) -> bool:
    return isinstance(entry, Part) and entry.kind == "calls"
