"""What was known of an element at the moment it was acted on, and how well another element fits that record.

Compile turns evidence into selectors; heal scores the elements of a changed page against it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from difflib import SequenceMatcher
from typing import Final

from .json import Object


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything by which a person or a program could find the element again."""

    tag: str | None = None
    test_id: str | None = None
    role: str | None = None
    name: str | None = None
    label: str | None = None
    text: str | None = None
    placeholder: str | None = None
    id: str | None = None
    css: str | None = None
    xpath: str | None = None
    href: str | None = None
    frame: str | None = None
    position: int | None = None
    """Place among the elements of the same role and name, from 0."""
    likes: int | None = None
    """How many elements share role and name."""
    neighbours: tuple[str, ...] = ()
    """Texts near it: the row's other cells, the heading above, the group's legend."""

    def to_json(self) -> Object:
        known = {key: value for key, value in asdict(self).items() if value not in (None, ())}
        return known | {"neighbours": list(self.neighbours)} if self.neighbours else known

    @classmethod
    def from_json(cls, data: Object) -> Evidence:
        known = {field.name for field in fields(cls)}
        values = {key: value for key, value in data.items() if key in known}
        return cls(**{**values, "neighbours": tuple(values.get("neighbours", ()))})


WEIGHTS: Final[dict[str, float]] = {
    "test_id": 5.0,
    "name": 4.0,
    "label": 3.0,
    "id": 3.0,
    "role": 2.0,
    "text": 2.0,
    "placeholder": 1.5,
    "href": 1.5,
    "css": 1.0,
    "xpath": 0.5,
    "tag": 1.0,
    "frame": 1.0,
    "position": 0.5,
}
NEIGHBOUR_WEIGHT: Final = 2.0
EXACT: Final = frozenset({"test_id", "role", "tag", "frame", "position"})
"""Fields that fit wholly or not at all; the others may fit in part."""


def folded(text: str) -> str:
    """A text without what does not matter: letter case and spacing."""
    return " ".join(text.split()).casefold()


def likeness(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1, letter case and spacing aside."""
    left, right = folded(one), folded(other)
    return 1.0 if left == right else SequenceMatcher(None, left, right).ratio()


def score(record: Evidence, candidate: Evidence) -> float:
    """How well `candidate` fits `record`, from 0 to 1. Only what the record knows is weighed."""
    total = gained = 0.0
    for name, weight in WEIGHTS.items():
        known = getattr(record, name)
        if known is None:
            continue
        total += weight
        found = getattr(candidate, name)
        if found is None:
            continue
        gained += weight * (float(known == found) if name in EXACT else likeness(known, found))
    if record.neighbours:
        total += NEIGHBOUR_WEIGHT
        near = set(map(folded, candidate.neighbours))
        kept = sum(folded(text) in near for text in record.neighbours)
        gained += NEIGHBOUR_WEIGHT * kept / len(record.neighbours)
    return gained / total if total else 0.0
