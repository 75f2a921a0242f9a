"""Where the time of a run went. Every moment between two events belongs to what was going on then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from ..core.event import Event, Kind
from .amounts import between

Doing = Literal["deciding", "acting", "looking", "waiting", "other"]
DOINGS: Final[tuple[Doing, ...]] = ("deciding", "acting", "looking", "waiting", "other")
Spent = dict[Doing, float]
"""Milliseconds for each; what took none is left out."""

WAITS: Final[dict[Kind, Kind]] = {
    "approval.asked": "approval.answered",
    "question.asked": "question.answered",
    "run.paused": "run.resumed",
}
OPENS: Final = ("step.started", "node.started")
CLOSES: Final = ("step.finished", "node.finished")


@dataclass
class Clock:
    """What is going on at one moment."""

    waiting: set[Kind] = field(default_factory=set)
    """The kinds of event that would end the waiting."""
    asked: bool = False
    """Whether a model is thinking."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """The ids and effects of calls, the outermost first."""
    open: list[tuple[str, bool]] = field(default_factory=list)
    """The paths of what is being done, and whether it is a step of an agent."""

    @property
    def doing(self) -> Doing:
        if self.waiting:
            return "waiting"
        if self.asked:
            return "deciding"
        if self.calls:
            return "looking" if self.calls[0][1] == "read" else "acting"
        return "looking" if self.open and self.open[-1][1] else "other"

    def hear(self, event: Event) -> None:
        kind, data = event.kind, event.data
        if kind in WAITS:
            self.waiting.add(WAITS[kind])
        self.waiting.discard(kind)
        if kind in ("model.asked", "model.answered"):
            self.asked = kind == "model.asked"
        elif kind == "call.started":
            self.calls.append((str(data.get("call")), str(data.get("effect"))))
        elif kind == "call.finished":
            self.calls = [call for call in self.calls if call[0] != data.get("call")]
        elif kind == "run.resumed":
            self._settle()
        elif kind in OPENS:
            self._settle()
            self.open.append((str(data.get("path")), kind == "step.started"))
        elif kind in CLOSES:
            self._settle()
            self.open = [each for each in self.open if each[0] != data.get("path")]

    def _settle(self) -> None:
        """Calls and questions end with their step or node; one that did not was interrupted."""
        self.calls, self.asked = [], False
        self.waiting &= {"run.resumed"}


def spent(events: Sequence[Event]) -> tuple[Spent, dict[str, Spent]]:
    """The time of the whole run, and of each step or node without those inside it."""
    clock, whole, parts = Clock(), Spent(), dict[str, Spent]()
    for event, following in pairwise(events):
        clock.hear(event)
        ms = between(event.at, following.at)
        doing: Doing = "waiting" if following.kind == "run.resumed" else clock.doing
        _add(whole, doing, ms)
        if clock.open:
            _add(parts.setdefault(clock.open[-1][0], {}), doing, ms)
    return whole, parts


def _add(into: Spent, doing: Doing, ms: float) -> None:
    if ms:
        into[doing] = into.get(doing, 0.0) + ms
