"""Fields of what a phrase names: one that is an extreme, one that is called so, all, or what was spoken of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Question, Records, Sum
from .masks import Masked
from .records import records
from .superlatives import Extreme, extreme

BLANK: Final = re.compile(
    r"^(?:the|that|this|a|an|its|their|his|her|my|your|exact|full|current|whole|new|complete|respective|"
    r"only|just|both|own|and)\s+",
    re.IGNORECASE,
)
PRONOUNS: Final = re.compile(
    r"^(?:it|them|this|that|these|those|they|he|she|the (?:item|product|thing|page|result|one|"
    r"issue|order|message)|one|ones)$",
    re.IGNORECASE,
)
PLURALS: Final = re.compile(
    r"(?:[a-z]+ )?(?:names|titles|keys|subjects|prices|dates|numbers|amounts|senders|authors|assignees|statuses|labels|"
    r"totals|balances|ratings|payees|purposes|ids|addresses|brands|priorities)"
)
MANY: Final = re.compile(
    r"(?:the |my |all )?(?:[a-z-]+ ){0,3}?[a-z]{3,}(?<!s)s\b(?: (?:that|which|with|from|by|in|on|of|over|under|"
    r"assigned|due|whose|where|to|about|above|below|who)\b.*)?$"
)
DATED: Final = re.compile(
    r"\b(?:payment|transaction|transfer|order|booking|purchase|message|mail|letter|invoice|login)s?$"
)
VALUES: Final = re.compile(r"\b(?:amount|price|cost|balance|total|rating|date|weight|sum|value|fee)$")
PAID: Final = re.compile(r"\b(?:payments?|transactions?|expenses?|bookings?|purchases?|transfers?|debits?|spendings?)$")
"""What has an amount of its own."""


def make(
    what: Sum,
    fields: tuple[str, ...],
    of: Records,
    masked: Masked,
    said: str,
    by: str | None = None,
    number: int | None = None,
) -> Question:
    return Question(what, fields, of, by, number, masked.value(said))


def of_phrase(fields: tuple[str, ...], of: str, masked: Masked, said: str) -> Question | None:
    """Fields of what a phrase names: one that is an extreme, one that is called so, all, or what was spoken of."""
    of = of.strip().rstrip("?")
    if PRONOUNS.match(of):
        return make("value", fields, Records("it"), masked, said)
    if found := extreme(of):
        return extreme_of(found, fields, masked, said)
    if re.match(r"(?:all|every|each|these|those|both)\b", of, re.IGNORECASE):
        return make("list", tuple(singular(field) for field in fields), records(of, masked), masked, said)
    if all(PLURALS.fullmatch(field) for field in fields) and MANY.match(of):
        return make("list", tuple(singular(field) for field in fields), records(of, masked), masked, said)
    return make("value", fields, records(of, masked), masked, said)


def extreme_of(found: Extreme, fields: tuple[str, ...], masked: Masked, said: str) -> Question:
    of = records(re.sub(r"^(?:of|in|among|from) ", "", found.rest) or "row", masked)
    found = happened(found, of.noun)
    is_ranked = found.end in ("least", "most")
    by = found.by or ("amount" if is_ranked and PAID.search(of.noun) else last_word(of.noun) if is_ranked else "")
    if fields == ("name",) and is_ranked and (value := VALUES.search(of.noun)):
        by, fields, of = value[0], (value[0],), replace(of, noun="them")  # the value itself is asked for
    return make(found.end, fields, of, masked, said, by=by or None, number=found.number)


def happened(found: Extreme, noun: str) -> Extreme:
    """The last that happened is the newest, wherever it stands in a list."""
    return replace(found, end="most", by="date") if found.end == "last" and DATED.search(noun) else found


def last_word(noun: str) -> str:
    return re.sub(r"\s+(?:in|on|of|from)\b.*$", "", noun).split(" ")[-1] if noun else "amount"


def fields_of(words: str) -> tuple[str, ...]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", words.strip())
    return tuple(field for part in parts if (field := field_of(part)))


def field_of(words: str) -> str:
    said = words.strip()
    while (shorter := BLANK.sub("", said)) != said:
        said = shorter
    return said.strip(" ?.:")


def singular(word: str) -> str:
    return re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", re.sub(r"ies$", "y", word))
