"""What a question in people's own form asks for, read from what its form has found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..program import Question, Records, Sum, Test
from .comparing import FIELDS
from .limits import COUNT, period
from .masks import Masked
from .phrases import of_phrase
from .records import records
from .superlatives import extreme

MEASURES: Final = {
    "heavy": "weight", "long": "length", "tall": "height", "high": "height", "wide": "width", "deep": "depth",
    "big": "size", "large": "size", "old": "age", "expensive": "price", "far": "distance", "thick": "thickness",
}  # fmt: skip
THEM: Final = r"(?:them|those|these|the (?:two|three|four|five|results|ones)(?: you \w+)?|the ones you \w+)"
OWN: Final = re.compile(r"^(?:i|we)$", re.IGNORECASE)
Match = re.Match[str]


def ask(what: Sum, fields: tuple[str, ...], of: Records, said: str, masked: Masked, by: str | None = None) -> Question:
    return Question(what, fields, of, by, None, masked.value(said))


def thing(words: str, masked: Masked) -> Records:
    bare = words.strip()
    if re.fullmatch(r"(?:it|this|that|he|she|they|the (?:item|product|thing|one))", bare, re.IGNORECASE):
        return Records("it")
    return records(bare, masked)


def valued(field: str) -> Callable[[Match, str, Masked], Question | None]:
    """One field of what is named."""

    def read(match: Match, words: str, masked: Masked) -> Question | None:
        return of_phrase((field,), next(filter(None, match.groups())), masked, words)

    return read


def how_much_of(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", (MEASURES[match["word"].lower()],), thing(match["of"], masked), words, masked)


def lasted(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", (match["noun"],), thing(match["of"] or "it", masked), words, masked)


def together(match: Match, words: str, masked: Masked) -> Question:
    said = (match["of"] or "them").strip()
    of = re.sub(rf"^(?:the prices? of |all )?(?:{THEM}|they|their|it all)$", "them", said, flags=re.IGNORECASE)
    of = re.sub(rf"^(?:the |all |these |those )*{COUNT} (?=[a-z])", "", of, flags=re.IGNORECASE)
    return ask("sum", (), records(of, masked) if of != "them" else Records("them"), words, masked, by="price")


def held_in(match: Match, words: str, masked: Masked) -> Question:
    of = match["of"].strip()
    if re.match(r"(?:all|both|the two)\b", of) or match["all"]:
        return ask("sum", (), records(of, masked), words, masked, by="balance")
    return ask("value", ("balance",), thing(of, masked), words, masked)


def columned(match: Match, words: str, masked: Masked) -> Question:
    what: Sum = "average" if match["what"].lower() in ("average", "mean") else "sum"
    field = re.sub(r"ies$", "y", match["field"]).removesuffix("s")
    return ask(what, (), Records("them"), words, masked, by=field)


def of_them(match: Match, words: str, masked: Masked) -> Question | None:
    said = re.sub(r"^rated (?P<end>best|worst|highest|lowest)$", r"\g<end> rated one", match["rest"].strip())
    if late := re.fullmatch(r"(?P<field>due|sent|created|opened|booked) (?P<end>first|last|earliest|latest)", said):
        end: Sum = "most" if late["end"] in ("last", "latest") else "least"
        return ask(end, ("name",), Records("them"), words, masked, by=late["field"])
    found = extreme(said if re.search(r"\bone\b|^has\b", said) else f"{said} one")
    if found is None:
        return None
    return Question(found.end, ("name",), Records("them"), found.by or None, found.number, masked.value(words))


def spent(match: Match, words: str, masked: Masked) -> Question:
    """What was paid somewhere or came from somewhere, in a time: the sum of the rows that say so."""
    found = match.groupdict()
    tests = [Test(None, "contains", masked.value(found[name])) for name in ("what", "where") if found.get(name)]
    tests += period(found.get("when") or "")
    place, where = found.get("place"), found.get("where") or ""
    if re.match(r"(?:all )?(?:of )?my |all ", where):
        own = records(where, masked)
        return ask(
            "sum", (), replace(own, tests=(*own.tests, *period(found.get("when") or ""))), words, masked, by="total"
        )
    of = Records("transactions", tuple(tests), place=masked.words(place) if place and not OWN.match(place) else None)
    return ask("sum", (), of, words, masked, by="amount")


def itself(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", ("name",), Records("it"), words, masked)


def of_it(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", (match["field"].strip(),), thing(match["of"], masked), words, masked)


def at_place(match: Match, words: str, masked: Masked) -> Question:
    """`the first one`: the row at that place."""
    found = extreme(f"the {match['place']} row")
    assert found is not None
    return Question(found.end, ("name",), Records("row"), found.by or None, found.number, masked.value(words))


def better(match: Match, words: str, masked: Masked) -> Question:
    field, way = FIELDS[match["word"].lower()]
    return ask("most" if way == "most" else "least", ("name",), Records("them"), words, masked, by=field)


def having_more(match: Match, words: str, masked: Masked) -> Question:
    end: Sum = "least" if match["word"].lower() in ("shorter", "lower", "smaller", "lesser", "earlier") else "most"
    return ask(end, ("name",), Records("them"), words, masked, by=match["field"].strip())


def said_by_each(match: Match, words: str, masked: Masked) -> Question:
    return ask("list", ("message",), Records("them"), words, masked)


def in_column(match: Match, words: str, masked: Masked) -> Question:
    what: Sum = "average" if match["what"].lower() in ("average", "mean") else "sum"
    return ask(what, (), Records("rows"), words, masked, by=(match["field"] or match["field2"]).strip())


def lasting(match: Match, words: str, masked: Masked) -> Question:
    field = {"guaranteed": "guarantee", "valid": "validity", "insured": "insurance"}[match["what"].lower()]
    return ask("value", (field,), thing(match["of"], masked), words, masked)


def to_pay(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", ("total",), Records("page"), words, masked)


def attached(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", ("attachment",), Records("it"), words, masked)


def subject(match: Match, words: str, masked: Masked) -> Question | None:
    return of_phrase(("subject",), match["of"], masked, words)


def offered(match: Match, words: str, masked: Masked) -> Question:
    return ask("value", (match["field"],), thing(match["of"], masked), words, masked)


def contents(match: Match, words: str, masked: Masked) -> Question:
    place = match["place"]
    own = re.fullmatch(r"it|there|this|that", place, re.IGNORECASE)
    return ask("list", ("name",), Records("things", place=None if own else masked.words(place)), words, masked)
