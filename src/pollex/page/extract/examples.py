"""Fields that are known by values which they had before: the `examples` of a schema, where no label and no nature tells."""

from __future__ import annotations

from typing import Final

from ...text.words import folded
from .atoms import Record
from .field import Field
from .offer import fields_of
from .pick import pick
from .schema_tree import SchemaNode
from .values import Habits

FIT: Final = 0.6
"""How well such a field fits: less than one that is called so."""
ENOUGH: Final = 2
"""Examples that a field must have; one may stand anywhere by chance."""


def field_of_examples(leaf: SchemaNode, records: tuple[Record, ...], habits: Habits) -> Field | None:
    """Return the field that has examples of a property, if all fields that have some agree."""
    known = {folded(str(each)) for each in leaf.schema.get("examples", ())}
    if len(known) < ENOUGH or leaf.kind == "array":
        return None
    found = []
    for trait, places in fields_of(records).items():
        picked = tuple(pick(record, at, leaf, habits) for record, at in zip(records, places, strict=True))
        said = {folded(str(each)) for one in picked for value in one.values for each in (value.data, value.seen)}
        if len(known & said) >= ENOUGH:
            found.append(Field(leaf, trait, FIT, picked))
    best = max(found, key=Field.filled, default=None)
    return best if best is not None and all(_agree(best, each) for each in found) else None


def _agree(one: Field, other: Field) -> bool:
    """Whether two fields say the same wherever both say something."""
    both = zip(one.picked, other.picked, strict=True)
    return all(mine.data() == its.data() for mine, its in both if mine.values and its.values)
