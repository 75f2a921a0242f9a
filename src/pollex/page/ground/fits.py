"""Single questions about a thing and what was asked for: its kind, its name, what it is there for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...text.words import tokens
from .kinds import CHOICES, ENTRIES, FIELDS, TICKS, Kind, is_marked
from .parts import Parts, Scope, item_fit
from .reading import Noun
from .scene import Thing
from .sight import Sight

ACTED: Final = FIELDS | TICKS | ENTRIES | CHOICES | {"switch", "slider"}
"""Roles of what people act on."""


class Fits:
    def __init__(self, sight: Sight, parts: Parts) -> None:
        self.sight = sight
        self.scene = sight.scene
        self.parts = parts

    def of_kind(self, kind: Kind | None, thing: Thing) -> float:
        if kind is None:
            return 1.0 if thing.role in ACTED else self.sight.numbers.passive
        if kind.level != "control":
            return item_fit(thing, kind) if kind.level == "item" else 1.0
        apart = kind.marks and not any(
            is_marked(part, kind.marks) or part.role in kind.marks
            for part in map(self.scene.things.__getitem__, self.scene.above(thing.place))
        )
        return kind.fit(thing) * (0.85 if apart else 1.0)

    def is_called(self, target: Noun, thing: Thing) -> bool:
        """Whether a thing is called by the words of the target, and nothing else."""
        said = bare(tokens(thing.said))
        return bool(said) and said == bare([self.sight.words[place] for place in target.words])

    def is_astray(self, target: Noun, thing: Thing, begin: int, end: int) -> bool:
        """Whether a thing says words of a name that the page has, but not as that name."""
        own = self.sight.own[thing.place]
        said = end - begin > 1 and begin in target.words and any(own[place] > 0.5 for place in range(begin, end))
        return said and not self.sight.says_run(thing, begin, end)

    def is_noun(self, target: Noun) -> bool:
        """Whether it ends with a word for what lists are of."""
        head = target.words[-1] if target.words and target.kind is None else -1
        return (
            head >= 0
            and self.sight.weights[head] < 1
            and self.sight.weight(self.sight.words[head]) == self.sight.numbers.noun
        )

    def is_aside(self, target: Noun, thing: Thing) -> bool:
        """Whether a button or a box says more than is asked for, which its row says too: the link opens that."""
        item = self.parts.item_of(thing.place)
        if thing.role not in TICKS | {"button"} or item is None or self.sight.precision(thing) > 0.95:
            return False
        if not any(each.role == "link" and each.said for each in self.scene.inside(item)):
            return False
        own = self.sight.own[thing.place]
        told = self.sight.bag(Scope(item, self.scene.ends[item], item), telling=True)
        return all(told[at] >= own[at] - 0.05 for at in target.words)

    def picks_row(self, tick: Thing) -> bool:
        """Whether a box only chooses a row that something else stands for."""
        item = self.parts.item_of(tick.place)
        return item is not None and any(each.role == "link" for each in self.scene.inside(item))


def bare(said: Sequence[str]) -> list[str]:
    return [word for word in said if word not in ("the", "a", "an")]
