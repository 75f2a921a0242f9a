"""Picks the one in the right place among equals: by order, or by the side of the page it is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .choice import Choice
from .fits import Fits
from .geometry import nth, outermost
from .kinds import FIELDS, TICKS
from .reading import Noun
from .scene import Thing
from .twins import distinct

FRAME: Final = frozenset({"banner", "navigation", "contentinfo", "search"})


class Pick:
    def __init__(self, fits: Fits) -> None:
        self.fits = fits
        self.scene = fits.scene

    def picked(self, target: Noun, choices: list[Choice], listed: bool) -> list[Choice]:
        """The one in the right place, where a place was asked for."""
        if not choices or (target.order is None and not target.sides):
            return choices
        most = max(choice.score for choice in choices)
        equals = sorted(
            (each for each in choices if each.score >= (0.95 if target.order is None else 0.9) * most),
            key=lambda choice: choice.thing.place,
        )
        kind = max(self.fits.of_kind(target.kind, each.thing) for each in equals)
        equals = [each for each in equals if self.fits.of_kind(target.kind, each.thing) >= kind - 0.01]
        equals = distinct(self.scene, self.fits.parts, equals, counting=True)
        if target.kind is None and target.order is not None and not listed:
            role = max(equals, key=lambda choice: choice.score).thing.role
            equals = [choice for choice in equals if choice.thing.role == role]
        if target.sides:
            kept = {thing.place for thing in outermost([choice.thing for choice in equals], target.sides)}
            equals = [choice for choice in equals if choice.thing.place in kept]
        if target.order is None:
            return equals
        exact = [each for each in equals if self.fits.is_called(target, each.thing)]
        equals = exact if len(exact) > 1 else equals
        if listed:
            equals = _longest(equals)
        if not target.words and target.kind is not None and target.kind.roles & (FIELDS | TICKS):
            equals = self._in_main(equals)
        one = nth(equals, target.order)
        if one is None:
            return []
        lone = self.fits.sight.numbers.first if target.order == 1 else self.fits.sight.numbers.lone
        return [one if len(equals) > 1 else replace(one, score=one.score * lone)]

    def _in_main(self, choices: list[Choice]) -> list[Choice]:
        """Who counts fields leaves out those of the page's frame, where there are others."""

        def framed(thing: Thing) -> bool:
            return any(self.scene.things[outer].role in FRAME for outer in self.scene.above(thing.place))

        kept = [choice for choice in choices if not framed(choice.thing)]
        return kept if len(kept) > 1 else choices


def _longest(choices: Sequence[Choice]) -> list[Choice]:
    """Those of the longest list."""
    lists: dict[int, list[Choice]] = {}
    for choice in choices:
        lists.setdefault(choice.thing.up, []).append(choice)
    return max(lists.values(), key=len, default=[])
