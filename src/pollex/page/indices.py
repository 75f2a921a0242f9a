"""The numbers that people and models see. One belongs to one element of one document, also when that is drawn anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from .driver import Frame
from .twins import Standing, twins

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

    def see(self, frame: Frame, shown: Sequence[Standing], gone: Iterable[int]) -> None:
        """Give what was drawn anew the index that it had. `gone` are elements that left the document."""
        drawn = self._drawn.setdefault(frame.document, DrawnControls())
        if len(self._drawn) > DOCUMENTS:
            del self._drawn[next(iter(self._drawn))]
        went = [drawn.standing.pop(number) for number in gone if number in drawn.standing]
        drawn.went = [each for each in ([went] if went else []) + drawn.went if each][:DRAWINGS]
        came = [each for each in shown if (frame.document, each.number) not in self._known]
        for lost in drawn.went:
            pairs = {old.number: new.number for old, new in twins(lost, came)}
            for old, new in pairs.items():
                self._take_over(frame, old, new)
            lost[:] = [each for each in lost if each.number not in pairs]
            came = [each for each in came if (frame.document, each.number) not in self._known]
        drawn.standing.update((each.number, each) for each in shown)

    def _take_over(self, frame: Frame, old: int, new: int) -> None:
        index = self._known.pop((frame.document, old))
        self._known[frame.document, new] = index
        self._places[index - 1] = frame, new

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
        return f"It was the {was.role} {was.name!r}; {now}."


def _beside(control: Standing) -> str:
    return f" beside {' '.join(sorted(control.near)[:4])}" if control.near else ""
