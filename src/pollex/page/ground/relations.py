"""Relations: whether a thing is in, of, under or beside what else is named; by the parts of the page, then by place."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, TypeVar

from ...text.words import tokens
from .coverage import Coverage
from .grammar import PageSide, Way
from .kinds import FIELDS, TICKS
from .phrase import Noun, Places, Relation
from .regions import Region
from .scene import Box, Thing

T = TypeVar("T")
NOWHERE: Final = 1e6
"""How far something is that is not in a direction at all."""
FAR: Final = 4_000
CLEAR: Final = 0.95
"""From here on there is no need to look for what is named in larger parts."""
TINY: Final = 14
SMALL: Final = 40
"""Things in a part of the page that belong together."""
Held = tuple[float, Region | None]


class Relations:
    """The relations of one reading, for things that are rivals for being meant."""

    def __init__(self, coverage: Coverage, rivals: Sequence[Thing]) -> None:
        self.coverage = coverage
        self.scene = coverage.scene
        self.regions = coverage.regions
        self._rivals = sorted(thing.place for thing in rivals)
        self._sayings: dict[Places, list[tuple[float, Thing]]] = {}

    def narrow(self, things: Sequence[Thing], scores: Sequence[float]) -> None:
        """Keep only the best as rivals."""
        most = max(scores, default=0.0)
        self._rivals = sorted(
            thing.place for thing, score in zip(things, scores, strict=True) if score >= 0.9 * most > 0
        )

    def fits(self, relation: Relation, things: Sequence[Thing], *, counting: bool) -> list[float]:
        """Return how well each thing stands in the relation, from 0 to 1."""
        way, anchor = relation.way, relation.anchor
        if way == "between":
            return self._between(relation, things)
        if way in ("in", "of"):
            return self._counted(anchor, things) if counting else self._within(anchor, things, way)
        inside = self._counted(anchor, things) if counting and way in ("below", "beside") else []
        return inside if max(inside, default=0.0) > 0.6 else self._seen_from(way, anchor, things)

    def near(self, places: Places, thing: Thing) -> float:
        """Return how well words that a thing does not say are said around it; the less the further away."""
        best = 0.0
        for region in self.regions.around(thing.place):
            tiny = region.size <= TINY and not self._lists(region, thing)
            telling = region.boxed and (tiny or region.head in self.regions.items)
            row = self.coverage.bag(region, telling=True) if telling else self.coverage.own[region.head]
            if row is not self.coverage.zero:
                best = max(best, self.coverage.cover(places, row) * self._tight(region))
        return best

    def _crowd(self, region: Region) -> int:
        """Return how many rivals are in a part."""
        return bisect_left(self._rivals, region.end) - bisect_left(self._rivals, region.begin)

    def _tight(self, region: Region) -> float:
        crowd = self._crowd(region)
        return 1.0 if crowd <= 1 else max(0.35, 0.9 / crowd**0.35)

    def _within(self, noun: Noun, things: Sequence[Thing], way: Way = "of") -> list[float]:
        found = [self._region(noun, thing, way, 2 * SMALL) for thing in things]
        if not noun.words or max((fit for fit, _ in found), default=0.0) < CLEAR:
            found = [self._region(noun, thing, way) for thing in things]
        found = self._eased(found)
        if noun.order is not None:
            return self._in_nth(noun, things, found)
        if noun.sides:
            return self._at_side(noun, things, found)
        return [fit for fit, _ in found]

    def _eased(self, found: Sequence[Held]) -> list[Held]:
        """How crowded a part is only matters in comparison: the best keep what their words are worth."""
        most = max((fit for fit, _ in found), default=0.0)
        loosest = max((self._tight(region) for fit, region in found if region and fit >= 0.9 * most), default=1.0)
        return [(fit * min(self._tight(region) / loosest, 1.0) if region else fit, region) for fit, region in found]

    def _region(self, noun: Noun, thing: Thing, way: Way, largest: float = math.inf) -> Held:
        """Return how well what is named is said around a thing, and the smallest part that says it so."""
        best: Held = (0.0, None)
        most = 0.0
        if noun.words and not (noun.kind is not None and self.regions.part_fit(thing.place, noun.kind) > 0.8):
            itself = self.regions.box(thing.place)
            least = 0.9 if thing.sort != "group" and way == "in" and itself.size == 1 else 1.0
            most = least * self.coverage.covered(noun.words, itself)
            best = (most, itself)
        for region in self.regions.around(thing.place):
            if region.size > largest:
                break
            if noun.words and self.coverage.covered(noun.words, region) <= most:
                continue
            fit = self._kind(noun, region) * (self._said_in(noun.words, region, thing) if noun.words else 1.0)
            value = fit * (0.7 + 0.3 * self._tight(region)) if noun.words else fit
            if value > most + 0.001:
                most, best = value, (fit, region)
        return best

    def _said_in(self, places: Places, region: Region, thing: Thing) -> float:
        """Return which of the words are said in a part: in a small one by all of it, in a large one by one thing."""
        bag = self.coverage.covered(places, region)
        if bag < 0.3:
            return bag
        headed = self.coverage.covers(places, self.scene.things[region.head]) > 0.7
        most = 2 * SMALL if region.head in self.regions.items else SMALL
        if not self._lists(region, thing) and region.size <= most:
            return bag * (1.0 if region.boxed or headed else 0.97)
        best = max((cover for cover, each in self._saying(places) if region.holds(each.place)), default=0.0)
        return best if region.size <= SMALL or headed else best * self.coverage.numbers.loose

    def _lists(self, region: Region, thing: Thing) -> bool:
        """Whether a part holds the list that a thing, or the row it is in, is an entry of."""
        rows = self.regions.rows(thing.place)
        return bool(rows) and rows[0][0] >= region.begin

    def _saying(self, places: Places) -> list[tuple[float, Thing]]:
        """Return what says some words, the best first."""
        found = self._sayings.get(places)
        if found is None:
            scored = ((self.coverage.covers(places, each), each) for each in self.coverage.speaking)
            found = sorted((pair for pair in scored if pair[0] > 0.4), key=lambda pair: -pair[0])[:16]
            self._sayings[places] = found
        return found

    def _kind(self, noun: Noun, region: Region) -> float:
        if noun.kind is None:
            return 1.0
        fit, much = self.regions.fit(region, noun.kind), self.coverage.numbers.part
        return fit if not noun.words else 1 - much + much * fit

    def _in_nth(self, noun: Noun, things: Sequence[Thing], found: Sequence[Held]) -> list[float]:
        """Return 1 for what is, among the parts that hold a rival, in the one in that place."""
        held = {
            thing.place: self._part(noun, thing)
            for thing, (fit, _) in zip(things, found, strict=True)
            if not (noun.words and noun.kind is not None and fit < 0.5)
        }
        parts = {held[place] for place in self._rivals if held.get(place) is not None}
        chosen = nth(sorted(part for part in parts if part is not None), noun.order or 1)
        return [float(chosen is not None and held.get(thing.place) == chosen) for thing in things]

    def _part(self, noun: Noun, thing: Thing) -> int | None:
        around = (thing.place, *self.scene.above(thing.place))
        if noun.kind is None:
            return next((part for part in around if part in self.regions.items), None)
        return next((part for part in around if self.regions.part_fit(part, noun.kind) >= 0.8), None)

    def _at_side(self, noun: Noun, things: Sequence[Thing], found: Sequence[Held]) -> list[float]:
        """Return fits for the outermost to that side of the parts in question."""
        rivals = set(self._rivals)
        heads = {
            region.head: self.scene.things[region.head] for thing, (fit, region) in zip(things, found, strict=True)
            if thing.place in rivals and fit > 0.4 and region is not None
        }  # fmt: skip
        chosen = {thing.place for thing in outermost([heads[head] for head in sorted(heads)], noun.sides)}
        return [
            max(fit, 0.9) if region is not None and region.head in chosen and fit > 0.4 else 0.6 * fit
            for fit, region in found
        ]

    def _counted(self, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """Return a fit for what is in the part that is named, where things in it are to be counted."""
        if noun.order is not None or noun.sides:
            fits = self._within(noun, things)
            most = max(fits, default=0.0)
            return [most if fit > 0 and fit >= 0.7 * most else 0.0 for fit in fits]
        called: dict[Region, float] = {}
        for thing in things:
            for region in self.regions.around(thing.place):
                if region not in called:
                    called[region] = self._kind(noun, region) * self._called(noun.words, region, thing)
        most = max(called.values(), default=0.0)
        close = 0.9 if noun.words else 0.97
        best = [region for region, fit in called.items() if fit >= close * most and fit > 0.3]
        if not best:
            return [0.0 for _ in things]
        chosen = min(best, key=lambda region: region.size) if noun.words else max(best, key=self._crowd)
        return [
            0.0 if not chosen.holds(thing.place) or (noun.words and self._is_only(thing, noun)) else called[chosen]
            for thing in things
        ]

    def _called(self, places: Places, region: Region, thing: Thing) -> float:
        """Return how well a part is called by some words: by its heading, or by what stands in it."""
        if not places:
            return 1.0
        head = self.scene.things[region.head]
        called = self.coverage.covers(places, head) * (0.85 + 0.15 * self.coverage.precision(head))
        boxed = region.boxed or head.sort != "control"
        return max(called if boxed else 0.95 * called, 0.85 * self._said_in(places, region, thing))

    def _anchors(self, noun: Noun) -> list[Thing]:
        """Return what a relation is seen from."""
        pool = self.coverage.speaking if noun.words else self.scene.things
        scored = [(self._named(noun, thing), thing) for thing in pool]
        best = max((fit for fit, _ in scored), default=0.0)
        if best < 0.75 and (both := self._both(noun)):
            return both
        kept = outermost([thing for fit, thing in scored if fit > 0.5 and fit >= 0.93 * best], noun.sides)
        if noun.order is None:
            return kept
        chosen = nth(kept, noun.order)
        return [] if chosen is None else [chosen]

    def _named(self, noun: Noun, thing: Thing) -> float:
        kind = self._kind_of(noun, thing)
        if not noun.words:
            return kind
        cover = self.coverage.covers(noun.words, thing)
        return cover * (0.75 + 0.25 * self.coverage.precision(thing)) * (0.75 + 0.25 * kind) if cover > 0.4 else 0.0

    def _kind_of(self, noun: Noun, thing: Thing) -> float:
        match noun.kind and noun.kind.level:
            case None:
                return 1.0
            case "control":
                return noun.kind.fit(thing) if noun.kind and thing.sort == "control" else 0.0
            case "heading":
                return (1.0 if thing.level == 1 else 0.8) if thing.sort == "heading" else 0.0
            case "picture":
                return float(thing.sort == "picture")
            case _:
                return self.regions.part_fit(thing.place, noun.kind) if noun.kind else 0.0

    def _both(self, noun: Noun) -> list[Thing]:
        """Return both things of `above Cancel and Save`."""
        place = next((place for place in noun.words[1:-1] if self.coverage.words[place] == "and"), None)
        if place is None:
            return []
        one = self._anchors(Noun(tuple(each for each in noun.words if each < place)))
        other = self._anchors(Noun(tuple(each for each in noun.words if each > place)))
        return [*one, *other] if one and other else []

    def _is_only(self, anchor: Thing, noun: Noun) -> bool:
        """Whether a control is called by the words of what it is seen from, and nothing else."""
        said = {self.coverage.words[place] for place in noun.words}
        pressed = anchor.sort == "control" and anchor.role not in FIELDS | TICKS
        return pressed and self._kind_of(noun, anchor) > 0 and set(tokens(anchor.said)) <= said

    def _seen_from(self, way: Way, noun: Noun, things: Sequence[Thing]) -> list[float]:
        anchors = self._anchors(noun)
        fits = self._by_place(way, anchors, things)
        if way == "beside" or (way in ("below", "after") and any(anchor.sort != "control" for anchor in anchors)):
            top = min((anchor.box.y for anchor in anchors), default=0.0) - 6
            inside = self._within(noun, things)
            much = 0.85 if max(inside, default=0.0) > 0.95 and way == "beside" else 1.0
            fits = [
                max(much * fit, (0.97 if way != "below" or thing.box.y > top else 0.5) * other)
                for fit, other, thing in zip(fits, inside, things, strict=True)
            ]
        itself = {anchor.place for anchor in anchors if self._is_only(anchor, noun)}
        return [0.0 if thing.place in itself else fit for thing, fit in zip(things, fits, strict=True)]

    def _by_place(self, way: Way, anchors: Sequence[Thing], things: Sequence[Thing]) -> list[float]:
        apart = {
            thing.place: min((far(way, each, thing) for each in anchors if not self._same(each, thing)), default=1e9)
            for thing in things
        }
        least = min((apart[place] for place in self._rivals if place in apart), default=1e9)
        return [
            0.0 if max(each, least) > FAR else 1.0 if each <= least else max(0.2, 0.8 * (least + 25) / (each + 25))
            for each in apart.values()
        ]

    def _same(self, anchor: Thing, thing: Thing) -> bool:
        held = anchor.sort != "group" and self.scene.holds(anchor.place, thing.place)
        return held or self.scene.holds(thing.place, anchor.place)

    def _between(self, relation: Relation, things: Sequence[Thing]) -> list[float]:
        others = self._anchors(relation.other or Noun())
        pairs = [(one, other) for one in self._anchors(relation.anchor) for other in others]
        pairs = [pair for pair in pairs if pair[0].sort == pair[1].sort == "control"] or pairs
        if not pairs:
            return [0.0 for _ in things]
        one, other = min(pairs, key=lambda pair: math.dist(pair[0].box.middle, pair[1].box.middle))
        return [float(thing not in (one, other) and lies_between(thing.box, one.box, other.box)) for thing in things]


def far(way: Way, anchor: Thing, thing: Thing) -> float:
    """Return how far a thing is in a direction."""
    a, b = anchor.box, thing.box
    across = max(a.x - b.right, b.x - a.right, 0)
    down = max(a.y - b.bottom, b.y - a.bottom, 0)
    level = down == 0 or abs(a.middle[1] - b.middle[1]) < max(a.height, b.height) / 2
    match way:
        case "below":
            return (b.y - a.bottom if b.y > a.bottom - 6 else NOWHERE) + 2 * across
        case "above":
            return (a.y - b.bottom if b.bottom < a.y + 6 else NOWHERE) + 2 * across
        case "left":
            return (a.x - b.right if b.right < a.x + 6 and level else NOWHERE) + 3 * down
        case "right":
            return (b.x - a.right if b.x > a.right - 6 and level else NOWHERE) + 3 * down
        case "before":
            return float(anchor.place - thing.place) if thing.place < anchor.place else NOWHERE
        case "after":
            return float(thing.place - anchor.place) if thing.place > anchor.place else NOWHERE
        case _:
            return across + 2.5 * down + (0 if level else 30)


def lies_between(box: Box, one: Box, other: Box) -> bool:
    x, y = box.middle
    low, high = sorted((one.middle, other.middle))
    across = low[0] < x < high[0] and abs(y - low[1]) < 40
    top, bottom = sorted((one.middle[1], other.middle[1]))
    return across or (top + 5 < y < bottom - 5 and abs(x - low[0]) < max(one.width, other.width, 200))


def outermost(things: Sequence[Thing], sides: frozenset[PageSide]) -> list[Thing]:
    """Return those that are furthest to a side; for a corner, to both."""
    kept = list(things)
    for side in sorted(sides, key=("top", "bottom", "left", "right").index):
        sign, axis = (1 if side in ("right", "bottom") else -1), int(side in ("top", "bottom"))
        reach = [sign * thing.box.middle[axis] for thing in kept]
        best = max(reach, default=0.0)
        kept = [thing for thing, out in zip(kept, reach, strict=True) if out >= best - 8]
    return kept


def nth(ordered: Sequence[T], order: int) -> T | None:
    """Return the one in a place from 1, or from -1 backwards."""
    place = order - 1 if order > 0 else len(ordered) + order
    return ordered[place] if 0 <= place < len(ordered) else None
