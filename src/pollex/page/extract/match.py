"""Which field of the records is which property of the schema: by labels first, then by what a field is.

A field is known by a trait: how we know it and in which words, ("column", ("price",)). It is chosen for all records.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from .atoms import Atom, Record
from .nature import NATURES, natures
from .pick import MISSING, Picked, pick
from .values import Habits
from .wanted import Wanted
from .words import QUALIFIERS, likeness, words

Trait: TypeAlias = tuple[str, tuple[str, ...]]
Choose: TypeAlias = Callable[[str, Sequence[str]], "int | None"]
"""Given what is wanted and the choices in words, the one that is meant; None where it cannot be said."""

SOURCES: Final = {"column": 1.0, "term": 1.0, "attribute": 0.85, "class": 0.8}
"""How much we trust a label, by where it comes from."""
LEAST: Final = 0.4
IDENTITY: Final = frozenset({"number", "no", "id", "key", "name", "title", "code"})
MARGIN: Final = 0.02
"""Fields that fit as well as one another, within this, are not chosen between."""


@dataclass(frozen=True, slots=True)
class Field:
    """A property, the trait it was found by, and its value (or why there is none) in each record."""

    wanted: Wanted
    trait: Trait
    score: float
    picked: tuple[Picked, ...]

    def places(self) -> set[tuple[int, str]]:
        return {(value.atom.number, value.facet) for each in self.picked for value in each.values}

    def describe(self) -> str:
        example = next((value.seen for each in self.picked for value in each.values), "")
        return f"{' '.join(self.trait[1]) or self.trait[0]}: {example[:60]!r}"


@dataclass(frozen=True, slots=True)
class Matched:
    """Properties with their fields, and those without one with the reason."""

    fields: tuple[Field, ...]
    missing: tuple[tuple[Wanted, str], ...]

    @property
    def score(self) -> float:
        weights = {True: 2.0, False: 1.0}
        total = sum(weights[field.wanted.required] for field in self.fields)
        total += sum(weights[wanted.required] for wanted, _ in self.missing)
        return sum(field.score * weights[field.wanted.required] for field in self.fields) / (total or 1)


@dataclass(frozen=True, slots=True)
class Scene:
    """Where fields are looked for."""

    records: Sequence[Record]
    context: Collection[str]
    """Words that go without saying here: of the heading, of what was asked for."""
    subject: Collection[str]
    """Words for what one record is."""
    habits: Habits


def match(leaves: Sequence[Wanted], scene: Scene, choose: Choose | None = None) -> Matched:
    """The best field for each property; none serves two."""
    traits = traits_of(scene.records)
    known = replace(scene, context=frozenset(scene.context) | shared(leaves), subject=frozenset(scene.subject))
    ranked = {leaf: sorted(_fields(leaf, traits, known), key=lambda field: -field.score) for leaf in leaves}
    order = sorted(leaves, key=lambda leaf: -(ranked[leaf][0].score if ranked[leaf] else 0))
    taken: set[tuple[int, str]] = set()
    fields, missing = [], []
    for leaf in order:
        free = [field for field in ranked[leaf] if _is_free(field, taken)]
        field, why = _first(leaf, free, choose)
        if field is None:
            missing.append((leaf, why))
            continue
        fields.append(field)
        if not any("currency" in name for name in leaf.names):
            taken |= field.places()
    return Matched(tuple(fields), tuple(missing))


def _is_free(field: Field, taken: set[tuple[int, str]]) -> bool:
    places = field.places()
    return any("currency" in name for name in field.wanted.names) or 2 * len(places & taken) < max(len(places), 1)


def _first(leaf: Wanted, fields: Sequence[Field], choose: Choose | None) -> tuple[Field | None, str]:
    if fields and fields[0].score < 0:
        return None, next(each.why for each in fields[0].picked if each.why != MISSING)
    if not fields:
        return None, "nothing there is called so and can be read as such a value"
    best = fields[0]
    rivals = [field for field in fields[1:] if best.score - field.score < MARGIN and _differs(field, best)]
    if not rivals:
        return best, ""
    options = [best, *rivals]
    said = [field.describe() for field in options]
    chosen = choose(leaf.name, said) if choose else None
    return (options[chosen], "") if chosen is not None else (None, f"several fit as well: {'; '.join(said)}")


def _differs(one: Field, other: Field) -> bool:
    return [each.data() for each in one.picked] != [each.data() for each in other.picked]


def traits_of(records: Sequence[Record]) -> dict[Trait, list[Sequence[int]]]:
    """By trait, the places of the atoms that have it in each record."""
    found: dict[Trait, dict[int, list[int]]] = {}
    for at, record in enumerate(records):
        for place, atom in enumerate(record.atoms):
            for trait in set(_traits(atom, record)):
                found.setdefault(trait, {}).setdefault(at, []).append(place)
    return {trait: [held.get(at, ()) for at in range(len(records))] for trait, held in found.items()}


def _traits(atom: Atom, record: Record) -> Iterator[Trait]:
    old = ("old",) if any(by == "old" for by, _ in atom.labels) else ()
    for by, label in atom.labels:
        if by == "class":
            for token in label.split():
                yield by, (*words(token.split("--")[0].rsplit("__", 1)[-1]), *old)
        elif by in SOURCES:
            yield by, (*words(label), *old)
    if not old:
        yield from ((nature, said) for nature, said in natures(atom, record))


def _fields(leaf: Wanted, traits: dict[Trait, list[Sequence[int]]], scene: Scene) -> Iterator[Field]:
    target = leaf.items if leaf.kind == "array" and leaf.items else leaf
    for trait, places in traits.items():
        fit = fitting(leaf, trait, scene)
        if fit < LEAST and not target.choices:
            continue
        picked = tuple(pick(record, at, leaf, scene.habits) for record, at in zip(scene.records, places, strict=True))
        held = sum(bool(at) for at in places)
        good = sum(bool(each.values) for each in picked)
        if target.choices and good >= 0.8 * held and held:
            fit = max(fit, 0.7)
        if fit >= LEAST:
            yield Field(leaf, trait, fit * (0.5 + 0.5 * good / len(scene.records)) if good else fit - 2, picked)


def fitting(leaf: Wanted, trait: Trait, scene: Scene) -> float:
    """How well a trait fits a property, from 0 to 1."""
    by, said = trait
    context = scene.context
    if by in NATURES:
        weight, meant = NATURES[by]
        if by == "only":
            return weight
        return weight * max((_natural(name, (*meant, *said), context) for name in leaf.names), default=0.0)
    fit = max((likeness(name, said, context) for name in leaf.names), default=0.0)
    if fit < LEAST and by in ("column", "term") and said and all(word in scene.subject for word in said):
        fit = 0.75 * any(
            IDENTITY.issuperset(name) for name in leaf.names
        )  # the column "Order" of orders is their number
    if fit < LEAST and said and leaf.hints and all(word in leaf.hints for word in said):
        fit = 0.6
    return SOURCES[by] * fit


def _natural(name: tuple[str, ...], meant: Sequence[str], context: Collection[str]) -> float:
    """A thing by its nature: one of the words that it may be called by must be meant."""
    if any(word in QUALIFIERS and word not in meant and word not in context for word in name):
        return 0.0
    return max((likeness(name, (word,), context) for word in meant), default=0.0)


def shared(leaves: Sequence[Wanted]) -> frozenset[str]:
    """Words that most properties begin with (`product_name`, `product_price`) tell nothing apart."""
    firsts = [leaf.names[0][0] for leaf in leaves if leaf.names and len(leaf.names[0]) > 1]
    return frozenset(word for word in firsts if len(leaves) > 1 and 2 * firsts.count(word) > len(leaves))
