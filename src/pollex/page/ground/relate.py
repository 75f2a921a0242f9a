"""Where things stand: inside the part that is meant, and above, below, beside something."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from .grammar import Side, Way
from .items import item_fit
from .kinds import FIELDS, TICKS, Kind
from .phrase import Noun, Relation
from .scene import Box, Thing
from .sight import Sight
from .words import name_words, tokens

TINY: Final = 14
SMALL: Final = 40
"""Things in a part of the page that belong together."""
MISSING: Final = 0.35
"""Below this a word counts as not said at all."""


class Relations:
    """The relations of one reading, judged for things that are rivals for being meant."""

    def __init__(
        self, sight: Sight, rivals: Sequence[Thing], items: frozenset[int], closest: Sequence[Thing] = ()
    ) -> None:
        self.sight = sight
        self.scene = sight.scene
        self.items = items
        self.rivals = rivals
        self.closest = {thing.place for thing in closest or rivals}
        self.before = [0]
        for thing in self.scene.things:
            self.before.append(self.before[-1] + (thing.place in self.closest))

    def crowd(self, outer: int) -> int:
        """How many rivals are inside something."""
        return self.before[self.scene.ends[outer]] - self.before[outer]

    def fits(self, relation: Relation, things: Sequence[Thing], *, counting: bool = False) -> list[float]:
        if counting and relation.way in ("in", "below", "beside"):
            inside = self._scope(relation.anchor, things)
            if relation.way == "below":
                heads = [anchor for anchor in self.anchors(relation.anchor) if anchor.sort != "group"]
                inside = [
                    0.0 if any(self.scene.holds(head.place, thing.place) for head in heads) else fit
                    for fit, thing in zip(inside, things, strict=True)
                ]
            if relation.way == "in" or max(inside, default=0.0) > 0.6:
                return inside
            return self._towards(relation.way, relation.anchor, things)
        if relation.way == "in":
            return self.within(relation.anchor, things)
        if relation.way == "between":
            return self._between(relation, things)
        beside = self._beside(relation.way, relation.anchor, things)
        itself = {anchor.place for anchor in self.anchors(relation.anchor) if self._is_only(anchor, relation.anchor)}
        spoken = any(anchor.sort != "control" for anchor in self.anchors(relation.anchor))
        if relation.way == "beside" or (relation.way in ("below", "after") and spoken):
            inside = self.within(relation.anchor, things)
            if relation.way == "below":
                top = min((anchor.box.y for anchor in self.anchors(relation.anchor)), default=0.0)
                inside = [
                    fit if thing.box.y > top - 6 else 0.5 * fit for fit, thing in zip(inside, things, strict=True)
                ]
            return [
                0.0 if thing.place in itself else max(one, 0.97 * other)
                for one, other, thing in zip(beside, inside, things, strict=True)
            ]
        return beside

    def within(self, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """How well each thing is inside what is named."""
        found = [self._around(noun, thing) for thing in things]
        if noun.order is not None:
            return self._nth(noun, things, found)
        if noun.sides:
            return self._at_side(noun, things, found)
        return [fit for fit, _ in found]

    def _is_only(self, anchor: Thing, noun: Noun) -> bool:
        """Whether a control is called by the words of what it is seen from, and nothing else."""
        said = {self.sight.phrase.words[place] for place in noun.words}
        return anchor.sort == "control" and anchor.role not in FIELDS | TICKS and set(tokens(anchor.said)) <= said

    def _scope(self, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """Whether things are in the smallest part that is named so, where they are to be counted."""
        if noun.order is not None or noun.sides:
            return _all_or_none(self.within(noun, things))
        found = [self._around(noun, thing, counting=True) for thing in things]
        most = max((fit for fit, _ in found), default=0.0)
        sizes = [self.scene.ends[outer] - outer for fit, outer in found if fit >= 0.9 * most and outer >= 0]
        least = min(sizes, default=0)
        parts = {outer for fit, outer in found if fit >= 0.9 * most and self.scene.ends[outer] - outer == least}
        alone = noun.words and len(sizes) > 1
        if not noun.words:
            parts = {outer for fit, outer in found if fit >= 0.9 * most and outer >= 0}
            fullest = max(map(self.crowd, parts), default=0)
            chosen = [part for part in parts if self.crowd(part) == fullest]
            return [most if any(self.scene.holds(part, thing.place) for part in chosen) else 0.0 for thing in things]
        return [
            fit if fit >= 0.9 * most and (not alone or outer in parts or least == 1) else 0.0 for fit, outer in found
        ]

    def _towards(self, way: Way, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """Whether things lie in a direction, right across from what they are seen from."""
        anchors = self.anchors(noun)
        return [
            float(
                any(
                    _far(way, anchor, thing) < 1e5 and _faces(way, anchor.box, thing.box)
                    for anchor in anchors
                    if not self._same(anchor, thing)
                )
            )
            for thing in things
        ]

    def _around(self, noun: Noun, thing: Thing, *, counting: bool = False) -> tuple[float, int]:
        """The best fit, and the part of the page that gives it."""
        if not noun.words and noun.kind is None:
            return 1.0, thing.place
        rows = self.sight.inner if thing.place in self.items or thing.sort == "group" else self.sight.own
        best = (self.cover(noun.words, rows[thing.place]), thing.place) if noun.words else (0.0, -1)
        if self.scene.ends[thing.place] - thing.place > SMALL:
            best = (0.6 * best[0], best[1])
        for outer in self.scene.above(thing.place):
            part = self.scene.things[outer]
            if noun.words and self.bag(noun.words, outer) <= best[0]:
                continue
            cover = self._covered(noun.words, outer, thing) if noun.words else 1.0
            if cover <= best[0]:
                continue
            fit = cover * self._kind(noun, part)
            if noun.words:
                fit *= (1.0 if counting else self._tight(outer)) * self._section(noun, outer, thing)
            if fit > best[0] + 0.001:
                best = (fit, outer)
        return best

    def _covered(self, places: tuple[int, ...], outer: int, thing: Thing) -> float:
        """Which part of the words is said inside something: in a small part by all of it, in a large one at once."""
        bag = self.bag(places, outer)
        if bag < 0.3 or outer in self.items or self.scene.ends[outer] - outer <= SMALL:
            return bag
        best = 0.0
        for cover, saying in self._saying(places):
            if cover > best and self.scene.holds(outer, saying.place):
                best = max(best, cover * self._apart(outer, thing, saying))
        return best

    def bag(self, places: tuple[int, ...], outer: int) -> float:
        """Which part of some words is said by something or anything inside it."""
        held = self.sight.bags.get((places, outer))
        if held is None:
            held = self.sight.bags[places, outer] = self.cover(places, self.sight.inner[outer])
        return held

    def _saying(self, places: tuple[int, ...]) -> list[tuple[float, Thing]]:
        """What says some words, the best first."""
        found = self.sight.said.get(places)
        if found is None:
            scored = ((self.cover(places, self.sight.own[each.place]), each) for each in self.sight.speaking)
            found = self.sight.said[places] = sorted(
                (pair for pair in scored if pair[0] > 0.4), key=lambda pair: -pair[0]
            )[:12]
        return found

    def _apart(self, outer: int, thing: Thing, saying: Thing) -> float:
        """Less where the words are said in another row of the list than the thing is in."""
        rows = {
            self.scene.things[row].up: row
            for row in (thing.place, *self.scene.above(thing.place))
            if row > outer and row in self.items
        }
        for row in (saying.place, *self.scene.above(saying.place)):
            if row > outer and row in self.items and rows.get(self.scene.things[row].up, row) != row:
                return 0.5
        return 1.0

    def cover(self, places: Iterable[int], row: Sequence[float]) -> float:
        """Which part of some words is said."""
        total = got = 0.0
        lost = 0.0
        for place in places:
            much = self.sight.phrase.weights[place]
            total += much
            got += much * row[place]
            lost += much if much == 1.0 and row[place] < MISSING else 0.0
        return 0.0 if total == 0 else got / total * 0.6 ** (2 * lost / total)

    def near(self, places: tuple[int, ...], thing: Thing) -> float:
        """How well words that nobody said where to look for are said around a thing; the less the further away."""
        best = 0.0
        for outer in self.scene.above(thing.place):
            bag = self.cover(places, (self.sight.around if outer in self.items else self.sight.plain)[outer])
            if bag <= best:
                continue
            if not (outer in self.items or self.scene.ends[outer] - outer <= TINY):
                heads = [
                    self.cover(places, self.sight.own[head.place])
                    for head in self.sight.headings
                    if self.scene.holds(outer, head.place) and self._under(head, thing)
                ]
                bag = max([self.cover(places, self.sight.own[outer]), *heads])
            best = max(best, bag * self._tight(outer) * self._section(Noun(places), outer, thing))
        return best

    def _tight(self, outer: int) -> float:
        crowd = self.crowd(outer)
        return 1.0 if crowd <= 1 else max(0.35, 0.9 / crowd**0.35)

    def _kind(self, noun: Noun, part: Thing) -> float:
        kind = noun.kind
        if kind is None:
            return 1.0
        fit = part_fit(part, kind, part.place in self.items)
        return fit if not noun.words else 0.86 + 0.14 * fit

    def _section(self, noun: Noun, outer: int, thing: Thing) -> float:
        """Where a heading inside a part says the words, only what comes under that heading is meant."""
        if not noun.words:
            return 1.0
        heads = [head for head in self._heads(noun.words) if self.scene.holds(outer, head.place)]
        if not heads:
            return 1.0
        return 1.0 if any(self._under(head, thing) for head in heads) else 0.6

    def _heads(self, places: tuple[int, ...]) -> list[Thing]:
        """Headings that say some words."""
        found = self.sight.heads.get(places)
        if found is None:
            found = self.sight.heads[places] = [
                head for head in self.sight.headings if self.cover(places, self.sight.own[head.place]) > 0.8
            ]
        return found

    def _under(self, head: Thing, thing: Thing) -> bool:
        return head.place < thing.place and not any(
            head.place < each.place < thing.place and each.level <= head.level for each in self.scene.headings
        )

    def _nth(self, noun: Noun, things: Sequence[Thing], found: Sequence[tuple[float, int]]) -> list[float]:
        """Among the parts that hold a rival, the one in that place."""
        parts: dict[int, int] = {}
        for thing, (fit, outer) in zip(things, found, strict=True):
            part = self._part(noun, thing, outer, fit)
            if part is not None:
                parts[thing.place] = part
        ordered = sorted({part for place, part in parts.items() if place in self.closest})
        chosen = nth(ordered, noun.order or 1)
        return [0.0 if chosen is None or parts.get(thing.place) != chosen else 1.0 for thing in things]

    def _part(self, noun: Noun, thing: Thing, outer: int, fit: float) -> int | None:
        if noun.words and noun.kind is not None and fit < 0.5:
            return None
        if noun.kind is None:
            return next((part for part in (thing.place, *self.scene.above(thing.place)) if part in self.items), None)
        for part in (thing.place, *self.scene.above(thing.place)):
            if part_fit(self.scene.things[part], noun.kind, part in self.items) >= 0.8:
                return part
        return None

    def _at_side(self, noun: Noun, things: Sequence[Thing], found: Sequence[tuple[float, int]]) -> list[float]:
        """Of the parts in question the outermost to that side."""
        parts = {
            outer
            for thing, (fit, outer) in zip(things, found, strict=True)
            if thing.place in self.closest and fit > 0.4 and outer >= 0
        }
        if not parts:
            return [0.0 for _ in things]
        best = outermost([self.scene.things[part] for part in sorted(parts)], noun.sides)
        chosen = {thing.place for thing in best}
        return [max(fit, 0.9) if outer in chosen and fit > 0.4 else fit * 0.6 for fit, outer in found]

    def anchors(self, noun: Noun) -> list[Thing]:
        """What a relation is seen from."""
        scored = []
        for thing in self.scene.things:
            row = self.sight.own[thing.place]
            if not noun.words:
                fit = _bare_fit(thing, noun.kind, thing.place in self.items)
            elif row is self.sight.zero:
                continue
            else:
                fit = self.cover(noun.words, row) * (0.75 + 0.25 * self.sight.precision(thing))
                if noun.kind is not None:
                    fit *= 0.9 + 0.1 * _bare_fit(thing, noun.kind, thing.place in self.items)
            if fit > 0.5:
                scored.append((fit, thing))
        best = max((fit for fit, _ in scored), default=0.0)
        if best < 0.75 and (both := self._both(noun)):
            return both
        kept = [thing for fit, thing in scored if fit >= 0.93 * best]
        if noun.order is not None:
            chosen = nth(kept, noun.order)
            return [] if chosen is None else [chosen]
        return kept

    def _both(self, noun: Noun) -> list[Thing]:
        """`above Cancel and Save`: each of the two."""
        said = self.sight.phrase.words
        place = next((place for place in noun.words[1:-1] if said[place] == "and"), None)
        if place is None:
            return []
        one = self.anchors(Noun(tuple(each for each in noun.words if each < place)))
        other = self.anchors(Noun(tuple(each for each in noun.words if each > place)))
        return [*one, *other] if one and other else []

    def _beside(self, way: Way, noun: Noun, things: Sequence[Thing]) -> list[float]:
        anchors = self.anchors(noun)
        far = [
            min((_far(way, anchor, thing) for anchor in anchors if not self._same(anchor, thing)), default=1e9)
            for thing in things
        ]
        least = min((each for each, thing in zip(far, things, strict=True) if thing.place in self.closest), default=1e9)
        if least > 4_000:
            return [0.0 for _ in things]
        return [
            0.0 if each > 4_000 else 1.0 if each <= least else max(0.2, 0.8 * (least + 25) / (each + 25))
            for each in far
        ]

    def _same(self, anchor: Thing, thing: Thing) -> bool:
        return (
            anchor is thing
            or self.scene.holds(thing.place, anchor.place)
            or (anchor.sort != "group" and self.scene.holds(anchor.place, thing.place))
        )

    def _between(self, relation: Relation, things: Sequence[Thing]) -> list[float]:
        assert relation.other is not None
        pairs = [(one, other) for one in self.anchors(relation.anchor) for other in self.anchors(relation.other)]
        pairs = [pair for pair in pairs if pair[0].sort == pair[1].sort == "control"] or pairs
        if not pairs:
            return [0.0 for _ in things]
        one, other = min(pairs, key=lambda pair: math.dist(pair[0].box.middle, pair[1].box.middle))
        return [
            float(
                _lies_between(thing.box, one.box, other.box)
                and not any(self._is_only(thing, noun) for noun in (relation.anchor, relation.other))
            )
            for thing in things
        ]


def part_fit(part: Thing, kind: Kind, item: bool) -> float:
    """How well a part of the page is of a kind."""
    if kind.level == "item":
        return item_fit(part, kind) if item else 0.0
    if part.sort != "group":
        return 0.0
    if part.role in kind.roles:
        return 1.0
    return float(is_marked(part, kind.marks))


def is_marked(part: Thing, marks: frozenset[str]) -> bool:
    """Whether the names that the page's makers gave to a part say that it is of a kind."""
    if not (part.icon or part.name):
        return False
    given = {*name_words(part.icon).tokens, *name_words(part.name).tokens}
    return any(mark in given or (len(mark) > 4 and any(mark in word for word in given)) for mark in marks)


def _bare_fit(thing: Thing, kind: Kind | None, item: bool) -> float:
    if kind is None:
        return 0.0
    if kind.level in ("region", "item"):
        return part_fit(thing, kind, item)
    if kind.level == "heading":
        return (1.0 if thing.level == 1 else 0.8) if thing.sort == "heading" else 0.0
    if kind.level == "picture":
        return float(thing.sort == "picture")
    return kind.fit(thing) if thing.sort == "control" else 0.0


def _all_or_none(fits: Sequence[float]) -> list[float]:
    most = max(fits, default=0.0)
    return [most if fit > 0 and fit >= 0.7 * most else 0.0 for fit in fits]


def _faces(way: Way, anchor: Box, box: Box) -> bool:
    if way in ("below", "above"):
        return anchor.x < box.right and box.x < anchor.right
    return anchor.y < box.bottom and box.y < anchor.bottom


T = TypeVar("T")


def nth(ordered: Sequence[T], order: int) -> T | None:
    """The one in a place from 1, or from -1 backwards."""
    place = order - 1 if order > 0 else len(ordered) + order
    return ordered[place] if 0 <= place < len(ordered) else None


def outermost(things: Sequence[Thing], sides: frozenset[Side]) -> list[Thing]:
    """Those that are furthest to a side; for a corner, to both."""
    kept = list(things)
    for side in sorted(sides, key=("top", "bottom", "left", "right").index):
        reach = [_reach(thing.box, side) for thing in kept]
        best = max(reach, default=0.0)
        kept = [thing for thing, far in zip(kept, reach, strict=True) if far >= best - 8]
    return kept


def _reach(box: Box, side: Side) -> float:
    x, y = box.middle
    return {"left": -x, "right": x, "top": -y, "bottom": y}[side]


def _far(way: Way, anchor: Thing, thing: Thing) -> float:
    """How far a thing is in a direction; very far where it is not in that direction."""
    a, b = anchor.box, thing.box
    across = max(a.x - b.right, b.x - a.right, 0)
    down = max(a.y - b.bottom, b.y - a.bottom, 0)
    level = down == 0 or abs(a.middle[1] - b.middle[1]) < max(a.height, b.height) / 2
    match way:
        case "below":
            return (b.y - a.bottom if b.y > a.bottom - 6 else 1e6) + 2 * across
        case "above":
            return (a.y - b.bottom if b.bottom < a.y + 6 else 1e6) + 2 * across
        case "left":
            return (a.x - b.right if b.right < a.x + 6 and level else 1e6) + 3 * down
        case "right":
            return (b.x - a.right if b.x > a.right - 6 and level else 1e6) + 3 * down
        case "before":
            return float(anchor.place - thing.place) if thing.place < anchor.place else 1e6
        case "after":
            return float(thing.place - anchor.place) if thing.place > anchor.place else 1e6
        case _:
            return across + 2.5 * down + (0 if level else 30)


def _lies_between(box: Box, one: Box, other: Box) -> bool:
    x, y = box.middle
    low, high = sorted((one.middle, other.middle))
    across = low[0] < x < high[0] and abs(y - low[1]) < 40
    top, bottom = sorted((one.middle[1], other.middle[1]))
    return across or (top + 5 < y < bottom - 5 and abs(x - low[0]) < max(one.width, other.width, 200))
