"""Orders to leave only some rows: `keep only A and B, only what is in stock`, `filter by status X and label Y`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Filter, Instruction, Search, Test
from .limits import AMOUNT
from .masks import Masked
from .records import LOWER, STATED, records

HEAD: Final = re.compile(
    r"^(?:(?:keep|show|display|leave|list|include)(?: me)?(?: (?:them|it|the list|the results))? (?:only|just|nothing "
    r"but)|(?:only|just) (?:keep|show|display|leave|include|look at)|look (?:only|just) at|"
    r"look (?:at|through|over)(?=(?: the| all| those| these)? [a-z]+s (?:labelled|tagged|marked|assigned|due|whose|"
    r"(?:that|which) (?:are|have|were))\b)|(?:restrict|limit|narrow|"
    r"reduce|filter|refine)(?: (?:it|them|these|those|everything|the \w+(?: \w+)?|this \w+))?(?: down)? (?:to|by|for|"
    r"on|with)(?: only| just)?|filter(?: (?:it|them|these|those|the \w+))? (?:so that )?only)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
DESCRIBED: Final = re.compile(
    r"^(?:the |all |those |these )?(?:[a-z]+s|those|ones) (?:labelled|tagged|marked|assigned|of|from|by|due|which|"
    r"whose|that (?:are|have|were|belong))\b"
)
"""A phrase for records: what must hold of them stands behind the noun."""
BLANK: Final = r"(?:nobody|no one|none|nothing|empty|unset|unassigned)"
JOINT: Final = re.compile(
    r"\s*,\s*(?:and\s+)?(?:also\s+)?(?:(?:only|just|by|with|for|to|those|that are)\s+)?|\s+and\s+(?:also\s+)?"
    r"(?:only|just|by|with|for|to)\s+|\s+and\s+(?=(?:have|has|are|is|that|which|belong|nobody|no)\b)|"
    rf"\s+and\s+(?=(?:the )?(?:[a-z]+ (?:⟦|(?-i:[A-Z])|{BLANK}\b)|{STATED} \w))|"
    r"\s+(?:with|whose)\s+(?=(?:the |an? )?[a-z]+ )",
    re.IGNORECASE,
)
LEAD: Final = re.compile(
    r"^(?:(?:only|just|by|with|for|those|these|the ones?|what|things|ones|the|a|an|all|rows|everything|whatever)\s+|"
    r"(?:that|which|who)\s+|(?:is|are|has|have|was|were|come|comes)\s+(?=\w)|(?:[a-z]+s) (?=that |which |with |in )|"
    r"(?:made |sold )?by (?=[A-Z⟦]))+"
)
NOUN: Final = re.compile(r"(?:^|\s+)(?:ones?|only|issues?|messages?|things?|rows?|items?|results?|products?|entries)$")
NONE: Final = re.compile(
    r"^(?:nothing|none|not|no)(?: things?)? (?=over|above|more than|under|below|less than)", re.IGNORECASE
)
LIMIT: Final = re.compile(
    rf"^(?:an? )?(?:(?P<side>highest|maximum|max\.?|most|lowest|minimum|min\.?|least) )?(?P<field>[a-z]+)?"
    rf"(?: (?P<how>of|up to|under|below|over|above|from|at most|at least|no more than))?\s*(?P<value>{AMOUNT})$",
    re.IGNORECASE,
)
RANGE: Final = re.compile(
    rf"^(?:an? |the )?(?P<field>[a-z]+)?\s*(?:from|between)\s+(?P<low>{AMOUNT})\s+(?:to|and|up to)\s+"
    rf"(?P<high>{AMOUNT})$",
    re.IGNORECASE,
)
DAY: Final = r"(?:\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]+(?: \d{4})?|[A-Z][a-z]+ \d{1,2}(?:, \d{4})?|\d[\d./-]{7,})"
DAYS: Final = re.compile(
    rf"^(?P<what>.*?),?\s*\b(?:from|between|dated)(?: the)? (?P<low>{DAY}) (?:to|and|until|till|up to)(?: the)? "
    rf"(?P<high>{DAY})$"
)
NOBODY: Final = re.compile(
    r"^(?:(?:nobody|no one|none|nothing|no) (?:(?:set )?(?:as|for|in|under) )?(?:the |an? )?(?P<field>[a-z ]+)|"
    rf"(?P<named>[a-z ]+?)(?: is| are|:| =)? {BLANK})$"
)
UP: Final = re.compile(r"^\d+(?:\.\d+)?(?: stars?)? (?:and|or) (?:up|better|more|higher|above)\b", re.IGNORECASE)
PAIR: Final = re.compile(r"^(?P<field>[a-z][a-z ]{1,20}?)(?: is| are|:| =)? (?P<value>⟦\d+⟧.*|(?-i:[A-Z0-9]).*)$")

PREPOSITION: Final = re.compile(r"\b(?:of|from|by|to|for|with|at)$")
"""A noun with this behind it is no field: `the payments to Ann`."""


def sieve(said: str, masked: Masked) -> Filter | None:
    """The tests of such an order; None where it is none."""
    match = HEAD.match(said)
    if match is None:
        return None
    described = records(match["what"], masked) if DESCRIBED.match(match["what"]) else None
    if described is not None and described.tests and len(described.noun.split()) < 2:
        return Filter(described.tests, masked.value(match["what"]))
    ranged = RANGE.match(LEAD.sub("", match["what"]))
    parts = [match["what"]] if ranged else _parts(match["what"])
    tests = [test for part in parts for test in _tests(part, masked)]
    return Filter(tuple(tests), masked.value(match["what"])) if tests else None


def sought(said: str, masked: Masked) -> list[Instruction] | None:
    """`look for a jacket that costs at most 80 euros`: a search, and then what is to be left of it."""
    match = re.match(r"^(?i:search|look) for (?:an? |some |the )?(?P<what>[a-z][^,]+)$", said)
    found = records(match["what"], masked) if match else None
    if (
        found is None
        or found.name
        or found.place
        or not any(test.op in ("lt", "le", "gt", "ge") for test in found.tests)
    ):
        return None
    return [Search(found.noun), Filter(found.tests, masked.value(said))]


def _parts(what: str) -> list[str]:
    if DAYS.match(what):
        return [what]
    held = re.sub(r"(\d(?: stars?)?) and (up|better|more|higher|above)", r"\1 or \2", what)
    return [part.strip() for part in JOINT.split(held) if part and part.strip()]


def _tests(part: str, masked: Masked) -> list[Test]:
    bare = NOUN.sub("", LEAD.sub("", part.strip())).strip()
    if not bare:
        return []
    if none := NOBODY.match(bare):
        return [Test(none["field"] or none["named"], "eq", "nobody")]
    if days := DAYS.match(bare):
        ends = [Test("date", "ge", days["low"]), Test("date", "le", days["high"])]
        return [*(_tests(days["what"], masked) if days["what"] else []), *ends]
    if UP.match(bare):
        return [Test(None, "contains", bare)]
    if ranged := RANGE.match(bare):
        field = ranged["field"] or "price"
        return [Test(field, "ge", ranged["low"]), Test(field, "le", ranged["high"])]
    if none := NONE.match(bare):
        flipped = {"lt": "ge", "gt": "le", "le": "gt", "ge": "lt"}
        found = records(f"row {bare[none.end() :]}", masked).tests
        return [Test(test.field or "price", flipped.get(test.op, test.op), test.value) for test in found]  # type: ignore[arg-type]
    if (limit := LIMIT.match(bare)) and (limit["side"] or limit["how"]):
        low = (limit["side"] or "").lower().startswith(("low", "min", "least")) or (limit["how"] or "").lower() in (
            "over", "above", "from", "at least",
        )  # fmt: skip
        field = limit["field"] if limit["field"] and not limit["field"].endswith("s") else "price"
        return [Test(field, "ge" if low else "le", limit["value"])]
    found = records(f"row with {bare}", masked).tests if re.search(r"\d", bare) else ()
    if any(test.op in ("lt", "le", "gt", "ge") for test in found):
        return list(found)
    if named := PAIR.match(bare) or LOWER.match(bare):
        field = re.sub(r"s$", "", named["field"].strip()) if re.search(r"\band\b|,", named["value"]) else named["field"]
        about = None if PREPOSITION.search(field.strip()) else field.strip()
        if about and about.endswith(" not"):
            return [Test(about.removesuffix(" not"), "lacks", masked.value(named["value"]))]
        return [Test(about, "contains", masked.value(value)) for value in _values(named["value"])]
    return [Test(None, "contains", masked.value(value)) for value in _values(bare)]


def _values(words: str) -> list[str]:
    """`A and B` one by one where both are names."""
    values = re.split(r"\s+(?:and|or)\s+(?=⟦|[A-Z])|\s*,\s*(?=⟦|[A-Z])", words)
    return [value.strip() for value in values if value.strip()]
