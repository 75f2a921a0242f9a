"""The history of a run, rebuilt from its recorded steps: turns, notes and plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.json import Object, dumps
from ..core.result import Cost, Result
from ..core.result_names import TALK, ResultNames
from ..core.snapshots import BrowserEffect
from .look import Look

MOST_NOTES: Final = 20
ASK: Final = "ask"
ACTS: Final = frozenset(
    f"page.{name}"
    for name in (
        *("navigate", "search", "back", "forward", "refresh", "open_tab", "switch_tab", "close_tab", "dialog", "wait"),
        *("click", "hover", "drag", "scroll", "select_text", "type", "keypress", "select", "check", "upload", "fill"),
        *("act", "download"),
    )
)
"""Tools whose results tell what came of it, and not what a page says."""
REFUSALS: Final = ("denied", "blocked_domain")
"""Faults that are no error of the page."""


ENDED: Final = ("timeout", "failed", "limit")
"""Faults of a call that came to its end, also where nobody knows what it did."""
PAUSED: Final = "You were paused. A person may have acted in the browser meanwhile: see what changed."


@dataclass(frozen=True, slots=True)
class PastCall:
    """A call of the model and its result."""

    path: str
    id: str
    tool: str
    args: Any
    result: Result
    ms: float
    moved: BrowserEffect = "no"
    state: str | None = None
    """The name of the browser's state after it, where that was kept."""
    place: list[float] | None = None
    """Where its element stood in the document: left, top, width and height."""
    effects: list[Object] = field(default_factory=list)
    """What was sent until it ended and was not told before: it may belong to an earlier call."""
    shown: str = ""
    """All text of the page, where an answer was held against it."""
    behind: Look | None = None
    """The page behind the calls of the same turn before it, where it was looked at."""

    @classmethod
    def from_record(cls, path: str, call_id: str, tool: str, args: Any, record: Object) -> PastCall:
        """Return a call as the record of its step tells it."""
        how = (record["ms"], record["moved"], record["state"], record.get("place"), record.get("effects", []))
        more = record.get("shown", ""), Look(**record["behind"]) if record.get("behind") else None
        return cls(path, call_id, tool, args, Result.from_json(record["result"]), *how, *more)

    @property
    def undone(self) -> bool:
        """Whether it was dropped before it started, because the page had changed."""
        return self.result.fault is not None and self.result.fault.code == "cancelled"

    @property
    def interrupted(self) -> bool:
        """Whether it was cut off by a kill or a closed browser: it may have happened."""
        fault = self.result.fault
        return fault is not None and fault.uncertain and fault.code not in ENDED

    @property
    def is_outcome(self) -> bool:
        """Whether its result says what it caused on the page rather than what was read."""
        return self.tool in ACTS and isinstance(self.result.data, dict)

    @property
    def own_words(self) -> str | None:
        """What the person answered in words of their own, which count as the task; a choice may be a page's words."""
        told = self.tool == ASK and self.result.ok and isinstance(self.args, dict) and self.args.keys() == {"question"}
        return str(self.result.data["answer"]) if told else None

    def to_event(self) -> Object:
        """Return it as events and `local` receive it."""
        fault = None if self.result.fault is None else self.result.fault.to_json()
        return {
            "tool": self.tool,
            "args": self.args,
            "ok": self.result.ok,
            "data": self.result.data,
            "fault": fault,
            "notes": list(self.result.notes),
        }

    def to_json(self) -> Object:
        result = self.result.to_json()
        return {"path": self.path, "tool": self.tool, "args": self.args, "result": result, "ms": round(self.ms, 1)}


@dataclass
class Turn:
    """One decision: the observed page, the calls that the model asked for, and their results."""

    path: str
    look: Look
    text: str = ""
    wanted: list[Object] = field(default_factory=list)
    """Each with `id`, `tool` and `args`."""
    problem: str | None = None
    """Why there was no decision."""
    ending: Object | None = None
    """The fault of the model after which asking again would come to the same."""
    cost: Cost = field(default_factory=Cost)
    picture: str | None = None
    notices: list[str] = field(default_factory=list)
    """What the agent itself has to say to the model before this decision."""
    actions: list[PastCall] = field(default_factory=list)
    halted: str = ""
    """Why not everything that was wanted was done."""
    person: list[PastCall] = field(default_factory=list)
    """What a person did who had taken over, before this decision."""

    @property
    def left(self) -> list[Object]:
        """The calls that were asked for and not made."""
        return self.wanted[len(self.actions) :]

    @property
    def failed(self) -> bool:
        """Whether the turn failed."""
        return self.problem is not None or (bool(self.actions) and not any(each.result.ok for each in self.actions))

    @property
    def refused(self) -> bool:
        """Whether the turn failed because a guard refused it."""
        return self.failed and self._all_faults(lambda each: _code(each) in REFUSALS)

    @property
    def excused(self) -> bool:
        """Whether the failure is no fault of the model or the page."""
        return self.failed and self._all_faults(lambda each: _code(each) in REFUSALS or each.undone or each.interrupted)

    def _all_faults(self, holds: Callable[[PastCall], bool]) -> bool:
        """Return whether something failed and `holds` is true of every failed call."""
        faulty = [each for each in self.actions if each.result.fault is not None]
        return bool(faulty) and all(holds(each) for each in faulty)

    @property
    def failure(self) -> str:
        """Why the turn failed."""
        last = self.actions[-1].result.fault if self.actions else None
        return self.problem or (str(last) if last is not None else "nothing came of it")

    def _box(self, action: PastCall) -> list[float] | None:
        """Where an element is in the picture of the turn; None where it was out of view."""
        if action.place is None:
            return None
        left, top, width, height = action.place
        return [left, top - self.look.scrolled, width, height] if top + height > self.look.scrolled else None

    def to_event(self) -> Object:
        """Return it as its event: the page before its actions, and what was done."""
        return {
            **self.look.to_event(),
            "picture": self.picture,
            "text": self.text,
            "problem": self.problem,
            "actions": [{**action.to_json(), "box": self._box(action)} for action in self.actions],
            "notDone": self.left,
            "halted": self.halted if self.left else "",
            "paused": PAUSED in self.notices,
            "cost": self.cost.to_json(),
        }


@dataclass
class History:
    """The turns of a run. Turn 0 is the agent's own: it goes to where the task begins."""

    turns: list[Turn] = field(default_factory=list)
    late: list[Object] = field(default_factory=list)
    """The effects that came since the last call, while the next is being made."""
    shown: str = ""
    """All text of the page, where an answer is being held against it."""
    behind: Look | None = None
    """The page then, where the answer follows other calls."""

    @property
    def actions(self) -> list[PastCall]:
        """Everything that was done, also by a person."""
        return [action for turn in self.turns for action in (*turn.person, *turn.actions)]

    @property
    def asked(self) -> list[PastCall]:
        """The actions that the model asked for."""
        return [action for turn in self.turns if turn.path != "/0" for action in turn.actions]

    @property
    def effects(self) -> list[Object]:
        """What the run changed, or was kept from changing, in the order in which it was sent."""
        return [*(effect for action in self.actions for effect in action.effects), *self.late]

    @property
    def decisions(self) -> int:
        return sum(turn.path != "/0" for turn in self.turns)

    @property
    def cost(self) -> Cost:
        spent = [turn.cost for turn in self.turns] + [action.result.cost for action in self.actions]
        tokens_in, tokens_out = sum(each.tokens_in for each in spent), sum(each.tokens_out for each in spent)
        return Cost(0.0, tokens_in, tokens_out, sum(each.usd for each in spent))

    @property
    def errors(self) -> int:
        """How many of the latest turns failed in a row."""
        count = 0
        for turn in reversed(self.turns):
            if not turn.failed:
                break
            count += not turn.excused
        return count

    @property
    def refusals(self) -> int:
        return sum(turn.refused for turn in self.turns)

    @property
    def notes(self) -> list[str]:
        """The notes that the agent kept, and those of results worth keeping."""
        found = [note for action in self.actions for note in _notes(action)]
        return list(dict.fromkeys(found))[-MOST_NOTES:]

    @property
    def plan(self) -> list[str]:
        """The plan, with finished parts ticked."""
        parts: list[str] = []
        ticked: set[int] = set()
        for action in self.actions:
            if action.tool == "remember" and action.result.ok:
                if "plan" in action.result.data:
                    parts, ticked = action.result.data["plan"], set()
                ticked |= set(action.result.data.get("ticked", ()))
        return [f"[{'x' if number in ticked else ' '}] {number}. {part}" for number, part in enumerate(parts, 1)]

    @property
    def more(self) -> list[str]:
        """The tools that the model has asked to see."""
        answers = [each.result.data["tools"] for each in self.actions if each.tool == "more" and each.result.ok]
        return [*(name for tools in answers for name in tools), *(each.tool for each in self.asked)]

    @property
    def names(self) -> dict[str, str]:
        """The name of each successful action's result, by the action's path."""
        given = ResultNames()
        named = {each.path: given.take(each.tool) for each in self.asked if each.result.ok}
        return {path: name for path, name in named.items() if name is not None}

    @property
    def results(self) -> dict[str, Any]:
        """The results of calls by name; later calls may refer to them."""
        names = self.names
        return {names[each.path]: each.result.data for each in self.asked if each.path in names}

    def addresses(self) -> Iterator[str]:
        """The addresses that the run has visited."""
        for turn in self.turns:
            yield turn.look.url
            yield from (str(each.result.data["url"]) for each in turn.actions if _has_url(each.result.data))

    def seen(self) -> Iterator[str]:
        """Everything that the pages have shown in this run."""
        for turn in self.turns:
            yield from (turn.look.title, turn.look.outline)
            for action in turn.actions:
                if action.shown:
                    yield action.shown
                if action.tool not in (*TALK, ASK) and action.result.data is not None:
                    yield dumps(_shown(action))
        if self.shown:
            yield self.shown


def _code(action: PastCall) -> str:
    return "" if action.result.fault is None else action.result.fault.code


def _shown(action: PastCall) -> Any:
    """Return what a page showed in a result: of an action what appeared, of a read everything."""
    data = action.result.data
    if action.is_outcome:
        return {name: data[name] for name in ("title", "appeared", "dialog", "answered", "files") if name in data}
    return data


def _has_url(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("url"), str)


def _notes(action: PastCall) -> Iterator[str]:
    data: Mapping[str, Any] = action.result.data if isinstance(action.result.data, dict) else {}
    if action.tool == "remember" and data.get("note"):
        yield str(data["note"])
    if data.get("long_term_memory"):
        yield str(data["long_term_memory"])
