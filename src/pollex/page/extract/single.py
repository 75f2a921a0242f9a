"""Values that a page tells once: by their labels anywhere on it, or in the one record that the instruction names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ..driver import Tab
from .atoms import Atom, Group, Record, records_of
from .field import Field
from .found import Found, fill, put
from .match import Scene, match
from .rows import Aim
from .values import Habits
from .wanted import Wanted
from .words import words

NAMED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|'([^']+)'|(?<!\w)(#?[\w-]*\d[\w-]*)")
"""What an instruction quotes, or what has digits in it: the name of one record."""


async def single(tab: Tab, aim: Aim, whole: Wanted, leaves: Sequence[Wanted], found: Found) -> dict[str, Any]:
    """The values of an object, each proven. What stands outside of lists comes first, then what is in them."""
    data: dict[str, Any] = {}
    missing = tuple(leaves)
    records = await _records(tab, aim)
    reasons: dict[tuple[str, ...], str] = {}
    for place, record in enumerate(records, 1):
        choose = aim.choose if place == len(records) else None  # others choose where everything can be seen
        texts = [atom.text for atom in record.atoms]
        context = {*words(aim.survey.title), *aim.meant(whole.name)}
        habits = Habits.of(texts, aim.survey.language)
        matched = match(missing, Scene([record], context, aim.meant(whole.name), habits), choose)
        reasons |= {leaf.path: why for leaf, why in matched.missing}
        missing = tuple(leaf for leaf in missing if not _took(matched.fields, leaf, data, found))
        if not missing:
            break
    for leaf in missing:
        found.miss(leaf.path, leaf, reasons.get(leaf.path, "it is not there"), records)
    return data


def _took(fields: Sequence[Field], leaf: Wanted, data: dict[str, Any], found: Found) -> bool:
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
