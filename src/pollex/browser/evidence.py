"""Evidence: what was known of an element when it was acted on, and how well another element matches it.

Compile turns evidence into selectors; heal scores the elements of a changed page against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
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
    looks: str | None = None
    """What it looks like, where nothing names it: the name of its icon, its handler or its class."""
    id: str | None = None
    css: str | None = None
    xpath: str | None = None
    href: str | None = None
    frame: str | None = None
    type: str | None = None
    """The kind of a field or button: password, submit."""
    field: str | None = None
    """The name, and for boxes and buttons the value, under which it is submitted."""
    form: str | None = None
    """The address that its form is sent to."""
    sends: str | None = None
    """The name of the button that submits its form."""
    part: str | None = None
    """The landmark or dialog that contains it."""
    position: int | None = None
    """Its index among the elements of the same role and name, from 0."""
    likes: int | None = None
    """How many elements share role and name."""
    row: str | None = None
    """CSS for boxes of its row's kind, where rows are neither of a table nor of a list."""
    row_texts: tuple[str, ...] = ()
    """The first texts of that box."""
    rowless: bool | None = None
    """Whether it stands in no row or card at all, so that its neighbours are headings and names of groups."""
    neighbours: tuple[str, ...] = ()
    """Texts near it: the row's other cells, the heading above, the group's legend."""
    others: tuple[str, ...] = ()
    """Names of other elements of its role around it, which a later candidate must not have."""
    options: tuple[str, ...] = ()
    """The first options of a list."""
    on: bool | None = None
    """Whether it was on, if a click turns it on and off."""

    def to_json(self) -> Object:
        known = {key: value for key in KEYS if (value := getattr(self, key)) not in (None, ())}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in known.items()}

    @classmethod
    def from_json(cls, data: Object) -> Evidence:
        known = {field.name for field in fields(cls)}
        values: Object = {key: value for key, value in data.items() if key in known}
        lists: Object = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


KEYS: Final = tuple(field.name for field in fields(Evidence))
KINDS: Final[dict[str, Object]] = {
    "str | None": {"type": "string"},
    "int | None": {"type": "integer"},
    "bool | None": {"type": "boolean"},
    "tuple[str, ...]": {"type": "array", "items": {"type": "string"}},
}
PROPERTIES: Final = {field.name: KINDS[str(field.type)] for field in fields(Evidence)}
"""Of evidence as JSON."""


def element_of(result: Result, pointer: str = "/selector") -> Evidence | None:
    """Return the element that a call acted on, or that shows the value at `pointer`."""
    known = result.proof.get(pointer)
    return None if known is None else Evidence.from_json(known)


class Weight(NamedTuple):
    """The weight of a fact that matches, and its weight against an element if it does not.

    Those differ: an equal id says much, a different one says little, since ids are often renamed together.
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
"""The weight of neighbours for one of several similar elements: only they tell them apart."""
OPTIONS: Final = Weight(4.0, 1.0)
"""The weight of the options of a list: another list seldom offers the same, and the same list may offer other data."""
ANOTHER: Final = Weight(0.0, 8.0)
"""The weight against an element whose name another one had when the evidence was recorded."""
KIN: Final = (
    frozenset({"textbox", "searchbox", "combobox", "spinbutton"}),
    frozenset({"combobox", "listbox", "radiogroup"}),
    frozenset({"button", "link", "tab", "menuitem"}),
    frozenset({"checkbox", "switch"}),
)
"""Roles that replace one another in redesigns."""
SAID: Final = frozenset({"name", "label", "text", "placeholder"})
"""Facts in words, which may match in part; the others match entirely or not at all."""
SHARP: Final = 1.5
"""Makes partial matches count less: words that are half alike mostly mean something else."""
LIKE: Final = 0.63
"""The least score at which an element counts as the recorded one."""
Alike = Callable[[str, str], float]
"""The similarity of two texts, from 0 to 1."""


def likeness(one: str, other: str) -> float:
    """Return the similarity of two texts, without case and spacing. Half of the letters in common is chance."""
    left, right = folded(one), folded(other)
    return 1.0 if left == right else max(0.0, 2 * SequenceMatcher(None, left, right).ratio() - 1)


def score(record: Evidence, candidate: Evidence, alike: Alike = likeness) -> float:
    """Return how well `candidate` matches `record`, from 0 to 1. Only facts that the record has are counted."""
    gained = lost = 0.0
    for weight, fit in _fits(record, candidate, alike):
        gained += weight.gain * fit
        lost += weight.loss * (1 - fit)
    return gained / (gained + lost) if gained else 0.0


def _fits(record: Evidence, candidate: Evidence, alike: Alike) -> Iterator[tuple[Weight, float]]:
    """Yield the weight of each fact of the record, and how well it matches."""
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
        weight = ROWS if (record.likes or 1) > 1 else NEIGHBOURS
        yield weight, _kept(record.neighbours, candidate.neighbours)
    if record.options:
        yield OPTIONS, _kept(record.options, candidate.options)
    if _is_another(record, candidate):
        yield ANOTHER, 0.0


def _kept(known: tuple[str, ...], found: tuple[str, ...]) -> float:
    """Return the share of the known texts that are among those found."""
    texts = set(map(folded, found))
    return sum(folded(text) in texts for text in known) / len(known)


def _is_another(record: Evidence, candidate: Evidence) -> bool:
    if record.name is None or candidate.name is None or folded(candidate.name) == folded(record.name):
        return False
    return any(folded(candidate.name).startswith(folded(other).removesuffix("…")) for other in record.others)


def contradicts(record: Evidence, found: Evidence, alike: Alike = likeness) -> bool:
    """Return whether an element is clearly a different one: another role, and little else in common.

    One of the same role may have any name: the first message of a list is another one every day.
    """
    if record.role is None or found.role in (None, record.role):
        return False
    return score(record, found, alike) < LIKE
