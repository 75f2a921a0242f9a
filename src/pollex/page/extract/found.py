"""Data as it grows, each value with its place on the page, and what could not be proven."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...core.fault import Fault, Issue
from ...core.path import pointer
from ...core.suggest import nearest
from ..driver import Frame
from .atoms import Record
from .field import Field
from .schema_tree import SchemaNode
from .values import Value


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a value stands, and the words that were read there; none for what is only the place of a list."""

    frame: Frame
    number: int
    facet: str = ""
    seen: str = ""


@dataclass(slots=True)
class Extraction:
    """What was gathered so far."""

    proof: dict[str, Proof] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)

    def prove(self, path: Iterable[str | int], value: Value) -> None:
        atom = value.atom
        self.proof[pointer(tuple(path))] = Proof(atom.frame, atom.number, value.facet, value.seen)

    def miss(self, path: tuple[str | int, ...], wanted: SchemaNode, why: str, records: Iterable[Record]) -> None:
        """A value that is not on the page: a mistake where it is required, else only a note."""
        place = pointer(path)
        if not wanted.required:
            self.notes.append(f"{place} was left out: {why}.")
            return
        near = near_labels(wanted, records)
        hint = f"Near: {', '.join(near)}." if near else "Make it optional, or look at another page."
        expected = str(wanted.schema.get("format") or wanted.kind)
        self.issues.append(Issue(place, f"{wanted.name!r} could not be proven: {why}.", expected, None, hint))

    def check(self) -> None:
        if self.issues:
            raise Fault.from_issues("not_found", self.issues, what="Not on the page")


def near_labels(wanted: SchemaNode, records: Iterable[Record]) -> list[str]:
    """Labels that are there, the likest first."""
    said = ("column", "term")
    labels = list(
        dict.fromkeys(
            label for record in records for atom in record.atoms for by, label in atom.labels if by in said and label
        )
    )
    likest = nearest(wanted.name, labels)
    return [repr(label) for label in (*likest, *(label for label in labels if label not in likest))][:6]


def put(data: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Set a value in nested objects."""
    for name in path[:-1]:
        data = data.setdefault(name, {})
    data[path[-1]] = value


def ordered(data: dict[str, Any], wanted: SchemaNode) -> dict[str, Any]:
    """The same data in the order of the schema."""
    listed = [field for field in wanted.fields if field.name in data]
    return {
        field.name: ordered(data[field.name], field) if field.kind == "object" else data[field.name] for field in listed
    }


def fill(found: Extraction, leaf: SchemaNode, field_: Field, at: int, base: tuple[str | int, ...]) -> tuple[bool, Any]:
    """The value of a field in one record, proven; whether there is one."""
    values = field_.picked[at].values
    if not values:
        return False, None
    if leaf.kind != "array":
        found.prove((*base, *leaf.path), values[0])
        return True, values[0].data
    for place, value in enumerate(values):
        found.prove((*base, *leaf.path, place), value)
    return True, [value.data for value in values]
