"""Lists: which group of the page is meant, and its records as items of the list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.path import pointer
from ..driver import Tab
from .aim import Aim
from .asked import named_records, without_sums
from .atoms import Group, Record, records_of
from .filters import RecordValues, apply_filters
from .found import Extraction, Proof, fill, ordered, put
from .labels import GENERIC, label_words, same
from .mapped import mapped_fields, mapped_group
from .match import MatchContext, Matched, match
from .regions import NamedRegion, regions_in, stands_in
from .schema_tree import SchemaNode
from .values import Habits

MARGIN: Final = 0.03
NAMELIKE: Final = frozenset({"heading", "strong", "link", "only"})
"""What may be the name of anything."""


async def rows(tab: Tab, aim: Aim, array: SchemaNode, base: tuple[str | int, ...], found: Extraction) -> list[Any]:
    """The items of a list, each value proven; issues and notes go to `found`."""
    item = array.items or array
    leaves = tuple(item.leaves())
    group = _group(aim, array, leaves, base) if aim.mapping is None else mapped_group(aim.mapping, array, base)
    records = await records_of(tab, group, aim.most)
    if group.total > len(records):
        found.notes.append(
            f"Read {len(records)} of {group.total} records of {group.title!r}: the limit, or not loaded yet."
        )
    found.proof[pointer(base)] = Proof(group.frame, group.number)
    if aim.mapping is None:
        matched = _match(aim, group, records, array, leaves)
    else:
        matched = mapped_fields(aim, array, leaves, group, records)
    listed = without_sums(aim.instruction, records, matched, found)
    flat = [_row(matched, at) for at in listed]
    sifted = apply_filters(aim.instruction, flat, leaves, label_words(array.name))
    found.notes.extend(sifted.notes)
    kept = named_records(aim, group, records, [listed[at] for at in sifted.kept], leaves, found)
    if kept:
        for leaf, why in matched.missing:
            found.miss((*base, 0, *leaf.path), leaf, why, records)
    if kept and not _is_likely(matched):
        return []  # the fault says what is missing; rows of another list would be worse than none
    return [_item(item, matched, at, records[at], (*base, place), found) for place, at in enumerate(kept)]


def _is_likely(matched: Matched) -> bool:
    """Whether so much of what is required was found that the list is probably the right one."""
    lacking = sum(leaf.required for leaf, _ in matched.missing)
    return not lacking or sum(field.wanted.required for field in matched.fields) > 2 * lacking


def _row(matched: Matched, at: int) -> RecordValues:
    picked = ((field.wanted.path, field.picked[at].data()) for field in matched.fields)
    return {path: data[0] for path, data in picked if len(data) == 1}


def _item(
    item: SchemaNode, matched: Matched, at: int, record: Record, base: tuple[str | int, ...], found: Extraction
) -> Any:
    data: dict[str, Any] = {}
    for field in matched.fields:
        leaf = field.wanted
        there, value = fill(found, leaf if item.kind == "object" else _bare(leaf), field, at, base)
        if not there:
            found.miss((*base, *leaf.path), leaf, field.picked[at].why, [record])
        elif item.kind != "object":
            return value
        else:
            put(data, leaf.path, value)
    return ordered(data, item) if item.kind == "object" else None


def _bare(leaf: SchemaNode) -> SchemaNode:
    """A value that is an item by itself has no name below its place."""
    return SchemaNode((), leaf.kind, leaf.schema, leaf.required, leaf.nullable, items=leaf.items)


def _match(
    aim: Aim, group: Group, records: Sequence[Record], array: SchemaNode, leaves: Sequence[SchemaNode]
) -> Matched:  # fmt: skip
    texts = [atom.text for record in records for atom in record.atoms]
    context = group.context | set(aim.meant(array.name))
    if len(leaves) == 1 and not leaves[0].names:
        leaves = [SchemaNode((" ".join(aim.meant("")) or "name",), leaves[0].kind, leaves[0].schema)]
    scene = MatchContext(records, context, aim.meant(array.name), Habits.of(texts, aim.survey.language))
    return match(leaves, scene)


def _group(aim: Aim, array: SchemaNode, leaves: Sequence[SchemaNode], base: tuple[str | int, ...]) -> Group:
    """The group that fits what is wanted best, by its fields and by what it is called."""
    ranked = sorted(((_score(aim, group, array, leaves), group) for group in _there(aim)), key=lambda pair: -pair[0])
    ranked = [(score, group) for score, group in ranked if score > 0]
    if not ranked:
        raise _no_group(aim, base)
    best = ranked[0][1]
    rivals = [group for score, group in ranked[1:] if ranked[0][0] - score < MARGIN]
    if not rivals:
        return best
    said = "; ".join(f"{group.title[:60]} ({group.total})" for group in (best, *rivals))
    raise Fault(
        "ambiguous",
        f"Several lists on the page fit as well: {said}.",
        pointer=pointer(base),
        hint="Name the one that is meant in the instruction, by its heading or caption.",
    )


def _there(aim: Aim) -> list[Group]:
    """The groups in the place that the instruction names. People call every list a table."""
    named = [region for region in regions_in(aim.instruction) if region.kinds != ("table",)]
    return [group for group in aim.survey.groups if all(_is_in(group, region) for region in named)]


def _is_in(group: Group, region: NamedRegion) -> bool:
    return stands_in(group.regions, region)


def _score(aim: Aim, group: Group, array: SchemaNode, leaves: Sequence[SchemaNode]) -> float:
    meant = aim.meant(array.name)
    columns = frozenset(word for column in group.columns for word in label_words(column))
    called = _share(meant, group.context)
    if not group.records:
        fit = (
            _share([word for leaf in leaves for name in leaf.names for word in name], columns) if group.columns else 0.0
        )
    else:
        matched = _match(aim, group, group.records, array, leaves)
        fit = 0.0 if _is_called_otherwise(aim, group, array, matched) else matched.score
    if fit == 0:
        return 0.0
    return fit + 0.6 * called + 0.04 * math.log10(group.total + 1) - 0.3 * group.beside


def _is_called_otherwise(aim: Aim, group: Group, array: SchemaNode, matched: Matched) -> bool:
    """Whether nothing but what looks like names was found in a list that is called something else: transactions are no
    accounts."""
    if any(field.trait[0] not in NAMELIKE for field in matched.fields):
        return False
    named = {word for field in matched.fields for name in field.wanted.names for word in name}
    asked = [word for word in aim.meant(array.name) if not any(same(word, other) for other in named & GENERIC)]
    return bool(asked) and bool(group.heading or group.name) and not _share(asked, group.context)


def _share(wanted: Sequence[str], known: frozenset[str]) -> float:
    return sum(max((same(word, other) for other in known), default=0.0) for word in wanted) / (len(wanted) or 1)


def _no_group(aim: Aim, base: tuple[str | int, ...]) -> Fault:
    titles = list(dict.fromkeys(group.title[:60] for group in aim.survey.groups if group.title and not group.beside))
    near = f"Lists on the page: {'; '.join(titles[:8])}." if titles else "There is no list on the page."
    place = pointer(base)
    message = "No list on the page has the fields that are wanted."
    return Fault(
        "not_found",
        message,
        pointer=place,
        expected="array",
        hint=near,
        issues=[Issue(place, message, "array", None, near)],
    )
