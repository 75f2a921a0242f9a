"""Phrases for records: `the open orders over 50 euro`, `messages from Ann`, `the first three results`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Op, Records, Test
from .masks import Masked

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}
COUNT: Final = rf"(?:\d+|{'|'.join(NUMBERS)})"
STARTERS: Final = re.compile(
    r"^(?:(?:all|every|each|any|the|a|an|my|your|our|their|these|those|this|that|of|single|individual|entire|whole|"
    r"one|available|listed|shown|displayed|visible|existing|different)\b\s*)+",
    re.IGNORECASE,
)
AMOUNT: Final = (
    r"(?:[€$£]\s?)?\d[\d.,]*\d?(?:\s?(?:€|\$|£|%|euros?|eur|dollars?|pounds?|stars?|cents?|percent|pieces?)(?!\w))?"
)
LESS: Final = r"(?:under|below|less than|cheaper than|lower than|fewer than|smaller than)"
MORE: Final = r"(?:over|above|more than|higher than|greater than|larger than|exceeding|bigger than)"
AT_MOST: Final = r"(?:at most|up to|no more than|not more than|maximum|a maximum of|at the most)"
AT_LEAST: Final = r"(?:at least|no less than|not less than|minimum|a minimum of)"
POSTFIX: Final = re.compile(
    rf"(?P<amount>{AMOUNT}) (?P<how>at most|at the most|at least|maximum|or (?:less|cheaper|below))\b", re.IGNORECASE
)
"""`40 euros at most` is `at most 40 euros`."""
LIMITS: Final[tuple[tuple[str, Op], ...]] = ((LESS, "lt"), (MORE, "gt"), (AT_MOST, "le"), (AT_LEAST, "ge"))
WHAT: Final = (
    r"(?<=with |hose |here | and )(?:a |an |the |its |their )?(?P<field>[a-z][a-z -]{1,25}?)\s+(?:is |are |of |was )?"
)
LEAD: Final = (
    r"(?:\s*,?\s*(?:and|but)?\s*\b(?:that|which|who)?\s*(?:is|are|was|were|cost|costs|costing|"
    r"priced(?: at)?|have|has|with|of|whose|where)?\s*)"
)
VALUE: Final = r"(?P<value>⟦\d+⟧|[^,;]+?)"
END: Final = (
    r"(?=\s*(?:,|;|$|\band\b|\bwith\b|\bwhose\b|\bthat\b|\bwhich\b|\bon the\b|\bin the\b|\bunder\b|\bover\b|\bfrom\b))"
)
HERE: Final = re.compile(
    r"\s*\b(?:on (?:this|the current|the first) page|(?:that are )?(?:shown|displayed|visible) "
    r"(?:here|now)|here|now)\b",
    re.IGNORECASE,
)
THERE: Final = re.compile(
    r"\s*\b(?:in (?:it|them|there)|that (?:is|are) left|left|(?:on|in|of) (?:the|this|that|my|"
    r"your) (?:whole |entire |current )?(?:page|site|website|shop|list|table|results?|screen|"
    r"search results|"
    r"result list|result page|results page|overview)|(?:are )?there|in total|altogether|overall|"
    r"(?:is|are) (?:shown|listed|displayed))\b",
    re.IGNORECASE,
)
PLACE: Final = re.compile(
    r"\s+\b(?:in|on|under|from|inside) (?P<place>(?:the|my|your) (?:[\w⟦⟧&' -]+))$", re.IGNORECASE
)
AS_IS: Final[tuple[tuple[re.Pattern[str], Op], ...]] = (
    (
        re.compile(
            rf"{LEAD}(?:whose|with|where|and)\s+(?:the |a |an )?(?P<field>[a-z][a-z ]{{1,20}}?)\s+(?:is|"
            rf"are|equals?|=|set to)?\s*(?P<not>not )?{VALUE}{END}",
            re.IGNORECASE,
        ),
        "contains",
    ),
    (
        re.compile(
            rf"\s+(?:that (?:is|are|were) |which (?:is|are|were) )?(?P<field>assigned) to {VALUE}{END}", re.IGNORECASE
        ),
        "contains",
    ),
    (
        re.compile(
            r"\s+(?:that (?:is|are|have|has|were|come|came|was) |which (?:is|are|were) )?(?:been )"
            rf"?(?P<field>sent by|sent|from|by)(?: from)? {VALUE}{END}",
            re.IGNORECASE,
        ),
        "contains",
    ),
    (
        re.compile(
            r"\s+(?:that |which |whose \w+ |with )?(?:contains?|containing|includes?|including|mentions?|"
            r"mentioning|about|named|called|titled|labelled|labeled|tagged|marked(?: as)?) (?:the "
            rf"(?:words?|text|label) )?{VALUE}{END}",
            re.IGNORECASE,
        ),
        "contains",
    ),
    (
        re.compile(
            r"\s+(?:whose|where(?: the)?|with a) name (?:that )?(?P<how>ends?|starts?|begins?|ending|"
            rf"starting|beginning) (?:in|with) {VALUE}{END}",
            re.IGNORECASE,
        ),
        "contains",
    ),
    (
        re.compile(
            r"\s+(?:that (?:is|are|were|was)|which (?:is|are|were|was)|who (?:is|are)) (?P<not>not )"
            rf"?(?:still )?{VALUE}{END}",
            re.IGNORECASE,
        ),
        "contains",
    ),
)
NOBODY: Final = re.compile(
    r"\s*,?\s*(?:\b(?:that|which|who|and)\s+)*(?:\b(?:are|is|were|have|has|with|still)\s+)*"
    r"(?:\bnobody(?: has(?: taken)?| is assigned(?: to)?| assigned(?: to (?:it|them))?| works? on| owns)?\b|"
    r"\b(?:belongs?|assigned|given) to (?:nobody|no one)\b|\b(?:unassigned|not assigned(?: to (?:anybody|anyone))?)\b|"
    r"\bno one(?: has| is assigned(?: to)?)?\b)",
    re.IGNORECASE,
)
LACKING: Final = re.compile(
    r"\s+(?:(?:that|which) )?(?:without(?: an?| any)?|(?:with|have|has|having) no)\s+(?P<field>[a-z]+(?: date)?)\b",
    re.IGNORECASE,
)
OWNER: Final = re.compile(r"^(?:the )?(?P<who>(?-i:[A-Z])[\w.-]+(?: (?-i:[A-Z])[\w.-]+)*)(?:'s|’s|'|’)\s+(?=[a-z])")
SKIP: Final = frozenset({"in it", "in them", "there", "shown", "listed", "displayed", "visible", "due"})


def records(phrase: str, masked: Masked) -> Records:
    """What a phrase means: the tests are taken out of it, and the noun is left."""
    words = phrase.strip().rstrip("?.").strip()
    here = HERE.search(words) is not None
    words = HERE.sub("", words)
    tests: list[Test] = []
    words = POSTFIX.sub(
        lambda match: f"{'at most' if match['how'].lower().startswith('or') else match['how']} {match['amount']}", words
    )
    words = _limits(_absences(words, tests, masked), tests, masked)
    words = THERE.sub("", words)
    for pattern, op in AS_IS:
        while match := pattern.search(words):
            value = masked.value(match["value"])
            if value.lower() in SKIP or not value:
                words = f"{words[: match.start()]} {words[match.end() :]}".strip()
                continue
            negated = match.groupdict().get("not") is not None
            tests.append(Test(_field(match.groupdict().get("field")), _op(match, op, negated), _bare(value)))
            words = f"{words[: match.start()]} {words[match.end() :]}".strip()
    words = re.sub(r"\s+(?:that|which|who) (?:is|are|was|were|have|has)$|\s+(?:that|which)$", "", words.strip())
    place = PLACE.search(words)
    if place:
        words = words[: place.start()]
    noun = STARTERS.sub("", words.strip()).strip(" ,")
    name = None
    if match := re.fullmatch(r"(?:(?P<noun>[^⟦]*?)\s*)?(?P<held>⟦\d+⟧)(?P<rest>.*)", noun):
        name, noun = masked.value(match["held"]), f"{match['noun'] or ''} {match['rest']}".strip()
    return Records(masked.value(noun), tuple(tests), name, here, masked.words(place["place"]) if place else None)


def _absences(words: str, tests: list[Test], masked: Masked) -> str:
    """Without whose they are, and without what they lack: both are tests."""
    words = re.sub(r"\b(?:that|which) (?:is|are|was|were) (?=(?:in|on|under) (?:the|my|your)\b)", "", words)
    words = re.sub(r"\b(?:yet|still|already|currently|any more|any longer)\b\s*", "", words).strip()
    if owner := OWNER.match(words):
        tests.append(Test(None, "contains", masked.value(owner["who"])))
        words = words[owner.end() :]
    if match := NOBODY.search(words):
        tests.append(Test("assignee", "eq", "nobody"))
        words = f"{words[: match.start()]} {words[match.end() :]}".strip()
    if match := LACKING.search(words):
        tests.append(Test(match["field"].lower(), "eq", "nobody" if match["field"] == "assignee" else ""))
        words = f"{words[: match.start()]} {words[match.end() :]}".strip()
    return words


def _op(match: re.Match[str], op: Op, negated: bool) -> Op:
    how = match.groupdict().get("how")
    if how is not None:
        return "ends" if how.lower().startswith("end") else "starts"
    return "lacks" if negated else op


def _limits(words: str, tests: list[Test], masked: Masked) -> str:
    """Without limits of numbers, which are added to the tests."""
    between = re.compile(rf"{LEAD}(?:{WHAT})?between (?P<low>{AMOUNT}) and (?P<high>{AMOUNT})", re.IGNORECASE)
    if match := between.search(words):
        field = _field(match["field"])
        tests += [Test(field, "ge", match["low"]), Test(field, "le", match["high"])]
        words = words[: match.start()] + words[match.end() :]
    for how, op in LIMITS:
        pattern = re.compile(
            rf"{LEAD}(?:{WHAT})?{how}\s+(?P<value>{AMOUNT})(?:\s+(?P<unit>[a-z]+))?(?: in "
            r"(?P<after>price|total|value))?",
            re.IGNORECASE,
        )
        if match := pattern.search(words):
            unit = match["unit"] if match["unit"] not in ("and", "in", "on", "or", "to", "with", "from", "of") else None
            field = _field(match["field"]) or match["after"] or unit or _price(match[0])
            tests.append(Test(field, op, match["value"]))
            end = match.end() if unit or not match["unit"] else match.start("unit")
            words = f"{words[: match.start()]} {words[end:]}".strip()
    for pattern, op in (
        (
            re.compile(
                rf"{LEAD}(?:dated )?(?:before|earlier than|older than)\s+(?P<value>[\w ,.-]*\d[\w ,.-]*)$",
                re.IGNORECASE,
            ),
            "before",
        ),
        (
            re.compile(
                rf"{LEAD}(?:dated )?(?:after|later than|since|newer than)\s+(?P<value>[\w ,.-]*\d[\w ,.-]*)$",
                re.IGNORECASE,
            ),
            "after",
        ),
    ):
        if match := pattern.search(words):
            tests.append(Test("date", op, masked.value(match["value"])))
            words = words[: match.start()]
    or_better = re.search(
        rf"(?:\s+(?:with|rated|of|that have))?\s+(?P<value>{AMOUNT})(?P<unit>\s+stars?)? (?:or|and)"
        r" (?P<how>better|more|higher|up|less|lower|cheaper)\b",
        words,
    )
    if or_better:
        op = "le" if or_better["how"] in ("less", "lower", "cheaper") else "ge"
        is_rating = "star" in or_better[0] or "rated" in or_better[0] or or_better["how"] == "better"
        tests.append(Test("rating" if is_rating else None, op, or_better["value"]))
        words = words[: or_better.start()] + words[or_better.end() :]
    return words


def _price(words: str) -> str | None:
    """The field of a limit that speaks of money."""
    return "price" if re.search(r"[€$£]|\b(?:costs?|costing|priced|euros?|eur|dollars?|pounds?)\b", words) else None


def _field(words: str | None) -> str | None:
    """The name of the field that a word for a relation speaks of."""
    if words is None:
        return None
    said = words.strip().lower()
    known = {
        "assigned": "assignee",
        "sent by": "from",
        "sent": "from",
        "by": None,
        "from": None,
        "cost": "price",
        "costs": "price",
    }
    return known.get(said, said)


def _bare(value: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+|\s+(?:status|state|label|priority)$", "", value.strip(), flags=re.IGNORECASE)


def number(words: str) -> int | None:
    """A number in figures or words."""
    said = words.strip().lower()
    return int(said) if said.isdigit() else NUMBERS.get(said)
