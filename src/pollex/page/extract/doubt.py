"""What speaks against a value that was found: words of the instruction that stand nowhere near it, and another value
that fits nearly as well. Whoever gets the data is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..driver import Frame, Tab
from .aim import TOLD, Aim
from .field import Field
from .labels import GENERIC, label_words, same
from .regions import regions_in, without_regions
from .schema_tree import SchemaNode

WHICH: Final = re.compile(r"\b(?:of|for|from|with|by)\b", re.IGNORECASE)
"""What stands behind says which one is meant."""


async def doubts(tab: Tab, aim: Aim, leaves: Sequence[SchemaNode], fields: Sequence[Field]) -> list[str]:
    """For each field of one record, why its value may not be the one that is meant; empty where nothing speaks so."""
    asked = _asked(aim, leaves)
    near = await _near(tab, fields) if asked else [""] * len(fields)
    known = label_words(aim.survey.title) if aim.survey.title else ()
    return [_doubt(field, asked, (*known, *label_words(text))) for field, text in zip(fields, near, strict=True)]


def _asked(aim: Aim, leaves: Sequence[SchemaNode]) -> list[str]:
    """The words of the instruction that say which value is meant: the savings, in "the balance of the savings".

    What stands before, "the issue", says of what the properties are, unless they have no names of their own.
    """
    instruction = without_regions(aim.instruction)
    named = {word for leaf in leaves for name in leaf.names for word in name} if _has_names(aim, leaves) else set()
    telling = WHICH.split(instruction, maxsplit=1)[1:] if named else [instruction]
    said = [
        *(word for each in telling for word in label_words(each)),
        *(word for each in regions_in(aim.instruction) for word in each.which),
    ]
    plain = (word for word in said if word not in TOLD and word not in GENERIC and not word.isdigit() and len(word) > 1)
    return [word for word in dict.fromkeys(plain) if not any(same(word, other) for other in named)]


def _has_names(aim: Aim, leaves: Sequence[SchemaNode]) -> bool:
    """Whether the properties have names of their own: a value alone is called by the instruction."""
    return any(leaf.name != " ".join(aim.meant("")) for leaf in leaves)


async def _near(tab: Tab, fields: Sequence[Field]) -> list[str]:
    """The words around the values of each field."""
    told: dict[tuple[Frame, int], str] = {}
    places = [
        [(value.atom.frame, value.atom.number) for each in field.picked for value in each.values] for field in fields
    ]
    for frame in dict.fromkeys(frame for held in places for frame, _ in held):
        numbers = list(dict.fromkeys(number for held in places for each, number in held if each == frame))
        found = await tab.run(frame, "nearWords", numbers)
        told |= {(frame, number): text for number, text in zip(numbers, found, strict=True)}
    return [" ".join(told[place] for place in held) for held in places]


def _doubt(field: Field, asked: Sequence[str], near: Sequence[str]) -> str:
    missing = [word for word in asked if not any(same(word, other) for other in near)]
    if missing:
        return f"nothing near {field.example()[:60]!r} says {', '.join(map(repr, missing))}"
    if field.rival is not None:
        return f"{field.rival.describe()} fits nearly as well as {field.describe()}"
    return ""
