"""Ranks the things of a scene by how well they are meant by a phrase, and says which one is, if one is clearly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...text.words import tokens
from .choice import Choice
from .fits import bare
from .judge import Judge
from .kinds import FIELDS, ITEM, OPENED
from .naming import Naming
from .parts import Parts
from .proper import proper_names
from .reader import readings
from .reading import Reading, spoken
from .scene import Scene, Thing
from .sight import Sight
from .stand import inner
from .twins import distinct
from .weights import WEIGHTS, Weights

TEXTS: Final = 8
"""Texts near a thing that may tell it from others."""
MOST: Final = 60
"""Things that are compared with each other at the end."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a phrase means: the best first; whether the first is clearly meant."""

    ranked: tuple[Choice, ...]
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


def choose(scene: Scene, text: str, weights: Weights = WEIGHTS) -> Chosen:
    """The thing that is meant, if it is clearly."""
    ranking = Ranking(scene, text, weights)
    ranked = ranking.ranked()
    if names := proper_names(text):
        naming = Naming(ranking.sight, ranking.parts, names, ranking.readings)
        fit = [] if naming.lost else [choice for choice in ranked if naming.fits(choice.thing)]
        lost = naming.lost or (naming.astray(ranked[0].thing) if ranked and not fit else ())
        if lost:
            return Chosen((), False, lost=tuple(name.text for name in lost), near=naming.near(lost))
        ranked = fit
    counted = any(reading.target.order is not None for reading in ranking.readings)
    enough = bool(ranked) and ranked[0].score >= weights.enough
    ahead = enough and (len(ranked) == 1 or ranked[0].score - ranked[1].score >= weights.margin)
    sure = ahead or (enough and ranking.is_only_called(ranked))
    if enough and not sure:
        ranked = ranking.told_apart(ranked[:12])
    return Chosen(tuple(ranked[:12]), sure, counted)


class Ranking:
    """All readings of a phrase before a scene."""

    def __init__(self, scene: Scene, text: str, weights: Weights) -> None:
        self.scene = scene
        self.numbers = weights
        self.said = spoken(text)
        self.sight = Sight(scene, self.said, weights)
        self.parts = Parts(scene)
        self.judge = Judge(self.sight, self.parts)
        self.readings = readings(self.said, self.sight.names)

    def ranked(self) -> list[Choice]:
        best: dict[int, float] = {}
        for reading in self.readings:
            price = self.numbers.liberty**reading.liberties * (self.numbers.stripped if self._is_said(reading) else 1.0)
            for each in self._forms(reading):
                for choice in self.judge.judged(*each):
                    place = choice.thing.place
                    best[place] = max(best.get(place, 0.0), choice.score * price)
        found = [
            Choice(score, inner(self.scene, self.scene.things[place])) for place, score in best.items() if score > 0.3
        ]
        found.sort(key=lambda choice: (-round(choice.score, 4), choice.thing.role in FIELDS, choice.thing.place))
        return distinct(self.scene, self.parts, found[:MOST])

    def _is_said(self, reading: Reading) -> bool:
        """Whether a control says the action itself that was taken away."""
        own = self.sight.own
        return bool(reading.action) and any(
            all(own[thing.place][place] > 0.85 for place in reading.action)
            for thing in self.sight.speaking if thing.sort == "control"
        )  # fmt: skip

    def _forms(self, reading: Reading) -> list[tuple[Reading, bool]]:
        """As it is; and where its noun is no kind of element, as a row of a list (`the third message`)."""
        target = reading.target
        if target.kind is not None or not target.words or self.sight.weight(self.said.words[target.words[-1]]) < 0.3:
            return [(reading, False)]
        if reading.liberties > 1:
            return [(reading, False)]
        pointed = target.order is not None or reading.relations or len(target.words) > 1 or reading.wish is OPENED
        listed = replace(reading, target=replace(target, kind=ITEM))
        return [(reading, False), (listed, True)] if pointed else [(reading, False)]

    def told_apart(self, choices: Sequence[Choice]) -> list[Choice]:
        """Each with a text of the row, the card or the section that it is in, which the others do not have."""
        places = [choice.thing.place for choice in choices]
        texts = [self._near(choice.thing, places) for choice in choices]
        often = Counter(text for each in texts for text in set(each))
        return [
            replace(choice, near=min(each, key=lambda text: often[text], default=""))
            for choice, each in zip(choices, texts, strict=True)
        ]

    def _near(self, thing: Thing, places: Sequence[int]) -> list[str]:
        """The texts of the smallest part around a thing that has any; links too where no other of the things is."""
        for outer in self.scene.above(thing.place):
            alone = sum(self.scene.holds(outer, place) for place in places) == 1
            told = [
                other.name[:40]
                for other in self.scene.inside(outer)
                if other.name
                and (other.sort in ("text", "heading") or (alone and other.role == "link"))
                and other.name != thing.said
                and not self.scene.holds(thing.place, other.place)
            ]
            if told:
                return told[:TEXTS]
        return []

    def is_only_called(self, ranked: Sequence[Choice]) -> bool:
        """Whether the best, and no other, is called just by the words of the phrase."""
        said = bare(self.said.words)
        named = [choice for choice in ranked if choice.score > 0.5 and bare(tokens(choice.thing.said)) == said]
        shown = [choice for choice in named if choice.thing.role not in FIELDS]
        return len(shown or named) == 1 and (shown or named)[0] is ranked[0]
