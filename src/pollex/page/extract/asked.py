"""Which records of a list are asked for: no sums among them, and those that have the name in the instruction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...core.fault import Fault
from ...text.words import folded
from .aim import Aim
from .atoms import Group, Record
from .found import Extraction
from .labels import label_words, same
from .match import Matched
from .regions import without_regions
from .schema_tree import SchemaNode

SUM: Final = re.compile(
    r"(?:(?:grand |sub-?|net |gross |opening |closing )?(?:totals?|balance)|sum|gesamt(?:summe|betrag)?|insgesamt"
    r"|(?:zwischen)?summe|totale?|totaal|suma|somme|sous-total)(?!\w)",
    re.IGNORECASE,
)
"""How the first cell of a row begins that adds up others."""
SUMS_TOO: Final = re.compile(r"(?<!without )(?<!without the )(?<!no )(?<!except )\b(?:sub)?(?:totals?|sums?)\b")
NAME: Final = re.compile(
    r"\b(?:of|by|from|for|with|to)\s+(?P<name>[A-Z][\w'’.-]*(?:\s+(?:(?:of|de|van|von|da)\s+)?[A-Z][\w'’.-]*)*)"
)
"""A name in an instruction: "the tickets of Ayo Bello"."""


def without_sums(instruction: str, records: Sequence[Record], matched: Matched, found: Extraction) -> list[int]:
    """Return the places of the records that are no sums of others, nor nearly blank where most is required."""
    if SUMS_TOO.search(instruction.lower()):
        return list(range(len(records)))
    left_out = [at for at, record in enumerate(records) if _is_sum(record) or _is_blank(matched, at, record)]
    if not left_out or 2 * len(left_out) > len(records):
        return list(range(len(records)))
    said = ", ".join(repr(_first_words(records[at])[:40]) for at in left_out[:4])
    found.notes.append(f"{len(left_out)} rows were left out, which are sums or nearly empty: {said}.")
    return [at for at in range(len(records)) if at not in left_out]


def _first_words(record: Record) -> str:
    return next((atom.text.strip() for atom in record.atoms if atom.facet == "text" and atom.text.strip()), "")


def _is_sum(record: Record) -> bool:
    return _in_columns(record) and SUM.match(_first_words(record)) is not None


def _in_columns(record: Record) -> bool:
    return any(by == "column" for atom in record.atoms for by, _ in atom.labels)


def _is_blank(matched: Matched, at: int, record: Record) -> bool:
    """Whether most of what is required is not there, or nothing but the name of a card."""
    needed = [field.picked[at] for field in matched.fields if field.wanted.required]
    if not _in_columns(record) and len(matched.fields) > 1:
        there = [bool(field.picked[at].values) for field in matched.fields if 2 * field.filled() > len(field.picked)]
        lacking = len(there) - sum(there)
        lacks_required = not all(picked.values for picked in needed)
        return sum(there) < 2 or 2 * lacking > len(there) - lacks_required
    return len(needed) > 2 and 2 * sum(not picked.values for picked in needed) > len(needed)


def named_records(
    aim: Aim, group: Group, records: Sequence[Record], kept: Sequence[int], leaves: Sequence[SchemaNode],
    found: Extraction,
) -> list[int]:  # fmt: skip
    """Return those records that have the name which the instruction gives; a Fault where none can be told by it."""
    left = list(kept)
    known = {*label_words(aim.survey.title), *group.context}
    known |= {word for each in group.columns for word in label_words(each)}
    known |= {word for atom in aim.survey.once for word in label_words(atom.text)}
    known |= {word for leaf in leaves for name in (*leaf.names, leaf.hints) for word in name}
    for match in NAME.finditer(without_regions(aim.instruction)):
        name, words = match["name"].rstrip("."), label_words(match["name"])
        having = [at for at in left if any(folded(name) in folded(atom.text) for atom in records[at].atoms)]
        if all(any(same(word, other) for other in known) for word in words) or len(having) == len(left):
            continue
        if not having:
            raise Fault(
                "not_found",
                f"Which records are of {name!r} cannot be said: none of the {len(left)} names it.",
                expected=f"records that name {name!r}",
                hint="Look at the page again, or ask for all of them.",
            )
        found.notes.append(f"Kept {len(having)} of {len(left)} that name {name!r}.")
        left = having
    return left
