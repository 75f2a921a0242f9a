"""Rows, cards and entries as people name them by what their list is of: `the third message`."""

from __future__ import annotations

from functools import cached_property

from .compare import Row
from .kinds import FIELDS, ROWS, TICKS
from .parts import Parts, Scope
from .reading import Noun
from .scene import Thing
from .sight import Sight


class Lists:
    def __init__(self, sight: Sight, parts: Parts) -> None:
        self.sight = sight
        self.scene = sight.scene
        self.parts = parts
        self._lists: dict[int, Row] = {}

    @cached_property
    def entries(self) -> list[Thing]:
        """Rows, cards and entries that stand among others."""
        among: dict[int, list[Thing]] = {}
        for place in sorted(self.parts.items):
            among.setdefault(self.scene.things[place].up, []).append(self.scene.things[place])
        return [
            thing
            for things in among.values()
            if len(things) > 1
            for thing in things
            if self._is_entry(thing, len(things))
        ]

    def _is_entry(self, item: Thing, among: int) -> bool:
        """Whether an item is an entry of a list and not a part of a form."""
        if item.role in ("group", "region", "form"):
            return False
        if item.role in ROWS or item.sort == "control":
            return True
        first = next((thing for thing in self.scene.inside(item.place) if thing.sort == "control"), None)
        return among > 2 and (first is None or first.role not in FIELDS | TICKS)

    def row(self, target: Noun, thing: Thing, listed: bool) -> Row:
        """How well a thing says each word."""
        if target.kind is None or target.kind.level != "item":
            return self.sight.own[thing.place]
        row = self.sight.bag(Scope(thing.place, self.scene.ends[thing.place], thing.place), telling=listed)
        if not listed and target.order is None:
            return row
        if not listed:
            return tuple(map(max, row, self._called(thing)))
        head = target.words[-1] if self.sight.words[target.words[-1]].isalpha() else -1
        called = self._called(thing)
        told = any(row[place] > 0.5 for place in target.words if place != head)
        if target.order is None and not told and len(target.words) > 1:
            return self.sight.zero
        plain = (
            self.sight.numbers.plain
            if head >= 0 and self.sight.weight(self.sight.words[head]) == self.sight.numbers.noun
            else 0.0
        )
        return tuple(
            min(max(called[place], plain) if place == head else max(each, called[place]), 0.9)
            for place, each in enumerate(row)
        )

    def _called(self, thing: Thing) -> Row:
        """How well the list that an item is in is called by each word, by what is around it or heads it."""
        held = self._lists.get(thing.up)
        if held is None:
            best = self.sight.zero
            for scope in self.parts.scopes(thing.place):
                if self.sight.own[scope.head] is not self.sight.zero and scope.head not in self.parts.items:
                    best = tuple(
                        max(one, 0.9 * other) for one, other in zip(best, self.sight.own[scope.head], strict=True)
                    )
            held = self._lists[thing.up] = best
        return held
