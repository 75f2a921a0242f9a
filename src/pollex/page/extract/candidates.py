"""What could be meant by a property that the rules do not find: every field of the records that can be such a value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from .atoms import Record
from .field import Field, Trait, traits_of
from .labels import label_words, same
from .pick import pick
from .schema_tree import SchemaNode
from .values import Habits

MAX_CANDIDATES: Final = 40


def candidate_fields(
    leaf: SchemaNode, records: Sequence[Record], habits: Habits, taken: Collection[tuple[int, str]]
) -> list[Field]:
    """Fields that can be read as this property, those with a word in common first; none that serves another one."""
    found: dict[str, Field] = {}
    places: set[frozenset[tuple[int, str]]] = set()
    for trait, held in {**traits_of(records), **_nameless(records)}.items():
        picked = tuple(pick(record, at, leaf, habits) for record, at in zip(records, held, strict=True))
        field = Field(leaf, trait, 0.0, picked)
        here = frozenset(field.places())
        if here and here not in places and here.isdisjoint(taken):
            places.add(here)
            found.setdefault(field.describe(3), field)
    return sorted(found.values(), key=lambda field: (-_kinship(leaf, field), -field.filled()))[:MAX_CANDIDATES]


def _nameless(records: Sequence[Record]) -> dict[Trait, list[Sequence[int]]]:
    """Atoms by their place, where all records are built alike."""
    shapes = {tuple(atom.facet for atom in record.atoms) for record in records}
    if len(shapes) != 1:
        return {}
    return {("place", (str(place + 1),)): [(place,)] * len(records) for place in range(len(shapes.pop()))}


def _kinship(leaf: SchemaNode, field: Field) -> float:
    wanted = {*leaf.hints, *(word for name in leaf.names for word in name)}
    said = {*field.trait[1], *label_words(field.example())}
    return sum(max((same(word, other) for other in said), default=0.0) for word in wanted)
