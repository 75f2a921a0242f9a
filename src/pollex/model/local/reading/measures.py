"""Questions in people's own forms: `how heavy is it`, `what do those cost altogether`, `which of them is newest`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Question, Records, Sum, Test
from .comparing import FIELDS
from .limits import COUNT, MONTH, period
from .masks import Masked
from .records import records
from .superlatives import extreme

MEASURES: Final = {
    "heavy": "weight", "long": "length", "tall": "height", "high": "height", "wide": "width", "deep": "depth",
    "big": "size", "large": "size", "old": "age", "expensive": "price", "far": "distance", "thick": "thickness",
}  # fmt: skip
BARE: Final = {
    "when": "date", "where": "place", "who": "name", "how much": "price", "by how much": "difference",
    "on what day": "date", "on which day": "date", "what day": "date", "on what date": "date", "at what time": "time",
}  # fmt: skip
AFTER: Final = re.compile(
    r",?\s+(?:after (?:that|this|it)|afterwards|now|then|in the end|at the end|all in all|today|at the moment|right "
    r"now|"
    r"exactly|again|please|overall)$",
    re.IGNORECASE,
)
THEM: Final = r"(?:them|those|these|the (?:two|three|four|five|results|ones)(?: you \w+)?|the ones you \w+)"
SPENDS: Final = r"spen[dt]|paid|pay|get|got|receive|received|earn|earned|make|made|cost|send|sent"
IN: Final = rf"(?: (?:in|during|for) (?P<when>(?:the year )?(?:(?:{MONTH}) )?\d{{4}}))?"
OWN: Final = re.compile(r"^(?:i|we)$", re.IGNORECASE)
PLACES: Final = r"first|last|second|third|fourth|fifth|top|bottom"
PLURAL: Final = r"(?:all|those|these|them|both|the (?:two|three|four|five))\b"
COLUMNS: Final = r"(?:prices|amounts|totals|costs|balances|values|sums|quantities|weights|numbers|fees)"
Match = re.Match[str]


def measured(said: str, masked: Masked) -> Question | None:
    """A question in one of these forms; None where it is none of them."""
    words = AFTER.sub("", said.strip().rstrip("? "))
    if (field := BARE.get(words.lower())) is not None:
        return _ask("value", (field,), Records("it"), words, masked)
    for pattern, read in FORMS:
        if (match := pattern.match(words)) and (found := read(match, words, masked)) is not None:
            return found
    return None


def _ask(what: Sum, fields: tuple[str, ...], of: Records, said: str, masked: Masked, by: str | None = None) -> Question:
    return Question(what, fields, of, by, None, masked.value(said))


def _thing(words: str, masked: Masked) -> Records:
    bare = words.strip()
    if re.fullmatch(r"(?:it|this|that|he|she|they|the (?:item|product|thing|one))", bare, re.IGNORECASE):
        return Records("it")
    return records(bare, masked)


def _how(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", (MEASURES[match["word"].lower()],), _thing(match["of"], masked), words, masked)


def _weighed(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", ("weight",), _thing(match["of"], masked), words, masked)


def _how_long(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", (match["noun"],), _thing(match["of"] or "it", masked), words, masked)


def _together(match: Match, words: str, masked: Masked) -> Question:
    of = re.sub(rf"^(?:the prices? of |all )?{THEM}$", "them", match["of"].strip(), flags=re.IGNORECASE)
    of = re.sub(rf"^(?:the |all |these |those )*{COUNT} (?=[a-z])", "", of, flags=re.IGNORECASE)
    return _ask("sum", (), records(of, masked) if of != "them" else Records("them"), words, masked, by="price")


def _held(match: Match, words: str, masked: Masked) -> Question:
    of = match["of"].strip()
    if re.match(r"(?:all|both|the two)\b", of) or match["all"]:
        return _ask("sum", (), records(of, masked), words, masked, by="balance")
    return _ask("value", ("balance",), _thing(of, masked), words, masked)


def _total(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", ("total",), _thing(match["of"], masked), words, masked)


def _columned(match: Match, words: str, masked: Masked) -> Question:
    what: Sum = "average" if match["what"].lower() in ("average", "mean") else "sum"
    field = re.sub(r"ies$", "y", match["field"]).removesuffix("s")
    return _ask(what, (), Records("them"), words, masked, by=field)


def _of_them(match: Match, words: str, masked: Masked) -> Question | None:
    said = re.sub(r"^rated (?P<end>best|worst|highest|lowest)$", r"\g<end> rated one", match["rest"].strip())
    if late := re.fullmatch(r"(?P<field>due|sent|created|opened|booked) (?P<end>first|last|earliest|latest)", said):
        end: Sum = "most" if late["end"] in ("last", "latest") else "least"
        return _ask(end, ("name",), Records("them"), words, masked, by=late["field"])
    found = extreme(said if re.search(r"\bone\b|^has\b", said) else f"{said} one")
    if found is None:
        return None
    return Question(found.end, ("name",), Records("them"), found.by or None, found.number, masked.value(words))


def _spent(match: Match, words: str, masked: Masked) -> Question:
    """What was paid somewhere or came from somewhere, in a time: the sum of the rows that say so."""
    found = match.groupdict()
    tests = [Test(None, "contains", masked.value(found[name])) for name in ("what", "where") if found.get(name)]
    tests += period(found.get("when") or "")
    place, where = found.get("place"), found.get("where") or ""
    if re.match(r"(?:all )?(?:of )?my |all ", where):
        own = records(where, masked)
        return _ask(
            "sum", (), replace(own, tests=(*own.tests, *period(found.get("when") or ""))), words, masked, by="total"
        )
    of = Records("transactions", tuple(tests), place=masked.words(place) if place and not OWN.match(place) else None)
    return _ask("sum", (), of, words, masked, by="amount")


def _it(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", ("name",), Records("it"), words, masked)


def _of_it(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", (match["field"].strip(),), Records("it"), words, masked)


def _at_place(match: Match, words: str, masked: Masked) -> Question:
    """`the first one`: the row at that place."""
    found = extreme(f"the {match['place']} row")
    assert found is not None
    return Question(found.end, ("name",), Records("row"), found.by or None, found.number, masked.value(words))


def _better(match: Match, words: str, masked: Masked) -> Question:
    field, way = FIELDS[match["word"].lower()]
    return _ask("most" if way == "most" else "least", ("name",), Records("them"), words, masked, by=field)


def _in_column(match: Match, words: str, masked: Masked) -> Question:
    what: Sum = "average" if match["what"].lower() in ("average", "mean") else "sum"
    return _ask(what, (), Records("rows"), words, masked, by=(match["field"] or match["field2"]).strip())


def _assigned(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", ("assignee",), _thing(match["of"], masked), words, masked)


def _author(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", ("from",), _thing(match["of"], masked), words, masked)


def _offered(match: Match, words: str, masked: Masked) -> Question:
    return _ask("value", (match["field"],), _thing(match["of"], masked), words, masked)


def _contents(match: Match, words: str, masked: Masked) -> Question:
    place = match["place"]
    own = re.fullmatch(r"it|there|this|that", place, re.IGNORECASE)
    return _ask("list", ("name",), Records("things", place=None if own else masked.words(place)), words, masked)


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMS: Final = (
    (_rule(r"^(?:the )?(?P<what>sum|total|average|mean) of (?:all )?(?:the )?(?:column (?P<field>[\w ]+)|"
           r"(?P<field2>[\w ]+) column)$"),
     _in_column),
    (_rule(r"^who (?:is|was) (?:assigned|responsible)(?: to| for) (?P<of>.+)$"), _assigned),
    (_rule(r"^who (?:sent|wrote|created|opened|reported|posted) (?P<of>.+)$"), _author),
    (_rule(r"^how long (?:is|are|does|was|do) (?:the |its |their )?(?P<noun>[a-z]+)(?: last| take)?"
           r"(?: (?:on|of|for|from) (?P<of>.+))?$"), _how_long),
    (_rule(rf"^how (?P<word>{'|'.join(MEASURES)}) (?:is|are|was) (?P<of>.+)$"), _how),
    (_rule(rf"^how (?P<word>{'|'.join(MEASURES)}) (?P<of>.+?) (?:is|are|was)$"), _how),
    (_rule(r"^(?:how much|what) (?:(?:does|do|did) )?(?P<of>.+?) weighs?$"), _weighed),
    (_rule(r"^how much (?P<of>.+?) (?:are|is|cost|costs|come to) (?:altogether|together|in total|in all)$"), _together),
    (_rule(r"^(?:how much|what) (?:do|does|did|would|will|are|is) (?P<of>.+?)(?: cost| come to| amount to| add up to)? "
           r"(?:altogether|together|in total|in all|in sum|all together)$"), _together),
    (_rule(rf"^(?:how much|what) (?:do|did|would|will) (?P<of>{PLURAL}.*?) (?:cost|come to|amount to|add up to)$"),
     _together),
    (_rule(r"^how much (?:money )?(?:do i have|i have|have i got|is there|there is|is) (?:in|on) (?P<of>.+?)"
           r"(?P<all> together| altogether| in total| in all)?$"), _held),
    (_rule(r"^what (?P<of>(?:the|my|this|that) [\w ]+?|it) (?:comes? to|amounts? to|adds? up to|is altogether|"
           r"costs? altogether|comes? out at)$"), _total),
    (_rule(r"^(?:what|how much) (?:does|do|did|will) (?P<of>(?:the|my) (?:basket|cart|bag|order|bill|purchase)|it all|"
           r"everything) (?:cost|come to|amount to|add up to|come out at)$"), _total),
    (_rule(r"^(?:what(?:'s| is| was) )?(?:the )?(?P<what>total|sum|average|mean) of (?:all )?"
           rf"(?:the |their |these |those )?(?P<field>{COLUMNS})$"), _columned),
    (_rule(rf"^(?P<what>add up|sum up|sum) (?:all )?(?:the |their |these |those )?(?P<field>{COLUMNS})$"), _columned),
    (_rule(rf"^(?:which|what|who)(?: one)?(?: of)? {THEM} (?:(?:is|was|are|costs?) (?:the )?|(?=has))(?P<rest>.+)"
           rf"$"), _of_them),
    (_rule(rf"^how much (?:money )?(?:(?:did|have|has) (?P<place>i|we|(?:the|my) [\w ]+?) (?:{SPENDS})|"
           rf"(?P<place2>i|we) (?:{SPENDS})|(?:went|goes|was paid|was sent|has gone)) (?:at|on|with|to|for|from) "
           rf"(?P<where>.+?){IN}$"), _spent),
    (_rule(rf"^how much (?P<what>[a-z]+) (?:did|have|has) (?P<place>i|we|(?:the|my) [\w ]+?) (?:{SPENDS})"
           rf"{IN}$"), _spent),
    (_rule(r"^(?:which|what) (?:one|[a-z]+) (?:is|was) (?:it|that)$"), _it),
    (_rule(r"^(?:what (?:is|was) )?(?:the )?(?P<field>[a-z]+ (?:at|on|in|before|after) the [a-z]+) of (?:it|that|"
           r"this)$"), _of_it),
    (_rule(rf"^(?:what (?:is|was) )?the (?P<place>{PLACES}) (?:one|thing|result|row|entry)(?: is)?(?: called| named)"
           rf"?$"), _at_place),
    (_rule(rf"^(?:which|what)(?: one)?(?: of (?:them|the two|those|these|both))? (?:is|was|weighs|costs) (?:the )?"
           rf"(?P<word>{'|'.join(FIELDS)})(?: one)?$"), _better),
    (_rule(r"^(?:in )?(?:which|what) (?P<field>[a-z]+) (?:does |do |is |are )?(?P<of>.+?) "
           r"(?:comes?|available|sold|is available|are available|offered)(?: in)?$"), _offered),
    (_rule(r"^(?:what|which (?:things|items|products))(?:'s| (?:is|are|was|were|remains?|stays?))?"
           r"(?: (?:still|left|there|remaining))? (?:in|on) (?P<place>it|there|(?:the|my) [\w ]+?)$"), _contents),
    (_rule(r"^(?:list )?(?:everything|all(?: the)? (?:things|items)|what)(?: that)? (?:is|are|was|were|remains?)"
           r"(?: left| still)? (?:in|on) (?P<place>it|there|(?:the|my) [\w ]+?)(?: is| was)?$"), _contents),
)  # fmt: skip
