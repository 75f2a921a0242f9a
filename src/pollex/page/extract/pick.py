"""The value of one property in one record, among the atoms that have its trait."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from .atoms import Atom, Record
from .schema_tree import SchemaNode
from .values import EMPTY, Habits, Value, convert

MISSING: Final = "it is not there"
SPLIT: Final = re.compile(r"\s*[,;]\s+")


@dataclass(frozen=True, slots=True)
class Picked:
    """The values found: one, several for a list; or why there is none."""

    values: tuple[Value, ...] = ()
    why: str = ""

    def data(self) -> list[Any]:
        return [value.data for value in self.values]


def pick(record: Record, places: Sequence[int], wanted: SchemaNode, habits: Habits) -> Picked:
    """What is found at these places of a record. Several different values for one property are none."""
    if not places:
        return Picked(why=MISSING)
    outer = outermost(record.atoms, places)
    if wanted.kind == "array":
        return _several(record, places, outer, wanted, habits)
    found = [value for place in outer if (value := _one(record.atoms, place, places, wanted, habits))]
    said = "; ".join(repr(record.atoms[place].text[:60]) for place in outer[:4])
    if not found:
        return Picked(why=f"it cannot be read as {wanted.schema.get('format') or wanted.kind}: {said}")
    if any(value.data != found[0].data for value in found):
        return Picked(why=f"it has several values: {said}")
    return Picked((found[0],))


def outermost(atoms: Sequence[Atom], places: Sequence[int]) -> list[int]:
    """Those of some places that are in none of the others."""
    return [place for place in places if not _is_inside(place, set(places), atoms)]


def _is_inside(place: int, others: set[int], atoms: Sequence[Atom]) -> bool:
    around = atoms[place].around
    while around is not None:
        if around in others:
            return True
        around = atoms[around].around
    return False


def _one(atoms: Sequence[Atom], place: int, places: Sequence[int], wanted: SchemaNode, habits: Habits) -> Value | None:
    """The value of an atom, or the one value of the parts of it that have the same trait."""
    atom = atoms[place]
    if not wanted.required and wanted.kind == "string" and not wanted.nullable and atom.text.strip() in EMPTY:
        return None
    if value := convert(atom, wanted, habits):
        return value
    inner = [atoms[each] for each in places if _is_inside(each, {place}, atoms)]
    found = [value for each in inner if (value := convert(each, wanted, habits))]
    return found[0] if found and all(value.data == found[0].data for value in found) else None


def _several(record: Record, places: Sequence[int], outer: Sequence[int], wanted: SchemaNode, habits: Habits) -> Picked:
    item = wanted.items
    if item is None or item.kind in ("object", "array"):
        return Picked(why="it is a list inside a list, which is not read by rule")
    atoms = [record.atoms[place] for place in outer]
    if len(outer) == 1:
        inner = [place for place in places if _is_inside(place, {outer[0]}, record.atoms)]
        leaves = [place for place in inner if not any(_is_inside(other, {place}, record.atoms) for other in inner)]
        parts = [record.atoms[place] for place in leaves if record.atoms[place].facet == "text"]
        if len(parts) > 1:
            atoms = parts
        elif not atoms[0].text.strip():
            return Picked(why="it is empty")
    found: list[Value] = []
    for atom in atoms:
        texts = SPLIT.split(atom.text) if len(atoms) == 1 else [atom.text]
        for text in texts:
            value = convert(replace(atom, text=text, own=None), item, habits)
            if value is None:
                return Picked(why=f"it holds {text[:60]!r}, which cannot be read as {item.kind}")
            found.append(replace(value, atom=atom, seen=atom.text))
    return Picked(tuple(found))
