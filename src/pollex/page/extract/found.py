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
from .pick import MISSING
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
    is_open: bool = False
    """Whether something was not found, or is in doubt."""

    def prove(self, path: Iterable[str | int], value: Value) -> None:
        atom = value.atom
        self.proof[pointer(tuple(path))] = Proof(atom.frame, atom.number, value.facet, value.seen)

    def miss(self, path: tuple[str | int, ...], wanted: SchemaNode, why: str, records: Iterable[Record]) -> None:
        """A value that is not on the page: a mistake where it is required, else only a note."""
        self.is_open |= wanted.required or why != MISSING
        place = pointer(path)
        if not wanted.required:
            self.leave_out(path, f"{why}.")
            return
        near = near_labels(wanted, records)
        hint = f"Near: {', '.join(near)}." if near else "Make it optional, or look at another page."
        expected = str(wanted.schema.get("format") or wanted.kind)
        self.issues.append(Issue(place, f"{wanted.name!r} could not be proven: {why}.", expected, None, hint))

    def leave_out(self, path: tuple[str | int, ...], why: str) -> None:
        self.notes.append(f"{pointer(path)} was left out: {why}")

    def doubt(self, path: tuple[str | int, ...], why: str) -> None:
        """A value that may be another than the one that is meant."""
        self.is_open = True
        self.notes.append(f"{pointer(path)} is not certain: {why}.")

    def fault(self) -> Fault | None:
        """Return what a schema requires and the page does not show, if there is something."""
        return Fault.from_issues("not_found", self.issues, what="Not on the page") if self.issues else None


def near_labels(wanted: SchemaNode, records: Iterable[Record]) -> list[str]:
    """Labels that are there, the likest first; without any, what is said."""
    records = list(records)
    said = ("column", "term")
    labels = list(
        dict.fromkeys(
            label for record in records for atom in record.atoms for by, label in atom.labels if by in said and label
        )
    )
    labels = labels or list(
        dict.fromkeys(atom.text[:40] for record in records[:1] for atom in record.atoms if atom.text)
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
