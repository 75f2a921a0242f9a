"""What was known of an element at the moment it was acted on, and how well another element fits that record.

Compile turns evidence into selectors; heal scores the elements of a changed page against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from ..core.json import Object
from ..core.result import Result
from ..text.words import folded


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
    type: str | None = None
    """The kind of a field or button: password, submit."""
    field: str | None = None
    """By which name, and for boxes and buttons with which value, its server hears of it."""
    form: str | None = None
    """Where its form is sent to."""
    sends: str | None = None
    """The name of the button that its form is sent off with."""
    part: str | None = None
    """The landmark or dialog that it is in."""
    position: int | None = None
    """Place among the elements of the same role and name, from 0."""
    likes: int | None = None
    """How many elements share role and name."""
    neighbours: tuple[str, ...] = ()
    """Texts near it: the row's other cells, the heading above, the group's legend."""
    others: tuple[str, ...] = ()
    """Names of other elements of its role around it. What is called so later is one of them."""
    on: bool | None = None
    """Whether it was on, if a click turns it on and off."""

    def to_json(self) -> Object:
        known = {key: value for key, value in asdict(self).items() if value not in (None, ())}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in known.items()}

    @classmethod
    def from_json(cls, data: Object) -> Evidence:
        known = {field.name for field in fields(cls)}
        values: Object = {key: value for key, value in data.items() if key in known}
        lists: Object = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


def element_of(result: Result, pointer: str = "/selector") -> Evidence | None:
    """Return the element that a call acted on, or that shows the value at `pointer`."""
    known = result.proof.get(pointer)
    return None if known is None else Evidence.from_json(known)


class Weight(NamedTuple):
    """What a fact counts where it is found again, and what it counts against an element where it is not.

    Those differ: an id that is the same says much, one that is not says little, since they are often renamed together.
    """

    gain: float
    loss: float


WEIGHTS: Final[dict[str, Weight]] = {
    "test_id": Weight(6.0, 0.5),
    "name": Weight(5.0, 3.0),
    "field": Weight(5.0, 5.0),
    "id": Weight(3.0, 0.3),
    "role": Weight(2.0, 3.0),
    "href": Weight(8.0, 2.5),
    "form": Weight(3.0, 3.5),
    "label": Weight(2.0, 1.0),
    "text": Weight(2.0, 1.0),
    "placeholder": Weight(1.5, 0.3),
    "type": Weight(1.0, 2.0),
    "part": Weight(1.0, 2.0),
    "css": Weight(1.0, 0.2),
    "tag": Weight(1.0, 1.0),
    "frame": Weight(1.0, 1.0),
}
NEIGHBOURS: Final = Weight(2.0, 1.0)
ROWS: Final = Weight(5.0, 5.0)
"""Neighbours of an element that is one of several alike: only they say which of them it was."""
ANOTHER: Final = Weight(0.0, 8.0)
"""An element that stood beside it, under this name, when it was written down."""
KIN: Final = (
    frozenset({"textbox", "searchbox", "combobox", "spinbutton"}),
    frozenset({"combobox", "listbox", "radiogroup"}),
    frozenset({"button", "link", "tab", "menuitem"}),
    frozenset({"checkbox", "switch"}),
)
"""Roles that stand for one another when a site is made anew."""
SAID: Final = frozenset({"name", "label", "text", "placeholder"})
"""Facts in words, which may be found in part; the others are found wholly or not at all."""
SHARP: Final = 1.5
"""Words that are half alike mostly say something else."""
LIKE: Final = 0.63
"""The least score of an element that can be taken for the one on record."""
Alike = Callable[[str, str], float]
"""How alike two texts are, from 0 to 1."""


def likeness(one: str, other: str) -> float:
    """How alike two texts are, letter by letter, letter case and spacing aside. Half of the letters is chance."""
    left, right = folded(one), folded(other)
    return 1.0 if left == right else max(0.0, 2 * SequenceMatcher(None, left, right).ratio() - 1)


def score(record: Evidence, candidate: Evidence, alike: Alike = likeness) -> float:
    """How well `candidate` fits `record`, from 0 to 1. Only what the record knows is weighed."""
    gained = lost = 0.0
    for weight, fit in _fits(record, candidate, alike):
        gained += weight.gain * fit
        lost += weight.loss * (1 - fit)
    return gained / (gained + lost) if gained else 0.0


def _fits(record: Evidence, candidate: Evidence, alike: Alike) -> Iterator[tuple[Weight, float]]:
    """For each fact of the record, what it counts and how well it fits."""
    said: set[str] = set()
    for name, weight in WEIGHTS.items():
        known, found = getattr(record, name), getattr(candidate, name)
        if known is None or (name in SAID and known in said):
            continue
        if name in SAID:
            said.add(known)
            yield weight, 0.0 if found is None else alike(known, found) ** SHARP
        elif name == "role" and any(known in kin and found in kin for kin in KIN) and known != found:
            yield weight, 0.5
        else:
            yield weight, float(known == found)
    if record.neighbours:
        near = set(map(folded, candidate.neighbours))
        kept = sum(folded(text) in near for text in record.neighbours)
        yield ROWS if (record.likes or 1) > 1 else NEIGHBOURS, kept / len(record.neighbours)
    if _is_another(record, candidate):
        yield ANOTHER, 0.0


def _is_another(record: Evidence, candidate: Evidence) -> bool:
    if record.name is None or candidate.name is None or folded(candidate.name) == folded(record.name):
        return False
    return any(folded(candidate.name).startswith(folded(other).removesuffix("…")) for other in record.others)


def contradicts(record: Evidence, found: Evidence, alike: Alike = likeness) -> bool:
    """Whether an element is plainly another than the one on record: of another role, and like it in little else.

    One of the same role may be called anything: the first message of a list is another one every day.
    """
    if record.role is None or found.role in (None, record.role):
        return False
    return score(record, found, alike) < LIKE
