"""Relations: whether a thing is in, of, under or beside what else is named; by the parts of the page, then by place."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .geometry import FAR, faces, far, lies_between, nth, outermost
from .grammar import Way
from .kinds import FIELDS, TICKS
from .reading import Noun, Relation
from .scene import Thing
from .within import Within


class Relations(Within):
    """The relations of one reading, judged for things that are rivals for being meant."""

    def fits(self, relation: Relation, things: Sequence[Thing], *, counting: bool) -> list[float]:
        """How well each thing stands in the relation, from 0 to 1."""
        way, anchor = relation.way, relation.anchor
        if way == "between":
            return self._between(relation, things)
        if way in ("in", "of"):
            return self._counted(anchor, things) if counting else self.within(anchor, things, way)
        if counting and way in ("below", "beside"):
            inside = self._counted(anchor, things)
            return inside if max(inside, default=0.0) > 0.6 else self._towards(way, anchor, things)
        return self._seen_from(way, anchor, things)

    def anchors(self, noun: Noun) -> list[Thing]:
        """What a relation is seen from."""
        pool = self.sight.speaking if noun.words else self.scene.things
        scored = [(self._named(noun, thing), thing) for thing in pool]
        best = max((fit for fit, _ in scored), default=0.0)
        if best < 0.75 and (both := self._both(noun)):
            return both
        kept = [thing for fit, thing in scored if fit > 0.5 and fit >= 0.93 * best]
        if noun.sides:
            kept = outermost(kept, noun.sides)
        if noun.order is not None:
            chosen = nth(kept, noun.order)
            return [] if chosen is None else [chosen]
        return kept

    def _named(self, noun: Noun, thing: Thing) -> float:
        kind = 1.0 if noun.kind is None else self._bare_fit(noun, thing)
        if not noun.words:
            return kind
        cover = self.sight.cover(noun.words, self.sight.own[thing.place])
        return cover * (0.75 + 0.25 * self.sight.precision(thing)) * (0.75 + 0.25 * kind) if cover > 0.4 else 0.0

    def _both(self, noun: Noun) -> list[Thing]:
        """`above Cancel and Save`: each of the two."""
        place = next((place for place in noun.words[1:-1] if self.sight.words[place] == "and"), None)
        if place is None:
            return []
        one = self.anchors(Noun(tuple(each for each in noun.words if each < place)))
        other = self.anchors(Noun(tuple(each for each in noun.words if each > place)))
        return [*one, *other] if one and other else []

    def _seen_from(self, way: Way, noun: Noun, things: Sequence[Thing]) -> list[float]:
        anchors = self.anchors(noun)
        itself = {anchor.place for anchor in anchors if self._is_only(anchor, noun)}
        fits = self._by_place(way, anchors, things)
        if way == "beside" or (way in ("below", "after") and any(anchor.sort != "control" for anchor in anchors)):
            top = min((anchor.box.y for anchor in anchors), default=0.0) - 6
            inside = self._held(noun, things)
            much = 0.85 if max(inside, default=0.0) > 0.95 and way == "beside" else 1.0
            fits = [
                max(much * fit, (0.97 if way != "below" or thing.box.y > top else 0.5) * other)
                for fit, other, thing in zip(fits, inside, things, strict=True)
            ]
        if way == "beside":
            fits = [self._labelled(noun, thing, fit) for thing, fit in zip(things, fits, strict=True)]
        return [0.0 if thing.place in itself else fit for thing, fit in zip(things, fits, strict=True)]

    def _held(self, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """How well each thing is in one part with what is named, the less the more rivals are in it."""
        if noun.order is not None or noun.sides:
            return self.within(noun, things)
        found = (self._scope(noun, thing, "of") for thing in things)
        return [fit * self._tight(scope) if scope else fit for fit, scope in found]

    def _labelled(self, noun: Noun, thing: Thing, fit: float) -> float:
        """What is next to its own label: a field or a switch."""
        if thing.role not in FIELDS | TICKS or not noun.words:
            return fit
        called = self.sight.cover(noun.words, self.sight.own[thing.place]) > 0.85
        return 1.0 if called else 0.9 * fit

    def _by_place(self, way: Way, anchors: Sequence[Thing], things: Sequence[Thing]) -> list[float]:
        distances = [
            min((far(way, anchor, thing) for anchor in anchors if not self._same(anchor, thing)), default=1e9)
            for thing in things
        ]
        of_rivals = (each for each, thing in zip(distances, things, strict=True) if thing.place in self.rivals)
        least = min(of_rivals, default=1e9)
        if least > FAR:
            return [0.0 for _ in things]
        return [
            0.0 if each > FAR else 1.0 if each <= least else max(0.2, 0.8 * (least + 25) / (each + 25))
            for each in distances
        ]

    def _towards(self, way: Way, noun: Noun, things: Sequence[Thing]) -> list[float]:
        """1 for what lies in a direction, right across from what it is seen from."""
        anchors = self.anchors(noun)
        return [
            float(any(
                far(way, anchor, thing) < FAR and faces(way, anchor.box, thing.box)
                for anchor in anchors if not self._same(anchor, thing)
            ))
            for thing in things
        ]  # fmt: skip

    def _same(self, anchor: Thing, thing: Thing) -> bool:
        held = anchor.sort != "group" and self.scene.holds(anchor.place, thing.place)
        return anchor is thing or held or self.scene.holds(thing.place, anchor.place)

    def _between(self, relation: Relation, things: Sequence[Thing]) -> list[float]:
        assert relation.other is not None
        pairs = [(one, other) for one in self.anchors(relation.anchor) for other in self.anchors(relation.other)]
        pairs = [pair for pair in pairs if pair[0].sort == pair[1].sort == "control"] or pairs
        if not pairs:
            return [0.0 for _ in things]
        one, other = min(pairs, key=lambda pair: math.dist(pair[0].box.middle, pair[1].box.middle))
        return [float(thing not in (one, other) and lies_between(thing.box, one.box, other.box)) for thing in things]
