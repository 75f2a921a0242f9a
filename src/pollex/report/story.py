"""A run as a person wants to read it: what was wanted, what was done step by step, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ..core.json import Object
from ..core.result import NO_COST, Cost
from .spent import Spent

Tone = Literal["plain", "good", "warn", "bad"]
Box = tuple[float, float, float, float]
"""Left, top, width, height, in pixels of the picture."""
State = Literal["done", "unproven", "failed", "stopped", "running"]


@dataclass(slots=True)
class Action:
    """One call of a tool; `result` is None as long as nothing is known of how it went."""

    tool: str
    args: Object
    result: Object | None = None
    ms: float = 0.0
    box: Box | None = None
    """Where the element is in the step's picture."""
    path: str = ""

    @property
    def ok(self) -> bool | None:
        return None if self.result is None else bool(self.result.get("ok"))

    @property
    def data(self) -> Object:
        """What it says, where that is an object."""
        data = (self.result or {}).get("data")
        return data if isinstance(data, dict) else {}

    @property
    def evidence(self) -> Object:
        """What is known of the element that it acted on."""
        found: Object = ((self.result or {}).get("proof") or {}).get("/selector") or {}
        return found


@dataclass(slots=True)
class Aside:
    """Something that happened on the way: a question, a dialog, a host that was refused."""

    title: str
    text: str = ""
    tone: Tone = "plain"
    value: Any = None
    """Something to show beside the text."""


@dataclass(slots=True)
class Part:
    """A step of an agent, a node of a workflow, or calls that belong to neither. Whoever gathers the story fills it."""

    kind: Literal["step", "node", "calls"]
    path: str
    after: float
    """Milliseconds since the run began."""
    ms: float | None = None
    """None while it goes on."""
    name: str = ""
    title: str = ""
    url: str = ""
    picture: str | None = None
    decided: str = ""
    wanted: list[Object] = field(default_factory=list)
    """What a model asked for, until it is known what became of that."""
    plan: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left: int = 0
    """How many of the actions that a model asked for were not done."""
    halted: str = ""
    """Why they were not."""
    problem: str = ""
    """Why nothing was decided."""
    rung: str | None = None
    fault: Object | None = None
    cost: Cost = NO_COST

    @property
    def depth(self) -> int:
        """How many nodes it is inside of."""
        return max(self.path.count("/") - 1, 0) if self.kind == "node" else 0

    @property
    def ok(self) -> bool | None:
        """Whether all went well; None while it goes on."""
        if self.fault is not None or self.problem or any(action.ok is False for action in self.actions):
            return False
        return None if self.ms is None and self.kind != "calls" else True


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, or that it has not."""

    state: State
    words: str
    fault: Object | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that the page tells."""

    run: str
    kind: Literal["task", "workflow", "calls"]
    title: str
    about: Object
    """What `run.started` said."""
    ending: Ending
    data: Object
    """What the run gave."""
    started: str
    ms: float
    cost: Cost
    spent: Spent
    spent_in: dict[str, Spent]
    """The same for each part, by its path."""
    entries: list[Part | Aside]
    files: list[str]

    @property
    def parts(self) -> list[Part]:
        return [entry for entry in self.entries if isinstance(entry, Part)]
