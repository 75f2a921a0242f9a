"""Values that a page tells once: by their labels anywhere on it, or in the one record that the instruction names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ..driver import Tab
from .aim import Aim
from .atoms import Atom, Group, Record, records_of
from .doubt import doubts
from .field import Field
from .found import Extraction, fill, put
from .labels import label_words
from .mapped import mapped_values
from .match import MatchContext, match
from .regions import NamedRegion, in_section, regions_in, sections, within
from .schema_tree import SchemaNode
from .values import Habits

NAMED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|'([^']+)'|(?<!\w)(#?[\w-]*\d[\w-]*)")
"""What an instruction quotes, or what has digits in it: the name of one record."""


async def single(
    tab: Tab, aim: Aim, whole: SchemaNode, leaves: Sequence[SchemaNode], found: Extraction
) -> dict[str, Any]:
    """The values of an object, each proven. What stands outside of lists comes first, then what is in them."""
    data: dict[str, Any] = {}
    records = await once_records(tab, aim)
    if aim.mapping is not None:
        await mapped_values(tab, aim, leaves, records, found, data)
        return data
    for (regions, _), here in _by_region(aim, leaves).items():
        inside = _sectioned(aim, here, records)
        inside = [replace(record, atoms=within(record.atoms, regions)) for record in inside] if regions else inside
        if regions and not any(record.atoms for record in inside):
            where = " and ".join(region.said for region in regions)
            for leaf in here:
                found.miss(leaf.path, leaf, f"nothing on the page is marked as its {where}", records)
        else:
            await _fill(tab, aim, whole, here, inside, found, data)
    return data


def _sectioned(aim: Aim, leaves: Sequence[SchemaNode], records: Sequence[Record]) -> Sequence[Record]:
    """The part of the records under the heading that the object around the properties is called by, or the instruction.

    Where several objects are told apart by such names, what stands elsewhere belongs to none of them.
    """
    around = label_words(leaves[0].path[-2]) if len(leaves[0].path) > 1 else ()
    named = [around] if around else _headings_named(aim, records)
    for words in named:
        inside = [replace(record, atoms=in_section(record.atoms, words)) for record in records]
        if any(record.atoms for record in inside):
            return inside
    return records


def _headings_named(aim: Aim, records: Sequence[Record]) -> list[tuple[str, ...]]:
    """The words of the one heading that the instruction names in full, if there is just one below the page's own."""
    asked = set(label_words(aim.instruction))
    names = {name for record in records for atom in record.atoms for name in sections(atom)}
    titles = {atom.text for record in records for atom in record.atoms if ("heading", "h1") in atom.labels}
    found = {words for name in names - titles if (words := label_words(name)) and asked.issuperset(words)}
    return list(found) if len(found) == 1 else []


def _by_region(
    aim: Aim, leaves: Sequence[SchemaNode]
) -> dict[tuple[tuple[NamedRegion, ...], tuple[str, ...]], list[SchemaNode]]:
    """The properties by the places that the instruction or their descriptions name, and by the objects around them."""
    found: dict[tuple[tuple[NamedRegion, ...], tuple[str, ...]], list[SchemaNode]] = {}
    for leaf in leaves:
        said = leaf.schema.get("description")
        own = regions_in(said) if isinstance(said, str) else ()
        found.setdefault((own or regions_in(aim.instruction), leaf.path[:-1]), []).append(leaf)
    return found


async def _fill(
    tab: Tab, aim: Aim, whole: SchemaNode, leaves: Sequence[SchemaNode], records: Sequence[Record], found: Extraction,
    data: dict[str, Any],
) -> None:  # fmt: skip
    """Put the values that are in the records into the data, each proven, with what speaks against it."""
    missing = tuple(leaves)
    reasons: dict[tuple[str, ...], str] = {}
    for record in records:
        matched = match(missing, _scene(aim, whole, record))
        reasons |= {leaf.path: why for leaf, why in matched.missing}
        for field, doubt in zip(matched.fields, await doubts(tab, aim, leaves, matched.fields), strict=True):
            if doubt:
                found.doubt(field.wanted.path, doubt)
        missing = tuple(leaf for leaf in missing if not _took(matched.fields, leaf, data, found))
        if not missing:
            break
    for leaf in missing:
        found.miss(leaf.path, leaf, reasons.get(leaf.path, "it is not there"), records)


def _scene(aim: Aim, whole: SchemaNode, record: Record) -> MatchContext:
    habits = Habits.of([atom.text for atom in record.atoms], aim.survey.language)
    return MatchContext(
        [record], {*label_words(aim.survey.title), *aim.meant(whole.name)}, aim.meant(whole.name), habits
    )


def _took(fields: Sequence[Field], leaf: SchemaNode, data: dict[str, Any], found: Extraction) -> bool:
    for field in fields:
        if field.wanted is leaf:
            there, value = fill(found, leaf, field, 0, ())
            if there:
                put(data, leaf.path, value)
            return there
    return False


async def once_records(tab: Tab, aim: Aim) -> list[Record]:
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
