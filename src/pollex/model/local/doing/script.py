"""How a program is done: a generator that asks for one tool at a time and is sent what came of it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from ....core.json import Object
from ..program import Instruction

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Asked:
    """One tool that is wanted."""

    tool: str
    args: Object


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    ok: bool
    data: Any = None
    fault: Object | None = None
    notes: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        return "" if self.fault is None else str(self.fault.get("code", ""))

    @property
    def why(self) -> str:
        return "" if self.fault is None else str(self.fault.get("message", ""))

    def get(self, name: str) -> Any:
        return self.data.get(name) if isinstance(self.data, dict) else None


Script: TypeAlias = Generator[Asked, Outcome, Answer]


class Stop(Exception):
    """The program cannot go on; the text says why, in words for the person who asked."""


class NotTaken(Stop):
    """The page did not take what was done; a condition that comes next may ask for that."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: a sentence with the values as the page shows them, and the values themselves."""

    text: str
    value: Any


@dataclass(slots=True)
class Memory:
    """What the program has learnt on its way. Made anew for each replay."""

    credentials: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    task: str = ""
    """The task, word for word."""
    topic: str | None = None
    """What `it` means."""
    record: dict[str, str] | None = None
    """What was read of it in a list."""
    index: int | None = None
    """The element of it, as long as the page stays."""
    several: list[str] = field(default_factory=list)
    """What `them` means."""
    url: str = ""
    start: str = ""
    """The first page that was seen."""
    dialog: Object | None = None
    filled: str = ""
    """The words of the last field that was filled in."""
    learnt: dict[str, str] = field(default_factory=dict)
    """Values that were read, by their names."""
    told: dict[str, str] = field(default_factory=dict)
    """What was read of things with a name since something was sent last."""
    appeared: list[str] = field(default_factory=list)
    """What the last action brought."""
    mentions: list[str] = field(default_factory=list)
    """What the task states, and that an option may answer to."""
    answers: list[Told] = field(default_factory=list)
    collecting: list[str] | None = None
    ahead: tuple[Instruction, ...] = ()
    """The instructions that come after the one being done."""
    paging: bool = False
    """Whether pages of a list are gone through: what counts then stands in the list."""
    place: str | None = None
    """Where things were put: the basket, a list."""
    put_at: int = 0
    """How much had been asked for when that was said."""
    in_row: str | None = None
    """The record that a repetition is at."""

    past: list[tuple[Asked, Outcome]] = field(default_factory=list)
    """What was asked for, and what came of it."""
    rows: list[dict[str, str]] = field(default_factory=list)
    """The records that were spoken of last: what `those` means."""
    measure: str | None = None
    """What the last record was the most or the least by."""
    listed: str = ""
    """The page with the list that was gone through last."""
    refused: bool = False
    """Whether the page refused what was done last."""
    parts: list[str] = field(default_factory=list)
    """The values of the last answer, one by one."""
    excused: list[str] = field(default_factory=list)
    """Words of the task that need not be taken up: conditions, and branches that were not gone."""

    def forget_page(self) -> None:
        self.index = None
