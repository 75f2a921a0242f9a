"""Values that a page tells once: by their labels anywhere on it, or in the one record that the instruction names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ...core.path import pointer
from ..driver import Tab
from .atoms import Atom, Group, Record, records_of
from .candidates import candidate_fields
from .doubt import doubts, is_labelled
from .field import Field
from .found import Extraction, fill, put
from .labels import label_words
from .match import MatchContext, match
from .regions import NamedRegion, regions_in, within
from .rows import Aim
from .schema_tree import SchemaNode
from .values import Habits

NAMED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|'([^']+)'|(?<!\w)(#?[\w-]*\d[\w-]*)")
"""What an instruction quotes, or what has digits in it: the name of one record."""


async def single(
    tab: Tab, aim: Aim, whole: SchemaNode, leaves: Sequence[SchemaNode], found: Extraction
) -> dict[str, Any]:
    """The values of an object, each proven. What stands outside of lists comes first, then what is in them."""
    data: dict[str, Any] = {}
    records = await _records(tab, aim)
    for regions, here in _by_region(aim, leaves).items():
        inside = [replace(record, atoms=within(record.atoms, regions)) for record in records] if regions else records
        if regions and not any(record.atoms for record in inside):
            where = " and ".join(region.said for region in regions)
            for leaf in here:
                found.miss(leaf.path, leaf, f"nothing on the page is marked as its {where}", records)
        else:
            await _fill(tab, aim, whole, here, inside, found, data)
    return data


def _by_region(aim: Aim, leaves: Sequence[SchemaNode]) -> dict[tuple[NamedRegion, ...], list[SchemaNode]]:
    """The properties by the places that the instruction or their descriptions name."""
    found: dict[tuple[NamedRegion, ...], list[SchemaNode]] = {}
    for leaf in leaves:
        said = leaf.schema.get("description")
        own = regions_in(said) if isinstance(said, str) else ()
        found.setdefault(own or regions_in(aim.instruction), []).append(leaf)
    return found


async def _fill(
    tab: Tab, aim: Aim, whole: SchemaNode, leaves: Sequence[SchemaNode], records: Sequence[Record], found: Extraction,
    data: dict[str, Any],
) -> None:  # fmt: skip
    """Put the values that are in the records into the data, each proven, with what speaks against it."""
    missing = tuple(leaves)
    reasons: dict[tuple[str, ...], str] = {}
    for place, record in enumerate(records, 1):
        choose = aim.choose if place == len(records) else None  # others choose where everything can be seen
        scene = _scene(aim, whole, record)
        matched = match(missing, scene, choose)
        reasons |= {leaf.path: why for leaf, why in matched.missing}
        sure = await _sure(tab, aim, leaves, matched.fields, records[-1], found)
        missing = tuple(leaf for leaf in missing if not _took(sure, leaf, data, found))
        if not missing:
            break
    for leaf in missing:
        found.miss(leaf.path, leaf, reasons.get(leaf.path, "it is not there"), records)


def _scene(aim: Aim, whole: SchemaNode, record: Record) -> MatchContext:
    habits = Habits.of([atom.text for atom in record.atoms], aim.survey.language)
    return MatchContext(
        [record], {*label_words(aim.survey.title), *aim.meant(whole.name)}, aim.meant(whole.name), habits
    )


async def _sure(
    tab: Tab, aim: Aim, leaves: Sequence[SchemaNode], fields: Sequence[Field], record: Record, found: Extraction
) -> list[Field]:
    """The fields, those that are in doubt chosen by somebody else where there is one; what stays in doubt is noted."""
    sure: list[Field] = []
    for field, doubt in zip(fields, await doubts(tab, aim, leaves, fields), strict=True):
        chosen = _chosen(aim, field, record) if doubt and not is_labelled(field) else None
        if doubt and chosen is None:
            found.notes.append(f"{pointer(field.wanted.path)} is not certain: {doubt}.")
        sure.append(chosen or field)
    return sure


def _chosen(aim: Aim, field: Field, record: Record) -> Field | None:
    if aim.choose is None:
        return None
    leaf, habits = field.wanted, Habits.of([atom.text for atom in record.atoms], aim.survey.language)
    others = [each for each in candidate_fields(leaf, [record], habits, ()) if each.describe(3) != field.describe(3)]
    place = aim.choose(leaf.told, [each.describe(3) for each in (field, *others)])
    return None if place is None else [field, *others][place]


def _took(fields: Sequence[Field], leaf: SchemaNode, data: dict[str, Any], found: Extraction) -> bool:
    for field in fields:
        if field.wanted is leaf:
            there, value = fill(found, leaf, field, 0, ())
            if there:
                put(data, leaf.path, value)
            return there
    return False


async def _records(tab: Tab, aim: Aim) -> list[Record]:
    """Where to look: the record that is named alone, else the page without its lists, then with them."""
    groups = aim.survey.groups
    if named := await _named(tab, aim, groups):
        return [named]
    once = aim.survey.once
    inside = [record for group in groups if not group.beside for record in group.records]
    if not once and not inside:
        return []
    frame = (once[0] if once else inside[0]).frame
    return [Record(frame, 0, once), Record(frame, 0, joined([once, *(record.atoms for record in inside)]))]


def joined(parts: Sequence[Sequence[Atom]]) -> tuple[Atom, ...]:
    """Atoms of several records as those of one."""
    atoms: list[Atom] = []
    for part in parts:
        shift = len(atoms)
        atoms.extend(atom if atom.around is None else replace(atom, around=atom.around + shift) for atom in part)
    return tuple(atoms)


async def _named(tab: Tab, aim: Aim, groups: Sequence[Group]) -> Record | None:
    names = [next(filter(None, match)) for match in NAMED.findall(aim.instruction)]
    if not names:
        return None
    fit = [
        record
        for group in groups
        if not group.beside
        for record in (await records_of(tab, group, aim.most) if group.total > len(group.records) else group.records)
        if all(any(name.lower() in atom.text.lower() for atom in record.atoms) for name in names)
    ]
    return fit[0] if len(fit) == 1 else None
