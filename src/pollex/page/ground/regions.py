"""The parts of a page, each a run of things: boxes, rows and cards that repeat, and what stands under a heading."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from .kinds import FIELDS, ROWS, TICKS, ElementKind, is_marked, item_fit
from .scene import Scene, Thing

BOUNDS: Final = frozenset({
    "main", "article", "region", "dialog", "alertdialog", "complementary", "contentinfo", "banner", "navigation",
    "form", "cell", "row", "listitem", "frame", "tabpanel", "search",
})  # fmt: skip
"""Roles of boxes that a heading inside does not reach out of."""
LISTS: Final = frozenset({"list", "table", "grid", "navigation", "main", "banner", "contentinfo", "form", "tablist"})
CELLS: Final = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
HEADED: Final = frozenset({"section", "part", "area", "group", "box", "column", "list", "table", "panel", "form"})
"""What people call that which stands under a heading."""


@dataclass(frozen=True, slots=True)
class Region:
    """Things from a place up to another; `head` is the place of what names them, a box or a heading."""

    begin: int
    end: int
    head: int
    boxed: bool = True

    @property
    def size(self) -> int:
        return self.end - self.begin

    def holds(self, place: int) -> bool:
        return self.begin <= place < self.end


class Regions:
    """The parts of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._around: dict[int, tuple[Region, ...]] = {}
        self._rows: dict[int, tuple[tuple[int, int], ...]] = {}
        self._heads: dict[int, tuple[int, ...]] = {}

    def box(self, place: int) -> Region:
        return Region(place, self.scene.ends[place], place)

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
        """Return boxes that stand among others of the same making."""
        found: set[int] = set()
        for children in self.scene.children:
            groups: dict[tuple[str, str], list[int]] = {}
            for thing in (self.scene.things[place] for place in children if len(children) > 1):
                large = thing.sort == "control" and thing.box.height > 60 and thing.box.width > 100
                if large or (thing.sort == "group" and thing.role not in CELLS):
                    groups.setdefault((thing.tag, thing.icon.split(" ", 1)[0]), []).append(thing.place)
            found.update(place for places in groups.values() if len(places) > 1 for place in places)
        return found

    @cached_property
    def entries(self) -> list[Thing]:
        """Rows, cards and entries that stand among others, and are no parts of a form."""
        among: dict[int, list[Thing]] = {}
        for place in sorted(self.items):
            among.setdefault(self.scene.things[place].up, []).append(self.scene.things[place])
        several = (things for things in among.values() if len(things) > 1)
        return [thing for things in several for thing in things if self._is_entry(thing, len(things))]

    def _is_entry(self, item: Thing, among: int) -> bool:
        if item.role in ("group", "region", "form"):
            return False
        if item.role in ROWS or item.sort == "control":
            return True
        first = next((thing for thing in self.scene.inside(item.place) if thing.sort == "control"), None)
        return among > 2 and (first is None or first.role not in FIELDS | TICKS)

    @cached_property
    def sections(self) -> tuple[Region, ...]:
        """What stands under each heading, or under a text or a button that boxes follow."""
        return tuple(sorted((*self._headed(), *self._captioned()), key=lambda region: region.begin))

    def _headed(self) -> Iterator[Region]:
        heads = [thing for thing in self.scene.things if thing.sort == "heading"]
        for at, head in enumerate(heads):
            bound = next((up for up in self.scene.above(head.place) if self.scene.things[up].role in BOUNDS), None)
            end = len(self.scene.things) if bound is None else self.scene.ends[bound]
            after = next((each.place for each in heads[at + 1 :] if each.level <= head.level), end)
            yield Region(head.place, min(end, after), head.place, False)

    def _captioned(self) -> Iterator[Region]:
        things = self.scene.things
        for children in self.scene.children:
            heads = [
                one for one, other in pairwise(children)
                if things[one].sort in ("text", "control") and things[one].said and things[other].sort == "group"
            ]  # fmt: skip
            for at, head in enumerate(heads if len(heads) > 1 else ()):
                alike = (each for each in heads[at + 1 :] if things[each].tag == things[head].tag)
                yield Region(head, next(alike, self.scene.ends[children[-1]]), head, False)

    def around(self, place: int) -> tuple[Region, ...]:
        """Return all parts that hold a thing, the smallest first; not the thing itself."""
        held = self._around.get(place)
        if held is None:
            begun = self.sections[: bisect_left(self.sections, place, key=lambda region: region.begin)]
            over = (region for region in begun if region.end > place)
            found = (*map(self.box, self.scene.above(place)), *over)
            held = self._around[place] = tuple(sorted(found, key=lambda region: region.size))
        return held

    def rows(self, place: int) -> tuple[tuple[int, int], ...]:
        """Return the rows, cards and entries that a thing is or is in, each with the place of the list around it."""
        held = self._rows.get(place)
        if held is None:
            around = (place, *self.scene.above(place))
            held = tuple((self.scene.things[each].up, each) for each in around if each in self.items)
            self._rows[place] = held
        return held

    def column_heads(self, row: int) -> tuple[int, ...]:
        """Return the places of what names the columns of the table that a row is in."""
        things, children = self.scene.things, self.scene.children
        tables = (up for up in self.scene.above(row) if things[up].role in ("table", "grid", "treegrid"))
        table = next(tables, None) if things[row].role == "row" else None
        if table is None:
            return ()
        if table not in self._heads:
            heads = [each for each in self.scene.inside(table) if each.role == "columnheader"]
            only = [each for each in heads if all(things[cell].role == each.role for cell in children[each.up])]
            self._heads[table] = tuple(at for each in only for at in range(each.place, self.scene.ends[each.place]))
        return self._heads[table]

    def item_of(self, place: int) -> int | None:
        """Return the innermost row, card or entry that a thing is in."""
        return next((outer for outer in self.scene.above(place) if outer in self.items), None)

    def part_fit(self, place: int, kind: ElementKind) -> float:
        """Return how well a part of the page is of a kind."""
        part = self.scene.things[place]
        if kind.level == "item":
            return item_fit(part, kind) if place in self.items else 0.0
        if part.sort != "group":
            return 0.0
        return 1.0 if part.role in kind.roles else 0.9 * is_marked(part, kind.marks)

    def fit(self, region: Region, kind: ElementKind) -> float:
        if region.boxed:
            return self.part_fit(region.head, kind)
        return 0.8 if kind.level == "region" and kind.marks & HEADED else 0.0
