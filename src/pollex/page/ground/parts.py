"""The parts of a page, each a run of things: boxes, rows and cards that repeat, and what stands under a heading."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from ...text.lexicon import name_words
from .kinds import ROWS, Kind, is_marked
from .scene import Scene, Thing

BOUNDS: Final = frozenset(
    {"main", "article", "region", "dialog", "alertdialog", "complementary", "contentinfo", "banner", "navigation",
    "form", "cell", "row", "listitem", "frame", "tabpanel", "search"}
)  # fmt: skip
"""Roles of boxes that a heading inside does not reach out of."""
LISTS: Final = frozenset({"list", "table", "grid", "navigation", "main", "banner", "contentinfo", "form", "tablist"})
NAMED: Final = frozenset(
    {"section", "part", "area", "group", "box", "column", "list", "table", "panel", "block", "form"}
)
"""What people call that which stands under a heading."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Things from a place up to another; `head` is the place of what names them, a box or a heading."""

    begin: int
    end: int
    head: int
    boxed: bool = True

    def holds(self, place: int) -> bool:
        return self.begin <= place < self.end


class Parts:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._scopes: dict[int, tuple[Scope, ...]] = {}
        self._rows: dict[int, tuple[tuple[int, int], ...]] = {}

    @cached_property
    def items(self) -> frozenset[int]:
        """Places of everything that may be called a row, a card or an entry."""
        alike = self._repeated()
        return frozenset(thing.place for thing in self.scene.things if self._is_item(thing, alike))

    def _is_item(self, thing: Thing, alike: set[int]) -> bool:
        if thing.sort == "control":
            opens = thing.role in ("option", "treeitem", "menuitem")
            return opens or thing.place in alike or self.scene.ends[thing.place] > thing.place + 1
        if thing.sort != "group":
            return False
        if thing.role == "row":
            cells = [self.scene.things[place].role for place in self.scene.children[thing.place]]
            return not cells or any(role != "columnheader" for role in cells)
        return thing.role in ROWS or (thing.place in alike and thing.role not in LISTS)

    def _repeated(self) -> set[int]:
        """Boxes that stand among others of the same making."""
        found: set[int] = set()
        for children in self.scene.children:
            if len(children) < 2:
                continue
            groups: dict[tuple[str, str], list[int]] = {}
            for place in children:
                thing = self.scene.things[place]
                if (thing.sort == "group" and thing.role not in ("cell", "gridcell", "columnheader", "rowheader")) or (
                    thing.sort == "control" and thing.box.height > 60 and thing.box.width > 100
                ):
                    groups.setdefault((thing.tag, thing.icon.split(" ", 1)[0]), []).append(place)
            found.update(place for places in groups.values() if len(places) > 1 for place in places)
        return found

    @cached_property
    def sections(self) -> tuple[Scope, ...]:
        """What stands under each heading, or under a text or a button that boxes follow."""
        return tuple(sorted((*self._headed(), *self._captioned()), key=lambda scope: scope.begin))

    def _headed(self) -> Iterator[Scope]:
        heads = self.scene.headings
        for at, head in enumerate(heads):
            bound = next((up for up in self.scene.above(head.place) if self.scene.things[up].role in BOUNDS), None)
            end = len(self.scene.things) if bound is None else self.scene.ends[bound]
            after = next((each.place for each in heads[at + 1 :] if each.level <= head.level), end)
            yield Scope(head.place, min(end, after), head.place, False)

    def _captioned(self) -> Iterator[Scope]:
        things = self.scene.things
        for children in self.scene.children:
            heads = [
                one for one, other in pairwise(children)
                if things[one].sort in ("text", "control") and things[one].said and things[other].sort == "group"
            ]  # fmt: skip
            if len(heads) < 2:
                continue
            end = self.scene.ends[children[-1]]
            for at, head in enumerate(heads):
                alike = (each for each in heads[at + 1 :] if things[each].tag == things[head].tag)
                yield Scope(head, next(alike, end), head, False)

    @cached_property
    def _over(self) -> list[tuple[Scope, ...]]:
        """For each place the sections that hold it."""
        starting = [scope.begin for scope in self.sections]
        held: list[tuple[Scope, ...]] = []
        now: tuple[Scope, ...] = ()
        at = 0
        for place in range(len(self.scene.things)):
            if any(scope.end <= place for scope in now):
                now = tuple(scope for scope in now if scope.end > place)
            if at < len(starting) and starting[at] == place:
                until = bisect_left(starting, place + 1, at)
                now = (*now, *self.sections[at:until])
                at = until
            held.append(now)
        return held

    def scopes(self, place: int) -> tuple[Scope, ...]:
        """All parts that hold a thing, the smallest first; not the thing itself."""
        held = self._scopes.get(place)
        if held is None:
            over = (scope for scope in self._over[place] if scope.head != place)
            boxes = (Scope(each, self.scene.ends[each], each) for each in self.scene.above(place))
            held = self._scopes[place] = tuple(sorted((*boxes, *over), key=_size))
        return held

    def rows(self, place: int) -> tuple[tuple[int, int], ...]:
        """The rows, cards and entries that a thing is or is in, each with the place of the list around it."""
        held = self._rows.get(place)
        if held is None:
            around = (place, *self.scene.above(place))
            held = tuple((self.scene.things[each].up, each) for each in around if each in self.items)
            self._rows[place] = held
        return held

    def section_of(self, head: int) -> Scope | None:
        """What stands under a heading."""
        at = bisect_left(self.sections, head, key=lambda scope: scope.begin)
        return self.sections[at] if at < len(self.sections) and self.sections[at].head == head else None

    def item_of(self, place: int) -> int | None:
        """The innermost row, card or entry that a thing is in."""
        return next((outer for outer in self.scene.above(place) if outer in self.items), None)

    def part_fit(self, place: int, kind: Kind) -> float:
        """How well a part of the page is of a kind."""
        part = self.scene.things[place]
        if kind.level == "item":
            return item_fit(part, kind) if place in self.items else 0.0
        if part.sort != "group":
            return 0.0
        return 1.0 if part.role in kind.roles else 0.9 * is_marked(part, kind.marks)

    def scope_fit(self, scope: Scope, kind: Kind) -> float:
        if scope.boxed:
            return self.part_fit(scope.head, kind)
        return 0.8 if kind.level == "region" and kind.marks & NAMED else 0.0


def _size(scope: Scope) -> int:
    return scope.end - scope.begin


def item_fit(thing: Thing, kind: Kind) -> float:
    """How well an item is of the kind that was asked for."""
    marks = set(name_words(thing.icon).tokens) if thing.icon else set()
    if "row" in kind.marks:
        return 1.0 if thing.role == "row" else 0.78 if thing.role in ROWS else 0.6
    if "card" in kind.marks and (thing.box.height < 56 or thing.box.width < 90):
        return 0.6
    if kind.marks & marks:
        return 1.0
    if thing.role == "row":
        return 0.97 if "item" in kind.marks else 0.85
    return 0.95 if thing.role in ROWS or thing.sort == "control" else 0.9
