"""Fields known by values that they had before, where no label and no nature tells: `examples`, or their `marks`."""

from __future__ import annotations

from typing import Final

from ...text.mark import mark_of
from ...text.words import folded
from .atoms import Record
from .field import Field
from .offer import fields_of
from .pick import Picked, pick
from .schema_tree import SchemaNode
from .values import Habits

FIT: Final = 0.6
"""How well such a field fits: less than one that is called so."""
ENOUGH: Final = 2
"""Records in which a field must be one of the examples; in one it may be so by chance."""


def field_of_examples(leaf: SchemaNode, records: tuple[Record, ...], habits: Habits) -> Field | None:
    """Return the field that has examples of a property, if all fields that have some agree."""
    known = {folded(str(each)) for name in ("examples", "marks") for each in leaf.schema.get(name, ())}
    if not known or leaf.kind == "array":
        return None
    found = []
    for trait, places in fields_of(records).items():
        picked = tuple(pick(record, at, leaf, habits) for record, at in zip(records, places, strict=True))
        if sum(_is_known(each, known) for each in picked) >= ENOUGH:
            found.append(Field(leaf, trait, FIT, picked))
    best = max(found, key=Field.filled, default=None)
    return best if best is not None and all(_agree(best, each) for each in found) else None


def _is_known(picked: Picked, known: set[str]) -> bool:
    said = (each for value in picked.values for each in (value.data, value.seen))
    return any(folded(str(each)) in known or mark_of(each) in known for each in said)


def _agree(one: Field, other: Field) -> bool:
    """Whether two fields say the same wherever both say something."""
    both = zip(one.picked, other.picked, strict=True)
    return all(mine.data() == its.data() for mine, its in both if mine.values and its.values)
