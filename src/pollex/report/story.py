"""A run as a person wants to read it: what was wanted, what was done step by step, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self

from ..browser.description import element_words, evidence_of, outcome_sentence
from ..core.json import Object
from ..core.result import NO_COST, Cost
from ..text.phrase import sentence_case
from .ending import Ending
from .pictures import Picture

Tone = Literal["plain", "good", "warn", "bad"]
Rectangle = tuple[float, float, float, float]
"""Left, top, width, height, in pixels of the picture."""
StoryKind = Literal["task", "workflow", "calls", "workspace"]
PartKind = Literal["step", "node", "calls", "batch"]
ActivityKind = Literal["deciding", "acting", "looking", "waiting", "other"]
ACTIVITIES: Final[tuple[ActivityKind, ...]] = ("deciding", "acting", "looking", "waiting", "other")
Spent = dict[ActivityKind, float]
"""Milliseconds for each; what took none is left out."""


@dataclass(slots=True)
class ReportedCall:
    """One call of a tool; `result` is None as long as nothing is known of how it went."""

    tool: str
    args: Object
    result: Object | None = None
    ms: float = 0.0
    box: Rectangle | None = None
    """Where the element is in the step's picture."""
    path: str = ""
    picture: Picture | str | None = field(default=None, compare=False)
    """The picture that it took, or why the page does not have it."""

    @classmethod
    def from_event(cls, data: Object) -> Self:
        box, args = data.get("box"), data.get("args") or {}
        return cls(
            str(data.get("tool")),
            args if isinstance(args, dict) else {"as written": args},
            data.get("result"),
            float(data.get("ms") or 0),
            (box[0], box[1], box[2], box[3]) if isinstance(box, list) and len(box) == 4 else None,
            str(data.get("path") or ""),
        )

    @property
    def ok(self) -> bool | None:
        return None if self.result is None else bool(self.result.get("ok"))

    @property
    def data(self) -> Object:
        """What it answered, where that is an object."""
        data = (self.result or {}).get("data")
        return data if isinstance(data, dict) else {}

    @property
    def evidence(self) -> Mapping[str, Any]:
        """What is known of the element that it acted on."""
        return evidence_of(self.result)

    @property
    def element(self) -> str:
        return element_words(self.evidence, self.args)

    @property
    def words(self) -> str:
        return outcome_sentence(self.tool, self.args, self.result)


@dataclass(slots=True)
class Aside:
    """Something that happened on the way: a question, a dialog, a host that was refused."""

    title: str
    text: str = ""
    tone: Tone = "plain"
    value: Any = None
    """Something to show beside the text."""


@dataclass(slots=True)
class StoryPart:
    """A step of an agent, a node of a workflow, a batch of a workspace, or calls that belong to none of them."""

    kind: PartKind
    path: str
    after: float
    """Milliseconds since the run began."""
    data: Object = field(default_factory=dict)
    """What the events of its beginning and its end say."""
    ms: float | None = None
    """None while it goes on."""
    decided: str = ""
    wanted: list[Object] = field(default_factory=list)
    """What a model asked for, until it is known what became of that."""
    plan: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    actions: list[ReportedCall] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    cost: Cost = NO_COST
    spent: Spent = field(default_factory=Spent, compare=False)
    began: str = field(default="", compare=False)
    anchor: str = field(default="", compare=False)
    figure: Picture | str | None = field(default=None, compare=False)
    """The picture of the step, or why the page does not have it."""

    @property
    def depth(self) -> int:
        """How many nodes it is inside of."""
        return max(self.path.count("/") - 1, 0) if self.kind == "node" else 0

    @property
    def ok(self) -> bool | None:
        """Whether all went well; None while it goes on."""
        if self.data.get("fault") or self.data.get("problem") or any(action.ok is False for action in self.actions):
            return False
        if self.kind == "batch":
            whole = len(self.actions) == sum(count or 0 for count in self.data["counts"].values())
            return True if whole and all(action.ok for action in self.actions) else None
        if self.kind == "calls":
            return None if any(action.ok is None for action in self.actions) else True
        return None if self.ms is None else True

    @property
    def label(self) -> str:
        return {"node": self.path, "calls": ""}.get(self.kind, self.path.strip("/"))

    @property
    def headline(self) -> str:
        """What the part did, in a line."""
        if self.actions:
            more = f", and {len(self.actions) - 1} more" if len(self.actions) > 1 else ""
            return self.actions[0].words + more
        if self.kind == "node":
            return sentence_case(str(self.data.get("about") or self.data.get("type") or "node").replace("_", " "))
        return "Nothing was done" if self.ms is not None else "Looks and decides"


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that the page tells."""

    run: str
    kind: StoryKind
    title: str
    about: Object
    """What `run.started` said."""
    ending: Ending
    data: Object
    """What the run gave."""
    notes: list[str]
    started: str
    ms: float
    cost: Cost
    spent: Spent
    entries: list[StoryPart | Aside]
    files: list[str]

    @property
    def parts(self) -> list[StoryPart]:
        return [entry for entry in self.entries if isinstance(entry, StoryPart)]

    @property
    def steps(self) -> list[StoryPart]:
        """The parts without the calls beside them."""
        return [part for part in self.parts if part.kind != "calls"]
