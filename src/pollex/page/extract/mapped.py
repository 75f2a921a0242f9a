"""Values that stand where a model says: read there by their types, each proven, or left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...core.fault import Fault, Issue
from ...core.path import pointer
from ..driver import Tab
from .aim import Aim
from .atoms import Group, Record, records_of
from .field import Field
from .found import Extraction, fill, put
from .mapper import Choice, Mapping
from .match import Matched
from .offer import fields_of
from .pick import MISSING, Picked, outermost, pick
from .schema_tree import SchemaNode
from .span import cut_alike
from .values import Habits

NOWHERE = "the model found no place that shows it"
ELSEWHERE = "what the model chose is no field of that list: {}"


def mapped_group(mapping: Mapping, array: SchemaNode, base: tuple[str | int, ...]) -> Group:
    """The list that most fields of an array were found in; a Fault where there is none."""
    leaves = (array.items or array).leaves()
    groups = [choice.place.group for leaf in leaves for choice in mapping.of(leaf, array) if choice.place.group]
    if not groups:
        message = f"No list on the page has the fields that are wanted: the model {mapping.model!r} chose none."
        hint = "Say in the instruction what the list is called, or look at another page."
        raise Fault("not_found", message, pointer=pointer(base), expected="array", hint=hint, issues=[
            Issue(pointer(base), message, "array", None, hint)
        ])  # fmt: skip
    return max(groups, key=groups.count)


def mapped_fields(
    aim: Aim, array: SchemaNode, leaves: Sequence[SchemaNode], group: Group, records: Sequence[Record]
) -> Matched:
    """The fields of a list that the model chose."""
    assert aim.mapping is not None
    habits = Habits.of([atom.text for record in records for atom in record.atoms], aim.survey.language)
    held = fields_of(records)
    fields, missing = [], []
    for leaf in leaves:
        chosen = aim.mapping.of(leaf, array)
        if len(chosen) != 1:
            missing.append((leaf, f"the model chose {len(chosen)} places" if chosen else NOWHERE))
            continue
        (choice,) = chosen
        trait = choice.place.key[3]
        if trait is None or choice.place.key[:2] != (group.frame, group.number):
            missing.append((leaf, ELSEWHERE.format(choice.place.line)))
            continue
        nowhere: list[Sequence[int]] = [()] * len(records)
        places = held.get(trait, nowhere)
        picked = [_read(record, at, choice, leaf, habits) for record, at in zip(records, places, strict=True)]
        fields.append(Field(leaf, trait, 1.0, tuple(picked)))
    return Matched(tuple(fields), tuple(missing))


async def mapped_values(
    tab: Tab, aim: Aim, leaves: Sequence[SchemaNode], records: Sequence[Record], found: Extraction, data: dict[str, Any]
) -> None:
    """Put the values that are told once into the data."""
    assert aim.mapping is not None
    record = records[-1] if records else None
    habits = Habits.of([atom.text for atom in record.atoms] if record else [], aim.survey.language)
    for leaf in leaves:
        chosen = aim.mapping.of(leaf)
        several = [
            each for choice in chosen for each in await _all(tab, aim, record, choice, leaf, len(chosen), habits)
        ]
        picked = _joined(leaf, several)
        there, value = fill(found, leaf, Field(leaf, ("model", ()), 1.0, (picked,)), 0, ())
        if there:
            put(data, leaf.path, value)
        else:
            found.miss(leaf.path, leaf, picked.why, records)


async def _all(
    tab: Tab, aim: Aim, record: Record | None, choice: Choice, leaf: SchemaNode, count: int, habits: Habits
) -> list[Picked]:
    """What is read at a place: of a field of a list, in each row."""
    each = leaf.items if leaf.kind == "array" and leaf.items and (count > 1 or choice.place.group) else leaf
    if choice.place.group is None:
        key = choice.place.key[:3]
        atoms = record.atoms if record else ()
        at = [place for place, atom in enumerate(atoms) if (atom.frame, atom.number, atom.facet) == key]
        return [_read(record, at[:1], choice, each, habits)] if record else []
    if leaf.kind != "array":
        return [Picked(why="the model chose a field of a list, which has many values")]
    records = await records_of(tab, choice.place.group, aim.most)
    trait = choice.place.key[3]
    held = fields_of(records).get(trait, []) if trait else []
    return [_read(row, at, choice, each, habits) for row, at in zip(records, held, strict=False) if at]


def _joined(leaf: SchemaNode, several: Sequence[Picked]) -> Picked:
    if not several:
        return Picked(why=NOWHERE)
    if why := next((each.why for each in several if not each.values), ""):
        return Picked(why=why)
    values = tuple(value for each in several for value in each.values)
    if leaf.kind != "array" and any(value.data != values[0].data for value in values):
        return Picked(why="the model chose several places that differ")
    return Picked(values)


def _read(record: Record, places: Sequence[int], choice: Choice, leaf: SchemaNode, habits: Habits) -> Picked:
    """The value at these places of a record, or at the part of them that was chosen."""
    if not places or not (choice.span or choice.place.own):
        return pick(record, places, leaf, habits)
    outer = outermost(record.atoms, places)
    atom = record.atoms[outer[0]]
    text = (atom.own or "") if choice.place.own else atom.text
    if not text.strip():
        return Picked(why=MISSING)
    part = cut_alike(choice.place.text, choice.span, text) if choice.span else text
    part = part if len(outer) == 1 else None
    if part is None:
        return Picked(why=f"{atom.text[:60]!r} has no such part as {choice.place.text[:60]!r}")
    piece = replace(atom, text=part, own=None, stamp=None, around=None)
    picked = pick(Record(record.frame, record.number, (piece,)), [0], leaf, habits)
    return replace(picked, values=tuple(replace(value, atom=atom, seen=atom.text) for value in picked.values))
