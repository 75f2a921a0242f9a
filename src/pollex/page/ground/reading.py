"""What a phrase says, as a small structure: the target, how it stands to other things, and what is done to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ...text.words import tokens
from .grammar import Side, State, Way
from .kinds import Kind

QUOTED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)|‘([^’]+)’")


@dataclass(frozen=True, slots=True)
class Noun:
    """What a thing is called: the places of its words in the phrase, its kind, order, state and side."""

    words: tuple[int, ...] = ()
    kind: Kind | None = None
    order: int | None = None
    """From 1; -1 is the last."""
    states: frozenset[State] = frozenset()
    sides: frozenset[Side] = frozenset()
    whole: tuple[int, ...] = ()
    """All words that it was read from."""

    @property
    def is_side(self) -> bool:
        """Whether it names a side only."""
        return bool(self.sides) and not self.words and self.kind is None and self.order is None


@dataclass(frozen=True, slots=True)
class Relation:
    """Where the target stands, seen from something else."""

    way: Way
    anchor: Noun
    other: Noun | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a phrase."""

    target: Noun
    relations: tuple[Relation, ...] = ()
    wish: Kind | None = None
    """The kind of element that the action is done to."""
    action: tuple[int, ...] = ()
    """The words of an action that more than points."""
    verb: int = -1
    """The place of the word that says what is to be done, which a control must say itself."""
    liberties: int = 0
    """How many words were taken for more than a name, or for a name only, against the first look."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words of a phrase; those that are quoted are names and nothing else."""

    words: tuple[str, ...]
    quoted: frozenset[int] = frozenset()


def spoken(text: str) -> Spoken:
    found: list[str] = []
    fixed: set[int] = set()
    last = 0
    for match in QUOTED.finditer(text):
        found += tokens(text[last : match.start()])
        quoted = tokens(match[match.lastindex or 0])
        fixed |= set(range(len(found), len(found) + len(quoted)))
        found += quoted
        last = match.end()
    return Spoken((*found, *tokens(text[last:])), frozenset(fixed))
