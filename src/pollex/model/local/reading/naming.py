"""Questions that only name what is wanted: `the name and price of the cheapest kettle`, `its total`, `all orders`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Question, Records
from .counts import summed
from .limits import WHEN
from .masks import Masked
from .phrases import extreme_of, fields_of, make, of_phrase, singular
from .records import records
from .superlatives import extreme

LISTS: Final = re.compile(r"^(?:list|enumerate|make a list of|a list of|the list of|all)\b\s*", re.IGNORECASE)
OF: Final = re.compile(
    rf"\s+(?:of|for|at|(?:on|in|from)(?!\s+{WHEN}))\s+"
    r"(?=(?:the|this|that|my|your|each|every|all|these|those|it|them|any|our|both|one)\b|⟦|[A-Z0-9]|[a-z]+ [A-Z]+-?\d)"
)

THINGS: Final = re.compile(
    r"(?:(?:all|the|my|of|these|those|open|new|unread|[a-z]+ed) )*(?:orders|messages|mails|e-?mails|letters|issues|"
    r"tickets|"
    r"tasks|things|items|products|articles|transactions|payments|bookings|drafts|events|members|files|documents|"
    r"invoices|entries|rows|results|comments|reviews) (?!of\b)",
    re.IGNORECASE,
)
"""What is listed itself, not a field of it: the orders from X, and not the totals from X."""


def named(words: str, masked: Masked, said: str | None = None) -> Question | None:
    """`the name and price of the cheapest kettle`, `its total`, `all order numbers with their dates`."""
    said = said or words
    words = re.sub(r"^(?:from|on|over|across|of) all (?:of )?(?:the )?pages,?\s+", "all ", words, flags=re.IGNORECASE)
    if re.fullmatch(r"(?:which|what|who) (?:they|those|these) (?:are|were)", words, re.IGNORECASE):
        return make("list", ("name",), Records("them"), masked, said)
    if (found_sum := summed(words, masked)) is not None:
        return found_sum
    listed = LISTS.match(words)
    rest = words[listed.end() :] if listed else words
    rest = re.sub(r"^(?:of )?(?:the |those |these )?", "", rest) if listed else rest
    if listed:
        return _listed(rest, masked, said)
    if re.fullmatch(
        r"the [a-z ]+(?:, (?:and )?the (?:(?! of | and )[a-z ])+)+(?:,? and the (?:(?! of )[a-z ])+)?", words
    ):
        return make("value", fields_of(words), Records("page"), masked, said)
    parts = OF.split(words, maxsplit=1)
    if len(parts) == 2 and not extreme(parts[0]):
        return of_phrase(fields_of(parts[0]), parts[1], masked, said)
    if match := re.match(r"^(?P<of>(?:the |my )?[^,]+?)(?:'s|’s|s'|s’) (?P<fields>[a-z ,]+)$", words):
        return of_phrase(fields_of(match["fields"]), match["of"], masked, said)
    if found := extreme(words):
        return extreme_of(found, ("name",), masked, said)
    if re.match(r"^(?:all|every|each)\b", words, re.IGNORECASE):
        return _listed(words, masked, said)
    if re.match(r"their\b", words) and all(field.endswith("s") for field in fields_of(words)):
        return make("list", tuple(singular(field) for field in fields_of(words)), Records("them"), masked, said)
    own = re.match(r"(?:only |just )?(?:its|his|her|their)\b", words, re.IGNORECASE)
    return make("value", fields_of(words), Records("it" if own else "page"), masked, said)


def _listed(rest: str, masked: Masked, said: str) -> Question:
    if match := re.match(
        r"^(?P<noun>.+?),? (?:with|and|including|together with|along with) (?:their|its|the) (?P<fields>.+)$", rest
    ):
        return make("list", ("name", *fields_of(match["fields"])), records(match["noun"], masked), masked, said)
    parts = OF.split(rest, maxsplit=1)
    if len(parts) == 2 and not THINGS.match(rest) and not re.search(r"\b(?:whose|that|which|who)\b", parts[0]):
        return make(
            "list", tuple(singular(field) for field in fields_of(parts[0])), records(parts[1], masked), masked, said
        )
    return make("list", ("name",), records(rest, masked), masked, said)
