"""The numbers that people and models see. One belongs to one element of one document, also when that is drawn anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..core.json import Object
from ..text.clip import clipped
from ..text.words import tokens
from .driver import Frame
from .row_lists import are_same
from .standing import Called, Standing
from .twins import chosen_twins, only_twins, rearranged, twins

DOCUMENTS: Final = 32
"""Documents of which it is known where their controls stand."""
DRAWINGS: Final = 12
"""How often a document may have taken controls away until the first ones are forgotten."""
LISTED: Final = 5


@dataclass(slots=True)
class DrawnControls:
    """The controls of one document: those that stand, and those that went without a twin, the last ones first."""

    standing: dict[int, Standing] = field(default_factory=dict)
    went: list[list[Standing]] = field(default_factory=list)
    up: dict[int, int] = field(default_factory=dict)
    """Of each element around them that is in the document, the one around it."""

    def take_away(self, gone: Iterable[int]) -> list[Standing]:
        """Take controls away that left the document; each knows by which names it was the only one, and where."""
        left = [number for number in gone if number in self.standing]
        names = _counted(self.standing.values()) if left else Counter()
        return [_known_alone(self.standing.pop(number), names, tuple(self._around(number))) for number in left]

    def move(self, lineage: Object) -> None:
        """Learn what is around elements now, and which of these are gone."""
        for number in lineage["gone"]:
            self.up.pop(number, None)
        told = iter(lineage["up"])
        self.up.update(zip(told, told, strict=True))

    def _around(self, number: int) -> Iterator[int]:
        while (above := self.up.get(number)) is not None:
            yield (number := above)

    def may_be(self, old: Standing, new: Standing) -> bool:
        """Whether nothing says that they are two: that their rows are others, or that the old one's place is empty."""
        if not (are_same(old.rows, new.rows) if old.rows and new.rows else _is_named_row(old, new)):
            return False
        if old.rows and old.rows[-1].number not in self.up:
            return True  # the row itself was drawn anew, wherever it is now
        place = next((each for each in old.around if each in self.up), None)
        return place is None or place in self._around(new.number)

    def names_with(self, shown: Iterable[Standing]) -> Counter[Called]:
        """Count the names of what stands, with what is shown now."""
        return _counted({**self.standing, **{each.number: each for each in shown}}.values())


class Indices:
    """Numbers of a tab, from 1, given at first sight."""

    def __init__(self) -> None:
        self._places: list[tuple[Frame, int]] = []
        self._known: dict[tuple[str, int], int] = {}
        self._drawn: dict[str, DrawnControls] = {}

    def of(self, frame: Frame, number: int) -> int:
        """The index of an element, which the page scripts know by `number`."""
        key = (frame.document, number)
        index = self._known.get(key)
        if index is None:
            self._places.append((frame, number))
            index = self._known[key] = len(self._places)
        return index

    def place(self, index: int) -> tuple[Frame, int] | None:
        """The frame and the number of an index that was given."""
        return self._places[index - 1] if 0 < index <= len(self._places) else None

    def has(self, index: object) -> bool:
        """Return whether an index was given."""
        return isinstance(index, int) and self.place(index) is not None

    def is_of_row(self, index: int) -> bool:
        """Return whether a control stands in a row, or others are called so: a page may write another row into it."""
        if (place := self.place(index)) is None or (drawn := self._drawn.get(place[0].document)) is None:
            return False
        own = drawn.standing.get(place[1])
        return own is not None and bool(
            own.in_row or own.rows or sum(each.key == own.key for each in drawn.standing.values()) > 1
        )

    def see(self, frame: Frame, shown: Sequence[Standing], gone: Iterable[int], lineage: Object) -> None:
        """Give what was drawn anew the index that it had. `gone` are elements that left the document."""
        drawn = self._drawn.setdefault(frame.document, DrawnControls())
        seen_before = set(drawn.standing)
        if len(self._drawn) > DOCUMENTS:
            del self._drawn[next(iter(self._drawn))]
        lost, found_again = self._rearrange(frame, drawn, shown, gone := set(gone))
        went = drawn.take_away(gone)
        drawn.move(lineage)
        drawn.went = [each for each in ([went] if went else []) + drawn.went if each][:DRAWINGS]
        came = [each for each in shown if each.number not in seen_before | found_again]
        now = drawn.names_with(shown)
        for left in drawn.went:
            found = (*only_twins(left, came, now), *twins(left, came, exact=left is not went))
            pairs = {old.number: new.number for old, new in found if drawn.may_be(old, new)}
            if left is went:
                taken = {*pairs, *pairs.values()}
                alone, others = ([each for each in some if each.number not in taken] for some in (left, came))
                chosen = chosen_twins(alone, others, (*drawn.standing.values(), *left))
                pairs |= {one.number: other.number for one, other in chosen}
            for old, new in pairs.items():
                self._take_over(frame, old, new)
            left[:] = [each for each in left if each.number not in pairs]
            came = [each for each in came if each.number not in pairs.values()]
        drawn.standing.update((each.number, each) for each in shown)
        drawn.went += [lost] if lost else []

    def _rearrange(
        self, frame: Frame, drawn: DrawnControls, shown: Sequence[Standing], gone: set[int]
    ) -> tuple[list[Standing], set[int]]:
        """Let indices follow their rows into other elements; return the controls whose rows are gone, and others."""
        now = {each.number for each in shown} | gone
        moves = rearranged((each for each in drawn.standing.values() if each.number in now), shown)
        taken = {new: self._known.pop((frame.document, old), None) for old, new in moves.items()}
        held = {new: index for new, index in taken.items() if index is not None}
        lost = []
        for new in held.keys() & drawn.standing.keys():
            if (index := self._known.pop((frame.document, new), None)) is not None:
                self._keep(frame, index, -index)  # of no element, until its row is there again
                lost.append(drawn.standing[new]._replace(number=-index))
        for new, index in held.items():
            self._keep(frame, index, new)
        for number in moves:
            drawn.standing.pop(number, None)
        return lost, set(held)

    def _keep(self, frame: Frame, index: int, number: int) -> None:
        self._known[frame.document, number] = index
        self._places[index - 1] = frame, number

    def _take_over(self, frame: Frame, old: int, new: int) -> None:
        self._keep(frame, self._known.pop((frame.document, old)), new)

    def whereabouts(self, index: int) -> str | None:
        """Say what an index was whose element is gone, and what is called like that now."""
        if (place := self.place(index)) is None or (drawn := self._drawn.get(place[0].document)) is None:
            return None
        was = next((each for lost in drawn.went for each in lost if each.number == place[1]), None)
        if was is None:
            return None
        like = [each for each in drawn.standing.values() if (each.role, each.name) == (was.role, was.name)]
        named = [f"[{self.of(place[0], each.number)}]{_beside(each)}" for each in like[:LISTED]]
        more = f" and {len(like) - LISTED} more" if len(like) > LISTED else ""
        now = f"called so now: {', '.join(named)}{more}" if named else "nothing is called so now"
        return f"It was the {was.role} {was.name!r}{_in_row(was, drawn.standing.values())}; {now}."


def _beside(control: Standing) -> str:
    words = _row_text(control) or clipped(control.of, 40) or " ".join(sorted(control.near)[:4])
    return f" beside {words}" if words else ""


def _in_row(was: Standing, now: Iterable[Standing]) -> str:
    """Name the row of a control that is gone, and say so where that stands there still."""
    if not was.rows:
        return ""
    row = was.rows[0]
    stays = any(row.text in (each.text, *each.others) for one in now for each in one.rows)
    return f" of {_row_text(was)!r}{', which may have it only while the pointer is over it' if stays else ''}"


def _row_text(control: Standing) -> str:
    return clipped(control.rows[0].text, 40) if control.rows else ""


def _counted(controls: Iterable[Standing]) -> Counter[Called]:
    return Counter(name for each in controls for name in each.called)


def _known_alone(control: Standing, names: Counter[Called], around: tuple[int, ...]) -> Standing:
    return control._replace(alone=frozenset(name for name in control.called if names[name] == 1), around=around)


def _is_named_row(old: Standing, new: Standing) -> bool:
    """Whether one that is in no row is that in a row by what stands before it; so is one of which neither is.

    Where that stayed, the name counts as well: "Select type" beside "Appointment", of which there is another.
    """
    rows = (*old.rows, *new.rows)
    near = new.near if old.rows else old.near
    if not rows or rows[-1].is_named(near):
        return True
    return bool(near) and old.near == new.near and rows[-1].is_named(near.union(tokens(old.name)))
