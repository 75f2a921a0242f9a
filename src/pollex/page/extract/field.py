"""A field of records, known by a trait: how we know it and in which words, ("column", ("price",))."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...text.numbers import is_money
from .atoms import Atom, Record
from .labels import label_words
from .pick import Picked
from .schema_tree import SchemaNode
from .semantic_types import semantic_types

Trait: TypeAlias = tuple[str, tuple[str, ...]]
SOURCES: Final = {"column": 1.0, "term": 1.0, "clause": 0.9, "lead": 0.85, "attribute": 0.85, "class": 0.8}
"""How much we trust a label, by where it comes from."""


@dataclass(frozen=True, slots=True)
class Field:
    """A property, the trait it was found by, and its value (or why there is none) in each record."""

    wanted: SchemaNode
    trait: Trait
    score: float
    picked: tuple[Picked, ...]
    rival: Field | None = None
    """Another field, with another value, that fits nearly as well."""

    def places(self) -> set[tuple[int, str]]:
        return {(value.atom.number, value.facet) for each in self.picked for value in each.values}

    def filled(self) -> int:
        """In how many records it has a value."""
        return sum(bool(each.values) for each in self.picked)

    def example(self) -> str:
        return next((value.seen for each in self.picked for value in each.values), "")

    def describe(self) -> str:
        """What it is called, and what it says."""
        return f"{' '.join(self.trait[1]) or self.trait[0]}: {self.example()[:60]!r}"


def traits_of(records: Sequence[Record]) -> dict[Trait, list[Sequence[int]]]:
    """By trait, the places of the atoms that have it in each record."""
    found: dict[Trait, dict[int, list[int]]] = {}
    for at, record in enumerate(records):
        for place, atom in enumerate(record.atoms):
            for trait in set(_traits(atom, record)):
                found.setdefault(trait, {}).setdefault(at, []).append(place)
    return {trait: [held.get(at, ()) for at in range(len(records))] for trait, held in found.items()}


def _traits(atom: Atom, record: Record) -> Iterator[Trait]:
    old = ("old",) if any(by == "old" for by, _ in atom.labels) else ()
    for by, label in atom.labels:
        if by == "class":
            for token in label.split():
                yield by, (*label_words(token.split("--")[0].rsplit("__", 1)[-1]), *old)
        elif by in SOURCES:
            yield by, (*label_words(label), *old)
    if old and is_money(atom.text):
        yield "term", ("old", "price")
    if not old:
        yield from ((nature, said) for nature, said in semantic_types(atom, record))
