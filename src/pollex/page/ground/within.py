"""Whether a thing is in what is named: the row, the card, the section or the box that says some words."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from ...text.words import tokens
from .geometry import nth, outermost
from .grammar import Way
from .kinds import FIELDS, TICKS
from .parts import Parts, Scope
from .reading import Noun
from .scene import Thing
from .sight import Sight

CLEAR: Final = 0.95
"""From here on there is no need to look for what is named in larger parts."""
TINY: Final = 14
SMALL: Final = 40
"""Things in a part of the page that belong together."""
Places = tuple[int, ...]


class Within:
    """The parts of a page around things that are rivals for being meant."""

    def __init__(self, sight: Sight, parts: Parts, rivals: Sequence[Thing]) -> None:
        self.sight = sight
        self.scene = sight.scene
        self.parts = parts
        self.rivals = {thing.place for thing in rivals}
        self._ordered = sorted(self.rivals)
        self._sayings: dict[Places, list[tuple[float, Thing]]] = {}

    def narrow(self, things: Sequence[Thing], scores: Sequence[float]) -> None:
        """From now on only the best are rivals."""
        most = max(scores, default=0.0)
        self.rivals = {thing.place for thing, score in zip(things, scores, strict=True) if score >= 0.9 * most > 0}
        self._ordered = sorted(self.rivals)

    def _crowd(self, scope: Scope) -> int:
        """How many rivals are in a part."""
        return bisect_left(self._ordered, scope.end) - bisect_left(self._ordered, scope.begin)

    def within(self, noun: Noun, things: Sequence[Thing], way: Way = "of") -> list[float]:
        found = [self._scope(noun, thing, way, 2 * SMALL) for thing in things]
        if not noun.words or max((fit for fit, _ in found), default=0.0) < CLEAR:
            found = [self._scope(noun, thing, way) for thing in things]
        found = self._eased(found)
        if noun.order is not None:
            return self._in_nth(noun, things, found)
        if noun.sides:
            return self._at_side(noun, things, found)
        return [fit for fit, _ in found]

    def _eased(self, found: Sequence[tuple[float, Scope | None]]) -> list[tuple[float, Scope | None]]:
        """How crowded a part is only matters in comparison: the best keep what their words are worth."""
        most = max((fit for fit, _ in found), default=0.0)
        loosest = max((self._tight(scope) for fit, scope in found if scope and fit >= 0.9 * most), default=1.0)
        return [(fit * min(self._tight(scope) / loosest, 1.0) if scope else fit, scope) for fit, scope in found]

    def _scope(self, noun: Noun, thing: Thing, way: Way, largest: float = math.inf) -> tuple[float, Scope | None]:
        """The part around a thing that best says what is named, and how well; of parts alike the smaller one."""
        best: tuple[float, Scope | None] = (0.0, None)
        most = 0.0
        if noun.words and not (noun.kind is not None and self.parts.part_fit(thing.place, noun.kind) > 0.8):
            itself = Scope(thing.place, self.scene.ends[thing.place], thing.place)
            least = 0.9 if thing.sort != "group" and way == "in" and itself.end - itself.begin == 1 else 1.0
            most = least * self.sight.covered(noun.words, itself)
            best = (most, itself)
        for scope in self.parts.scopes(thing.place):
            if scope.end - scope.begin > largest:
                break
            if noun.words and self.sight.covered(noun.words, scope) <= most:
                continue
            fit = self._kind(noun, scope) * (self._said_in(noun.words, scope, thing) if noun.words else 1.0)
            value = fit * (0.7 + 0.3 * self._tight(scope)) if noun.words else fit
            if value > most + 0.001:
                most, best = value, (fit, scope)
        return best

    def near(self, places: Places, thing: Thing) -> float:
        """How well words that a thing does not say are said around it; the less the further away."""
        best = 0.0
        for scope in self.parts.scopes(thing.place):
            tiny = scope.end - scope.begin <= TINY and not self._lists(scope, thing)
            if scope.boxed and (tiny or scope.head in self.parts.items):
                row = self.sight.bag(scope, telling=True)
            else:
                row = self.sight.own[scope.head]
            if row is not self.sight.zero:
                best = max(best, self.sight.cover(places, row) * self._tight(scope))
        return best

    def _said_in(self, places: Places, scope: Scope, thing: Thing) -> float:
        """Which part of the words is said in a part: in a small one by all of it, in a large one by one thing."""
        bag = self.sight.covered(places, scope)
        if bag < 0.3:
            return bag
        size = scope.end - scope.begin
        if not self._lists(scope, thing) and size <= (2 * SMALL if scope.head in self.parts.items else SMALL):
            return bag * (1.0 if scope.boxed or self._heads(places, scope) else 0.97)
        best = 0.0
        for cover, saying in self._saying(places):
            if cover > best and scope.holds(saying.place):
                best = max(best, cover * self._apart(scope, thing, saying))
        return best if size <= SMALL or self._heads(places, scope) else best * self.sight.numbers.loose

    def _lists(self, scope: Scope, thing: Thing) -> bool:
        """Whether a part holds the list that a thing, or the row it is in, is an entry of."""
        rows = self.parts.rows(thing.place)
        return bool(rows) and rows[0][0] >= scope.begin

    def _heads(self, places: Places, scope: Scope) -> bool:
        return self.sight.cover(places, self.sight.own[scope.head]) > 0.7

    def _saying(self, places: Places) -> list[tuple[float, Thing]]:
        """What says some words, the best first."""
        found = self._sayings.get(places)
        if found is None:
            scored = ((self.sight.cover(places, self.sight.own[each.place]), each) for each in self.sight.speaking)
            found = sorted((pair for pair in scored if pair[0] > 0.4), key=lambda pair: -pair[0])[:16]
            self._sayings[places] = found
        return found

    def _apart(self, scope: Scope, thing: Thing, saying: Thing) -> float:
        """Less where the words are said in another row of the list than the thing is in, or under another heading."""
        rows = dict(self.parts.rows(thing.place))
        for up, row in self.parts.rows(saying.place):
            if up >= scope.begin and rows.get(up, row) != row:
                return self.sight.numbers.elsewhere
        if saying.sort == "heading":
            section = self.parts.section_of(saying.place)
            if section is not None and not section.holds(thing.place):
                return 0.6
        return 1.0

    def _tight(self, scope: Scope) -> float:
        crowd = self._crowd(scope)
        return 1.0 if crowd <= 1 else max(0.35, 0.9 / crowd**0.35)

    def _kind(self, noun: Noun, scope: Scope) -> float:
        if noun.kind is None:
            return 1.0
        fit = self.parts.scope_fit(scope, noun.kind)
        much = self.sight.numbers.part
        return fit if not noun.words else 1 - much + much * fit

    def _in_nth(self, noun: Noun, things: Sequence[Thing], found: Sequence[tuple[float, Scope | None]]) -> list[float]:
        """Among the parts that hold a rival, the one in that place."""
        held = {}
        for thing, (fit, _) in zip(things, found, strict=True):
            if not (noun.words and noun.kind is not None and fit < 0.5):
                held[thing.place] = self._part(noun, thing)
        parts = {part for place, part in held.items() if part is not None and place in self.rivals}
        chosen = nth(sorted(parts), noun.order or 1)
        return [float(chosen is not None and held.get(thing.place) == chosen) for thing in things]

    def _part(self, noun: Noun, thing: Thing) -> int | None:
        around = (thing.place, *self.scene.above(thing.place))
        if noun.kind is None:
            return next((part for part in around if part in self.parts.items), None)
        return next((part for part in around if self.parts.part_fit(part, noun.kind) >= 0.8), None)

    def _at_side(self, noun: Noun, things: Sequence[Thing], found: Sequence[tuple[float, Scope | None]]) -> list[float]:
        """Of the parts in question the outermost to that side."""
        heads = sorted({
            scope.head for thing, (fit, scope) in zip(things, found, strict=True)
            if thing.place in self.rivals and fit > 0.4 and scope is not None
        })  # fmt: skip
        chosen = {thing.place for thing in outermost([self.scene.things[head] for head in heads], noun.sides)}
        return [
            (max(fit, 0.9) if scope is not None and scope.head in chosen and fit > 0.4 else 0.6 * fit)
            for fit, scope in found
        ]

    def _counted(self, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """1 for what is in the part that is named, where things in it are to be counted."""
        if noun.order is not None or noun.sides:
            fits = self.within(noun, things)
            most = max(fits, default=0.0)
            return [most if fit > 0 and fit >= 0.7 * most else 0.0 for fit in fits]
        scopes: dict[Scope, float] = {}
        for thing in things:
            for scope in self.parts.scopes(thing.place):
                if scope not in scopes:
                    scopes[scope] = self._kind(noun, scope) * self._called(noun.words, scope, thing)
        most = max(scopes.values(), default=0.0)
        close = 0.9 if noun.words else 0.97
        best = [scope for scope, fit in scopes.items() if fit >= close * most and fit > 0.3]
        if not best:
            return [0.0 for _ in things]
        chosen = min(best, key=lambda scope: scope.end - scope.begin) if noun.words else max(best, key=self._crowd)
        return [
            0.0 if not chosen.holds(thing.place) or (noun.words and self._is_only(thing, noun)) else scopes[chosen]
            for thing in things
        ]

    def _called(self, places: Places, scope: Scope, thing: Thing) -> float:
        """How well a part is called by some words: by its heading, or by what stands in it."""
        if not places:
            return 1.0
        head = self.scene.things[scope.head]
        called = self.sight.cover(places, self.sight.own[scope.head]) * (0.85 + 0.15 * self.sight.precision(head))
        return max(
            called if scope.boxed or head.sort != "control" else 0.95 * called,
            0.85 * self._said_in(places, scope, thing),
        )

    def _is_only(self, anchor: Thing, noun: Noun) -> bool:
        """Whether a control is called by the words of what it is seen from, and nothing else."""
        said = {self.sight.words[place] for place in noun.words}
        if noun.kind is not None and self._bare_fit(noun, anchor) == 0:
            return False
        return anchor.sort == "control" and anchor.role not in FIELDS | TICKS and set(tokens(anchor.said)) <= said

    def _bare_fit(self, noun: Noun, thing: Thing) -> float:
        kind = noun.kind
        assert kind is not None
        match kind.level:
            case "region" | "item":
                return self.parts.part_fit(thing.place, kind)
            case "heading":
                return (1.0 if thing.level == 1 else 0.8) if thing.sort == "heading" else 0.0
            case "picture":
                return float(thing.sort == "picture")
            case _:
                return kind.fit(thing) if thing.sort == "control" else 0.0
