"""Which field of the records is which property of the schema: by labels first, then by what a field is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .atoms import Record
from .examples import field_of_examples
from .field import SOURCES, Field, Trait, traits_of
from .labels import QUALIFIERS, likeness
from .pick import MISSING, pick
from .schema_tree import SchemaNode
from .semantic_types import SEMANTIC_TYPES
from .values import Habits

LEAST: Final = 0.4
IDENTITY: Final = frozenset({"number", "no", "id", "key", "name", "title", "code"})
MARGIN: Final = 0.02
"""Fields that fit as well as one another, within this, are not chosen between."""
CLOSE: Final = 0.1
"""A field that is better than another by less than this is not clearly the best."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Properties with their fields, and those without one with the reason."""

    fields: tuple[Field, ...]
    missing: tuple[tuple[SchemaNode, str], ...]

    @property
    def score(self) -> float:
        weights = {True: 2.0, False: 1.0}
        total = sum(weights[field.wanted.required] for field in self.fields)
        total += sum(weights[wanted.required] for wanted, _ in self.missing)
        return sum(field.score * weights[field.wanted.required] for field in self.fields) / (total or 1)


@dataclass(frozen=True, slots=True)
class MatchContext:
    """Where fields are looked for."""

    records: Sequence[Record]
    context: Collection[str]
    """Words that go without saying here: of the heading, of what was asked for."""
    subject: Collection[str]
    """Words for what one record is."""
    habits: Habits
    identity: SchemaNode | None = None
    """The first text that is required of each row: what the row is called."""


def match(leaves: Sequence[SchemaNode], scene: MatchContext) -> Matched:
    """The best field for each property; none serves two."""
    traits = traits_of(scene.records)
    in_rows = bool(scene.records) and scene.records[0].number != 0
    known = replace(
        scene,
        context=frozenset(scene.context) | shared(leaves),
        subject=frozenset(scene.subject),
        identity=_identity(leaves) if in_rows else None,
    )
    ranked = {leaf: sorted(_fields(leaf, traits, known), key=lambda field: -field.score) for leaf in leaves}
    order = sorted(leaves, key=lambda leaf: -(ranked[leaf][0].score if ranked[leaf] else 0))
    taken: set[tuple[int, str]] = set()
    fields, missing = [], []
    for leaf in order:
        free = [field for field in ranked[leaf] if _is_free(field, taken)]
        field, why = _first(free)
        field = field or field_of_examples(leaf, tuple(scene.records), scene.habits)
        if field is None:
            missing.append((leaf, why))
            continue
        fields.append(replace(field, rival=_rival(field, free)))
        if not _shares(leaf):
            taken |= field.places()
    return Matched(tuple(fields), tuple(missing))


def _identity(leaves: Sequence[SchemaNode]) -> SchemaNode | None:
    first = leaves[0] if leaves else None
    plain = first is not None and first.kind == "string" and first.required and "format" not in first.schema
    return first if plain and first is not None and not first.choices else None


def _is_free(field: Field, taken: set[tuple[int, str]]) -> bool:
    places = field.places()
    return _shares(field.wanted) or 2 * len(places & taken) < max(len(places), 1)


def _shares(leaf: SchemaNode) -> bool:
    """Whether a value of it may stand in one text with another: `110 kW (150 hp)`."""
    return bool(leaf.unit) or any("currency" in name for name in leaf.names)


def _first(fields: Sequence[Field]) -> tuple[Field | None, str]:
    """The field that fits best and better than others, or why there is none."""
    if not fields:
        return None, "nothing there is called so and can be read as such a value"
    best = _best(fields)
    if not best:
        return None, next(each.why for each in fields[0].picked if each.why != MISSING)
    if len(best) == 1:
        return best[0], ""
    return None, f"several fit as well: {'; '.join(field.describe() for field in best)}"


def _best(fields: Sequence[Field]) -> list[Field]:
    """The first field and those that fit as well but say something else; none where the first has no value."""
    if not fields or fields[0].score < 0:
        return []
    first, *others = fields
    return [first, *(field for field in others if first.score - field.score < MARGIN and _differs(field, first))]


def _rival(field: Field, fields: Sequence[Field]) -> Field | None:
    """The next best field, where it fits nearly as well and says something else."""
    near = (each for each in fields if each.score >= 0 and 0 <= field.score - each.score < CLOSE)
    return next((each for each in near if each.filled() and _differs(each, field)), None)


def _differs(one: Field, other: Field) -> bool:
    return [each.data() for each in one.picked] != [each.data() for each in other.picked]


def _fields(leaf: SchemaNode, traits: dict[Trait, list[Sequence[int]]], scene: MatchContext) -> Iterator[Field]:
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


def fitting(leaf: SchemaNode, trait: Trait, scene: MatchContext) -> float:
    """How well a trait fits a property, from 0 to 1."""
    by, said = trait
    context = scene.context
    fit = _by_kind(leaf, trait, scene)
    if fit:
        return fit
    if by in SEMANTIC_TYPES:
        weight, meant = SEMANTIC_TYPES[by]
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


def _by_kind(leaf: SchemaNode, trait: Trait, scene: MatchContext) -> float:
    """What names a row need not be called as the schema calls it."""
    by, said = trait
    named = by == "class" and said and said[-1] in ("name", "title")
    if leaf is scene.identity and (by in ("heading", "strong") or named):
        return 0.55 if named else SEMANTIC_TYPES[by][0] - 0.05
    return 0.0


def _natural(name: tuple[str, ...], meant: Sequence[str], context: Collection[str]) -> float:
    """A thing by its nature: one of the words that it may be called by must be meant."""
    if any(word in QUALIFIERS and word not in meant and word not in context for word in name):
        return 0.0
    return max((likeness(name, (word,), context) for word in meant), default=0.0)


def shared(leaves: Sequence[SchemaNode]) -> frozenset[str]:
    """Words that most properties begin with (`product_name`, `product_price`) tell nothing apart."""
    firsts = [leaf.names[0][0] for leaf in leaves if leaf.names and len(leaf.names[0]) > 1]
    return frozenset(word for word in firsts if len(leaves) > 1 and 2 * firsts.count(word) > len(leaves))
