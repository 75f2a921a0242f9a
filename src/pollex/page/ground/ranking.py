"""Ranks the things of a scene by how well they are meant by a phrase, and says which one is, if one is clearly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...text.words import tokens
from .coverage import Coverage
from .kinds import FIELDS, ITEM, OPENED, TICKS
from .names import NameCheck
from .phrase import Interpretation, Noun, Phrase, readings
from .relations import nth, outermost
from .scene import Scene, Thing
from .scoring import ScoredThing, Scorer, bare
from .weights import WEIGHTS, Weights

TEXTS: Final = 8
"""Texts near a thing that may tell it from others."""
MAX_RANKED: Final = 60
"""Things that are compared with each other at the end."""
KEPT: Final = 12
FRAME: Final = frozenset({"banner", "navigation", "contentinfo", "search"})


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a phrase means: the best first; whether the first is clearly meant."""

    ranked: tuple[ScoredThing, ...]
    sure: bool
    counted: bool = False
    """Whether it was found by counting, for which all must be known."""
    lost: tuple[str, ...] = ()
    """Proper names that nothing on the page is called by; then nothing is ranked."""
    near: tuple[str, ...] = ()
    """What is called nearly so."""

    @property
    def thing(self) -> Thing | None:
        return self.ranked[0].thing if self.sure else None


def rank(scene: Scene, text: str, weights: Weights = WEIGHTS) -> Ranked:
    """Return the things that may be meant, and whether the first clearly is."""
    ranking = Ranking(scene, Phrase.of(text), weights)
    ranked = ranking.ranked()
    names = NameCheck(ranking.coverage, text, ranking.readings)
    fit = [choice for choice in ranked if names.fits(choice.thing)] if not names.lost else []
    lost = names.lost or (names.astray(ranked[0].thing) if ranked and not fit else ())
    if lost:
        return Ranked((), False, lost=tuple(name.text for name in lost), near=names.near(lost))
    enough = bool(fit) and fit[0].score >= weights.enough
    ahead = enough and (len(fit) == 1 or fit[0].score - fit[1].score >= weights.margin)
    sure = ahead or (enough and ranking.is_only_called(fit))
    kept = ranking.told_apart(fit[:KEPT]) if enough and not sure else fit[:KEPT]
    return Ranked(tuple(kept), sure, any(reading.target.order is not None for reading in ranking.readings))


class Ranking:
    """All readings of a phrase before a scene."""

    def __init__(self, scene: Scene, phrase: Phrase, weights: Weights) -> None:
        self.scene = scene
        self.numbers = weights
        self.words = phrase.words
        self.coverage = Coverage(scene, phrase, weights)
        self.scorer = Scorer(self.coverage)
        self.readings = readings(phrase, self.coverage.names)

    def ranked(self) -> list[ScoredThing]:
        best: dict[int, float] = {}
        for reading in self.readings:
            price = self.numbers.liberty**reading.liberties * (self.numbers.stripped if self._is_said(reading) else 1.0)
            for form, listed in self._forms(reading):
                for choice in self._picked(form.target, self.scorer.scored(form, listed=listed), listed):
                    score, thing, _ = self._stood_for(choice, listed)
                    best[thing.place] = max(best.get(thing.place, 0.0), score * price)
        found = [ScoredThing(score, self._inner(self.scene.things[at])) for at, score in best.items() if score > 0.3]
        found.sort(key=lambda choice: (-round(choice.score, 4), choice.thing.role in FIELDS, choice.thing.place))
        return self._distinct(found[:MAX_RANKED])

    def _is_said(self, reading: Interpretation) -> bool:
        """Whether a control says the action itself that was taken away."""
        own = (self.coverage.own[each.place] for each in self.coverage.speaking if each.sort == "control")
        return bool(reading.action) and any(all(row[place] > 0.85 for place in reading.action) for row in own)

    def _forms(self, reading: Interpretation) -> list[tuple[Interpretation, bool]]:
        """Return a reading as it is; and where its noun is no kind of element, of a row of a list too."""
        target = reading.target
        plain = [(reading, False)]
        if target.kind is not None or not target.words or reading.liberties > 1:
            return plain
        pointed = target.order is not None or reading.relations or len(target.words) > 1 or reading.wish is OPENED
        if not pointed or self.coverage.weight(self.words[target.words[-1]]) < 0.3:
            return plain
        return [*plain, (replace(reading, target=replace(target, kind=ITEM)), True)]

    def _picked(self, target: Noun, choices: list[ScoredThing], listed: bool) -> list[ScoredThing]:
        """Return the one in the right place, where an order or a side was asked for."""
        if not choices or (target.order is None and not target.sides):
            return choices
        most = max(choice.score for choice in choices)
        equals = [each for each in choices if each.score >= (0.95 if target.order is None else 0.9) * most]
        kinds = [self.scorer.of_kind(target.kind, each.thing) for each in equals]
        equals = [each for each, kind in zip(equals, kinds, strict=True) if kind >= max(kinds) - 0.01]
        equals = self._distinct(sorted(equals, key=lambda choice: choice.thing.place), counting=True)
        if target.kind is None and target.order is not None and not listed:
            role = max(equals, key=lambda choice: choice.score).thing.role
            equals = [choice for choice in equals if choice.thing.role == role]
        kept = outermost([choice.thing for choice in equals], target.sides)
        equals = [choice for choice in equals if choice.thing in kept]
        if target.order is None:
            return equals
        exact = [each for each in equals if self.scorer.is_called(target, each.thing)]
        equals = exact if len(exact) > 1 else equals
        if listed:
            lists = Counter(each.thing.up for each in equals)
            equals = [each for each in equals if each.thing.up == max(lists, key=lists.__getitem__)]
        if not target.words and target.kind is not None and target.kind.roles & (FIELDS | TICKS):
            kept = [each.thing for each in equals if not self._is_framed(each.thing)]
            equals = [each for each in equals if each.thing in kept] if len(kept) > 1 else equals
        one = nth(equals, target.order)
        lone = self.numbers.first if target.order == 1 else self.numbers.lone
        return [] if one is None else [one if len(equals) > 1 else one._replace(score=one.score * lone)]

    def _is_framed(self, thing: Thing) -> bool:
        """Whether it is in the frame of the page, which who counts fields leaves out."""
        return any(self.scene.things[outer].role in FRAME for outer in self.scene.above(thing.place))

    def _stood_for(self, choice: ScoredThing, listed: bool) -> ScoredThing:
        """Return the control that stands for an item of a list, or for a box that holds nothing but that control."""
        item = choice.thing
        inside = [self.scene.things[each] for each in self.scene.children[item.place]]
        shown = [each for each in inside if each.sort != "picture"]
        shell = item.role not in ("row", "table") and len(shown) == 1 and shown[0].sort == "control"
        if item.sort == "control" or not (listed or (item.sort == "group" and shell)):
            return choice
        controls = [each for each in self.scene.inside(item.place) if each.sort == "control" and each.role not in TICKS]
        named = [thing for thing in controls if thing.role == "link" and thing.said] or controls
        return choice._replace(thing=named[0]) if named else choice._replace(score=choice.score * 0.75)

    def _inner(self, thing: Thing) -> Thing:
        """Return the link inside a box that is a control itself, where the box holds nothing else to act on."""
        if thing.sort != "control" or thing.tag in ("a", "button", "summary", "input", "select", "label"):
            return thing
        inside = [each for each in self.scene.inside(thing.place) if each.sort == "control"]
        named = [each for each in inside if each.said]
        alone = named and len({each.href for each in inside}) == 1 and inside[0].href
        return named[0] if alone else thing

    def _distinct(self, found: Sequence[ScoredThing], *, counting: bool = False) -> list[ScoredThing]:
        """Return choices without those that lead to the same as one before."""
        kept: list[ScoredThing] = []
        for choice in found:
            if not any(self._are_same(choice.thing, other.thing, counting) for other in kept):
                kept.append(choice)
        return kept

    def _are_same(self, one: Thing, other: Thing, counting: bool) -> bool:
        leads = bool(one.href) and one.href != "#" and not one.href.startswith("javascript:")
        if leads and one.frame == other.frame and one.href == other.href:
            item = self.coverage.regions.item_of(one.place)
            return not counting or (item is not None and item == self.coverage.regions.item_of(other.place))
        if not counting and self._share_control(one, other):
            return True
        inner, outer = (one, other) if one.place > other.place else (other, one)
        return outer.sort == "control" and self.scene.holds(outer.place, inner.place)

    def _share_control(self, one: Thing, other: Thing) -> bool:
        """Whether two parts of one control are called the same, the one with more words."""
        around = (outer for outer in self.scene.above(one.place) if self.scene.things[outer].sort == "control")
        few, many = sorted((set(tokens(one.said)), set(tokens(other.said))), key=len)
        return len(few) > 1 and few <= many and any(self.scene.holds(outer, other.place) for outer in around)

    def told_apart(self, choices: Sequence[ScoredThing]) -> list[ScoredThing]:
        """Return each with a text of the row, the card or the section that it is in, which the others do not have."""
        places = [choice.thing.place for choice in choices]
        texts = [self._near(choice.thing, places) for choice in choices]
        often = Counter(text for each in texts for text in set(each))
        return [
            choice._replace(near=min(each, key=lambda text: often[text], default=""))
            for choice, each in zip(choices, texts, strict=True)
        ]

    def _near(self, thing: Thing, places: Sequence[int]) -> list[str]:
        """Return the texts of the smallest part around a thing that has any; links too where no other thing is."""
        for outer in self.scene.above(thing.place):
            alone = sum(self.scene.holds(outer, place) for place in places) == 1
            texts = [
                other.name[:40] for other in self.scene.inside(outer)
                if (other.sort in ("text", "heading") or (alone and other.role == "link"))
                and other.name not in ("", thing.said) and not self.scene.holds(thing.place, other.place)
            ]  # fmt: skip
            if texts:
                return texts[:TEXTS]
        return []

    def is_only_called(self, ranked: Sequence[ScoredThing]) -> bool:
        """Whether the best, and no other, is called just by the words of the phrase."""
        said = bare(self.words)
        named = [choice for choice in ranked if choice.score > 0.5 and bare(tokens(choice.thing.said)) == said]
        shown = [choice for choice in named if choice.thing.role not in FIELDS] or named
        return len(shown) == 1 and shown[0] is ranked[0]
