"""Scores how well each thing is meant by one reading of a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...text.lexicon import name_word_index
from ...text.words import tokens
from .coverage import MISSING, Coverage
from .grammar import ElementState
from .kinds import ACTED, FIELDS, OPENED, TICKS, ElementKind, is_marked, item_fit
from .phrase import Interpretation, Noun
from .relations import Relations
from .scene import Thing
from .wording import Scores

ACTIVE: Final = frozenset({"active", "selected", "current", "checked", "highlight", "highlighted", "on"})
TICKABLE: Final = TICKS | {"radio", "option", "tab"}
STATES: Final[dict[ElementState, tuple[set[str], set[str]]]] = {
    "on": ({"checked", "selected", "pressed", "current"}, {"active", "selected", "checked"}),
    "disabled": ({"disabled"}, {"disabled"}),
    "open": ({"expanded", "selected"}, {"open", "expanded", "active"}),
    "closed": ({"collapsed"}, {"closed", "collapsed"}),
    "current": ({"current", "selected", "pressed"}, set(ACTIVE)),
}
"""By state, what the page says of a thing that is in it, and words of its class."""


class ScoredThing(NamedTuple):
    """A thing, and how well it is meant."""

    score: float
    thing: Thing
    near: str = ""
    """A text that tells it from others."""


def is_in(thing: Thing, state: ElementState) -> bool:
    """Whether a thing is in a state, as far as that can be seen."""
    match state:
        case "off":
            can = thing.role in TICKABLE or thing.type == "checkbox"
            return can and thing.states.isdisjoint({"checked", "selected", "pressed", "mixed"})
        case "enabled":
            return "disabled" not in thing.states
        case "empty":
            return thing.value == ""
        case "filled":
            return bool(thing.value)
        case "optional":
            return "optional" in f"{thing.name} {thing.label} {thing.hint} {thing.about}".lower()
    states, marks = STATES.get(state, ({state}, set()))
    named = thing.role not in FIELDS | TICKS and not marks.isdisjoint(name_word_index(thing.icon).tokens)
    return named or not states.isdisjoint(thing.states)


def bare(said: Sequence[str]) -> list[str]:
    return [word for word in said if word not in ("the", "a", "an")]


class Scorer:
    """Scores the things of one scene for the readings of one phrase."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.scene = coverage.scene
        self.regions = coverage.regions
        self.numbers = coverage.numbers
        self._lists: dict[int, Scores] = {}

    def scored(self, reading: Interpretation, *, listed: bool) -> list[ScoredThing]:
        """Return how well each thing is meant by one reading; `listed`: as an entry of a list (`the third message`)."""
        target = reading.target
        based = [
            (self._base(target, thing, listed), thing)
            for thing in self._pool(target, listed)
            if all(is_in(thing, state) for state in target.states)
        ]
        most = max((base for base, _ in based), default=0.0)
        if most < 0.12:
            return []
        things = [thing for base, thing in based if base >= 0.35 * most]
        relations = Relations(self.coverage, [thing for base, thing in based if base >= self.numbers.rival * most])
        scores = [self._score(reading, thing, relations, listed) for thing in things]
        for relation in reversed(reading.relations):
            fits = relations.fits(relation, things, counting=target.order is not None or bool(target.sides))
            scores = [score * fit for score, fit in zip(scores, fits, strict=True)]
            relations.narrow(things, scores)
        return [ScoredThing(score, thing) for score, thing in zip(scores, things, strict=True) if score > 0.25]

    def of_kind(self, kind: ElementKind | None, thing: Thing) -> float:
        """Return how well a thing is of a kind."""
        if kind is None:
            return 1.0 if thing.role in ACTED else self.numbers.passive
        if kind.level != "control":
            return item_fit(thing, kind) if kind.level == "item" else 1.0
        around = map(self.scene.things.__getitem__, self.scene.above(thing.place))
        apart = kind.marks and not any(is_marked(part, kind.marks) or part.role in kind.marks for part in around)
        return kind.fit(thing) * (0.85 if apart else 1.0)

    def is_called(self, target: Noun, thing: Thing) -> bool:
        """Whether a thing is called by the words of the target, and nothing else."""
        said = bare(tokens(thing.said))
        return bool(said) and said == bare([self.coverage.words[place] for place in target.words])

    def _pool(self, target: Noun, listed: bool) -> Sequence[Thing]:
        kind = target.kind
        if kind is not None and kind.level == "item":
            items = self.regions.items
            return self.regions.entries if listed else [self.scene.things[place] for place in sorted(items)]
        level = "control" if kind is None else kind.level
        sort = "group" if level == "region" else level
        return [thing for thing in self.scene.things if thing.sort == sort]

    def _base(self, target: Noun, thing: Thing, listed: bool) -> float:
        fit = self.of_kind(target.kind, thing)
        if fit == 0.0 or not target.words:
            return fit
        row, weights = self._row(target, thing, listed), self.coverage.weights
        total = sum(weights[place] for place in target.words)
        return fit * sum(weights[place] * row[place] for place in target.words) / total

    def _row(self, target: Noun, thing: Thing, listed: bool) -> Scores:
        """Return how well a thing says each word; an item by all that is in it, and by what its list is called."""
        if target.kind is None or target.kind.level != "item":
            return self.coverage.own[thing.place]
        row = self.coverage.bag(self.regions.box(thing.place), telling=listed)
        if not listed:
            return row if target.order is None else tuple(map(max, row, self._list(thing)))
        last = self.coverage.words[target.words[-1]]
        head = target.words[-1] if last.isalpha() else -1
        if target.order is None and len(target.words) > 1 and max(row[at] for at in target.words if at != head) <= 0.5:
            return self.coverage.zero
        plain = self.numbers.plain if head >= 0 and self.coverage.is_noun(last) else 0.0
        called = self._list(thing)
        return tuple(min(max(called[place], plain if place == head else each), 0.9) for place, each in enumerate(row))

    def _list(self, item: Thing) -> Scores:
        """Return how well the list that an item is in is called by each word, by what is around it or heads it."""
        if item.up not in self._lists:
            heads = {region.head for region in self.regions.around(item.place)} - self.regions.items
            rows = [self.coverage.zero, *(self.coverage.own[head] for head in heads)]
            self._lists[item.up] = tuple(0.9 * max(each) for each in zip(*rows, strict=True))
        return self._lists[item.up]

    def _score(self, reading: Interpretation, thing: Thing, relations: Relations, listed: bool) -> float:
        target, numbers = reading.target, self.numbers
        score = self.of_kind(target.kind, thing) * (numbers.listed if listed else 1.0)
        if target.words:
            score *= self._said(reading, thing, relations, listed)
            if target.kind is None or target.kind.level == "control":
                counted = target.order is not None
                much = (0.0 if target.kind else 1.0) if counted else 0.5 if target.states else 1.0
                score *= 1 - much * numbers.excess * (1 - self.coverage.precision(thing))
            if not listed and self.is_called(target, thing):
                score *= numbers.exact
        if target.kind is None and reading.wish is None and thing.role in TICKS and self._has_link(thing):
            score *= numbers.ticking
        if self._opens(reading) and self._is_aside(target, thing):
            score *= numbers.aside
        if not listed and target.order is not None and target.kind is None and target.words:
            noun = self.coverage.is_noun(self.coverage.words[target.words[-1]])
            score *= numbers.unlisted if noun and self.coverage.weights[target.words[-1]] < 1 else 1.0
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

    def _has_link(self, thing: Thing) -> bool:
        """Whether the row of a thing has a link, which stands for it."""
        item = self.regions.item_of(thing.place)
        return item is not None and any(each.role == "link" and each.said for each in self.scene.inside(item))

    def _opens(self, reading: Interpretation) -> bool:
        """Whether a row is to be opened, or is only named by its number."""
        numbered = any(not self.coverage.words[place].isalpha() for place in reading.target.words)
        wished = reading.wish is OPENED or (reading.wish is None and numbered)
        return reading.target.kind is None and bool(reading.target.words) and wished

    def _is_aside(self, target: Noun, thing: Thing) -> bool:
        """Whether a button or a box says more than is asked for, which its row says too: the link opens that."""
        item = self.regions.item_of(thing.place)
        button = thing.role in TICKS | {"button"} and self.coverage.precision(thing) <= 0.95
        if item is None or not button or not self._has_link(thing):
            return False
        own, said = self.coverage.own[thing.place], self.coverage.bag(self.regions.box(item), telling=True)
        return all(said[at] >= own[at] - 0.05 for at in target.words)

    def _said(self, reading: Interpretation, thing: Thing, relations: Relations, listed: bool) -> float:
        """Return which part of the words a thing says, by itself or by what is around it."""
        target, numbers = reading.target, self.numbers
        row = self._row(target, thing, listed)
        lost = tuple(place for place in target.words if row[place] < 0.55)
        alone = len(lost) == len(target.words) and target.kind is None and not target.states
        around = numbers.context * relations.near(lost, thing) if lost and not alone else 0.0
        verbal = reading.verb in target.words and reading.verb not in lost and self.coverage.precision(thing) > 0.95
        total = got = 0.0
        missing = 0
        for place in target.words:
            much = self.coverage.weights[place] * (0.5 if verbal and place in lost else 1.0)
            said = max(row[place], around, numbers.topic * self.coverage.topic[place]) if place in lost else row[place]
            total += much
            got += much * said
            missing += said < MISSING and self.coverage.matters(place)
        mute = reading.verb in lost and self.coverage.matters(reading.verb)
        return got / total * numbers.missing**missing * (numbers.mute if mute else 1.0)
