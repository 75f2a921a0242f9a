"""Judges how well each thing is meant by one reading of a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .choice import Choice
from .fits import Fits
from .kinds import OPENED, TICKS
from .lists import Lists
from .parts import Parts
from .pick import Pick
from .reading import Noun, Reading
from .relate import Relations
from .scene import Thing
from .sight import MISSING, Sight
from .stand import primary
from .state import is_in


class Judge:
    def __init__(self, sight: Sight, parts: Parts) -> None:
        self.scene = sight.scene
        self.sight = sight
        self.parts = parts
        self.numbers = sight.numbers
        self.fits = Fits(sight, parts)
        self.lists = Lists(sight, parts)
        self.pick = Pick(self.fits)

    def judged(self, reading: Reading, listed: bool) -> list[Choice]:
        """How well each thing is meant by one reading."""
        target = reading.target
        based = [(self._base(target, thing, listed), thing) for thing in self._pool(target, listed)]
        based = [(base, thing) for base, thing in based if all(is_in(thing, state) for state in target.states)]
        most = max((base for base, _ in based), default=0.0)
        if most < 0.12:
            return []
        things = [thing for base, thing in based if base >= 0.35 * most]
        rivals = [thing for base, thing in based if base >= self.numbers.rival * most]
        relations = Relations(self.sight, self.parts, rivals)
        scores = [self._score(reading, thing, relations, listed) for thing in things]
        for relation in reversed(reading.relations):
            fits = relations.fits(relation, things, counting=target.order is not None or bool(target.sides))
            scores = [score * fit for score, fit in zip(scores, fits, strict=True)]
            relations.narrow(things, scores)
        choices = [Choice(score, thing) for score, thing in zip(scores, things, strict=True) if score > 0.25]
        picked = self.pick.picked(target, choices, listed)
        return primary(self.scene, picked, listed)

    def _pool(self, target: Noun, listed: bool) -> Sequence[Thing]:
        kind = target.kind
        if kind is None or kind.level == "control":
            return self._controls
        if kind.level == "item":
            return self.lists.entries if listed else [self.scene.things[place] for place in sorted(self.parts.items)]
        sort = {"heading": "heading", "picture": "picture"}.get(kind.level, "group")
        return [thing for thing in self.scene.things if thing.sort == sort]

    @cached_property
    def _controls(self) -> list[Thing]:
        return [thing for thing in self.scene.things if thing.sort == "control" and not self._wraps(thing)]

    def _wraps(self, thing: Thing) -> bool:
        """Whether it is only the box around a real control of the same name."""
        return thing.role == "generic" and any(
            each.sort == "control" and each.role != "generic" and each.said == thing.said
            for each in self.scene.inside(thing.place)
        )

    def _base(self, target: Noun, thing: Thing, listed: bool) -> float:
        fit = self.fits.of_kind(target.kind, thing)
        if fit == 0.0 or not target.words:
            return fit
        row = self.lists.row(target, thing, listed)
        weights = self.sight.weights
        total = sum(weights[place] for place in target.words)
        return fit * sum(weights[place] * row[place] for place in target.words) / total

    def _score(self, reading: Reading, thing: Thing, relations: Relations, listed: bool) -> float:
        target, numbers = reading.target, self.numbers
        score = self.fits.of_kind(target.kind, thing) * (numbers.listed if listed else 1.0)
        if target.words:
            score *= self._said(reading, thing, relations, listed)
            if target.kind is None or target.kind.level == "control":
                counted = target.order is not None
                much = (0.0 if target.kind else 1.0) if counted else 0.5 if target.states else 1.0
                score *= 1 - much * numbers.excess * (1 - self.sight.precision(thing))
            if not listed and self.fits.is_called(target, thing):
                score *= numbers.exact
            if not listed and any(self.fits.is_astray(target, thing, begin, end) for begin, end in self.sight.names):
                score *= numbers.astray
        if target.kind is None and reading.wish is None and thing.role in TICKS and self.fits.picks_row(thing):
            score *= numbers.ticking
        if self._opens(reading) and self.fits.is_aside(target, thing):
            score *= numbers.aside
        if self.fits.is_noun(target) and not listed and target.order is not None:
            score *= numbers.unlisted
        if reading.wish is not None and thing.role not in reading.wish.roles:
            score *= 0.95 if thing.role in reading.wish.also else numbers.unwished
        if "current" in thing.states and not (target.states or target.order or reading.relations):
            score *= numbers.current
        around = [self.scene.things[outer] for outer in self.scene.above(thing.place)]
        if any(outer.role == "contentinfo" or outer.tag == "footer" for outer in around):
            score *= numbers.footer
        if self.scene.modal is not None and not self.scene.holds(self.scene.modal, thing.place):
            score *= numbers.behind
        return score

    def _opens(self, reading: Reading) -> bool:
        """Whether a row is to be opened, or is only named by its number."""
        target = reading.target
        numbered = any(not self.sight.words[place].isalpha() for place in target.words)
        wished = reading.wish is OPENED or (reading.wish is None and numbered)
        return target.kind is None and bool(target.words) and wished

    def _said(self, reading: Reading, thing: Thing, relations: Relations, listed: bool) -> float:
        """Which part of the words a thing says, by itself or by what is around it."""
        target, numbers = reading.target, self.numbers
        row = self.lists.row(target, thing, listed)
        lost = tuple(place for place in target.words if row[place] < 0.55)
        bare = len(lost) == len(target.words) and target.kind is None and not target.states
        around = numbers.context * relations.near(lost, thing) if lost and not bare else 0.0
        alone = reading.verb in target.words and reading.verb not in lost and self.sight.precision(thing) > 0.95
        total = got = 0.0
        missing = 0
        for place in target.words:
            much = self.sight.weights[place] * (0.5 if alone and place in lost else 1.0)
            told = max(row[place], around, numbers.topic * self.sight.topic[place]) if place in lost else row[place]
            total += much
            got += much * told
            missing += told < MISSING and self.sight.matters(place)
        mute = reading.verb in lost and self.sight.matters(reading.verb)
        return got / total * numbers.missing**missing * (numbers.mute if mute else 1.0)
