"""Whether a thing is the one that proper names in a phrase speak of: near names are told, and never taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from ...core.suggest import nearest
from ...text.lexicon import words
from .fields import fields
from .parts import Parts
from .proper import Name, common
from .reading import Reading
from .scene import Thing
from .sight import Sight

SMALL: Final = 40
"""Things in a row whose texts are read one after the other."""


class Naming:
    """The proper names of a phrase before a scene."""

    def __init__(self, sight: Sight, parts: Parts, names: Sequence[Name], readings: Sequence[Reading]) -> None:
        self.sight = sight
        self.scene = sight.scene
        self.parts = parts
        self.names = [kept for name in names if (kept := self._forgiven(name)).words]
        self.placed = any(relation.way not in ("in", "of") for each in readings for relation in each.relations)
        self._rows: dict[tuple[Name, int], bool] = {}

    def _forgiven(self, name: Name) -> Name:
        """Without words that may be slips of everybody's words on the page: `the Serach button`."""
        if name.strict:
            return name
        slips = self.sight.compare.slips.items()
        slipped = {self.sight.words[place] for place, said in slips if not common().isdisjoint(said)}
        return replace(name, words=tuple(word for word in name.words if word not in slipped))

    @cached_property
    def lost(self) -> tuple[Name, ...]:
        """Names that nothing on the page says."""
        return tuple(name for name in self.names if not self._saying[name] and not self._spread(name))

    @cached_property
    def _saying(self) -> dict[Name, list[Thing]]:
        known = [
            thing for thing in self.scene.things if thing.choices or self.sight.own[thing.place] is not self.sight.zero
        ]
        return {name: [thing for thing in known if _says(thing, name)] for name in self.names}

    @cached_property
    def _places(self) -> dict[Name, frozenset[int]]:
        return {name: frozenset(thing.place for thing in said) for name, said in self._saying.items()}

    def _spread(self, name: Name) -> bool:
        rows = {row for thing in self.sight.speaking for _, row in self.parts.rows(thing.place)[:1]}
        return len(name.words) > 1 and any(self._in_row(name, row) for row in rows)

    def fits(self, thing: Thing) -> bool:
        """Whether a thing is not known to be another than the one that is named."""
        return all(self.placed or self._fits(name, thing) for name in self.names)

    def _fits(self, name: Name, thing: Thing) -> bool:
        if thing.place in self._places[name]:
            return True
        rows = self.parts.rows(thing.place)
        own = dict(rows)
        apart = [any(own.get(up, row) != row for up, row in self.parts.rows(each.place)) for each in self._saying[name]]
        if not all(apart) or not apart:
            if any(self._in_row(name, row) for _, row in rows):
                return True
            if self._says_part(name, thing, rows[0][1] if rows else None):
                return False
        return not any(apart)

    def _in_row(self, name: Name, row: int) -> bool:
        known = self._rows.get((name, row))
        if known is None:
            held = any(self.scene.holds(row, place) for place in self._places[name])
            known = self._rows[name, row] = held or self._spread_over(name, row)
        return known

    def _spread_over(self, name: Name, row: int) -> bool:
        """Whether several texts of a row say it one after the other."""
        if len(name.words) == 1 or self.scene.ends[row] - row > SMALL:
            return False
        said = (words(each.name).tokens for each in self.scene.inside(row) if each.sort != "group")
        return name.is_spread(tuple(token for each in said for token in each))

    def _says_part(self, name: Name, thing: Thing, row: int | None) -> bool:
        """Whether a thing, or the row it is in, says some of a name, and so is called otherwise."""
        held = [thing] if row is None else [self.scene.things[row], *self.scene.inside(row)]
        telling = {word for word in name.words if len(word) > 1 and word not in common()}
        return any(not telling.isdisjoint(words(each.name).tokens) for each in held)

    def astray(self, thing: Thing) -> tuple[Name, ...]:
        """The names by which a thing is not called."""
        return tuple(name for name in self.names if not self._fits(name, thing))

    def near(self, names: Sequence[Name]) -> tuple[str, ...]:
        """What the page says that is like these names."""
        said = [thing.name for thing in self.scene.things if thing.name and thing.sort != "group"]
        rows = [self.scene.inside(row) for row in sorted(self.parts.items) if self.scene.ends[row] - row <= SMALL]
        said += [" ".join(each.name for each in row) for row in rows]
        return tuple(dict.fromkeys(each for name in names for each in _near(name, said)))


def _near(name: Name, texts: Sequence[str]) -> list[str]:
    """By their letters; else those of the same shape, as numbers of things are."""
    found = [each for each in _windows(name, texts) if each != name.text]
    return nearest(name.text, found) or [each for each in found if _shape(each) == _shape(name.text)][:3]


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text.lower())


def _windows(name: Name, texts: Sequence[str]) -> list[str]:
    """Parts of texts with as many words as a name."""
    length = len(name.text.split())
    begun = {word[0] for word in name.words}
    found: dict[str, None] = {}
    for text in texts:
        split = text.split()
        for at in range(len(split) - length + 1):
            if split[at][:1].lower() in begun:
                found[" ".join(split[at : at + length]).strip(",.;:()")] = None
    return list(found)


def _says(thing: Thing, name: Name) -> bool:
    if any(name.is_said(text) for text, _ in fields(thing)):
        return True
    return any(name.is_said(words(choice)) for choice in thing.choices)
