"""Phrases for records: a noun, and what must hold of them. `the open orders over 50 euro`, `the letter from Ann`.

One grammar for all verbs and questions: the phrase is cut at the words that begin a relation (`from`, `with`, `that
are`, `in` …), and each relation with what follows it is a test, or the place where the records are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..program import Records, Test
from .limits import DAY, WHEN, limits, period
from .masks import HELD, Masked

STARTERS: Final = re.compile(
    r"^(?:(?:all|every|each|any|the|a|an|my|your|our|their|these|those|this|that|of|single|individual|entire|whole|"
    r"one|available|listed|shown|displayed|visible|existing|different)\b\s*)+",
    re.IGNORECASE,
)
HERE: Final = re.compile(
    r"\s*\b(?:on (?:this|the current|the first) page|(?:that are )?(?:shown|displayed|visible) (?:here|now)|here|now)"
    r"\b",
    re.IGNORECASE,
)
THERE: Final = re.compile(
    r"\s*\b(?:(?:in|on|from) (?:it|them|there)|that (?:is|are) left|left(?= (?:in|on|over)\b|$)|(?:on|in|of) (?:the|"
    r"this|that|my|your) (?:whole |entire |current )?(?:page|site|website|shop|list|table|results?|screen|search "
    r"results|result list|result page|results page|overview)|(?:are )?there|in total|altogether|overall|(?:is|are) "
    r"(?:shown|listed|displayed)|(?:in|of|from) (?:that|this) \w+|(?:that )?(?:you|i|we) (?:can )?(?:find|found|see|"
    r"get|got|have)|you come across|that (?:come up|remain)|they have)\b",
    re.IGNORECASE,
)
EMPTY: Final = re.compile(r"\b(?:yet|still|already|currently|any more|any longer)\b\s*", re.IGNORECASE)
OWNER: Final = re.compile(r"^(?:the )?(?P<who>(?-i:[A-Z])[\w.-]+(?: (?-i:[A-Z])[\w.-]+)*)(?:'s|’s|'|’)\s+(?=[a-z])")
NOBODY: Final = re.compile(
    r"\s*,?\s*(?:\b(?:that|which|who|and)\s+)*(?:\b(?:are|is|were|have|has|with|still)\s+)*(?:\bnobody(?: as (?:an? |"
    r"the )?assignee| has(?: taken)?| is assigned(?: to)?| assigned(?: to (?:it|them))?| works? on| owns)?\b|"
    r"\b(?:belongs?|assigned|given) to (?:nobody|no one)\b|\b(?:unassigned|not assigned(?: to (?:anybody|anyone))?)\b|"
    r"\bno one(?: has| is assigned(?: to)?)?\b)",
    re.IGNORECASE,
)
RELATION: Final = re.compile(
    r"(?:^|,\s*|\s+)(?:(?:and|but)\s+)?(?:"
    r"(?P<are>(?:(?:that|which|who)\s+(?:is|are|was|were|came|come|comes)|(?<=and )(?:is|are))(?:\s+not\b)?"
    rf"(?:\s+(?:placed|made|sent|booked|created|ordered|bought|paid|opened|written)(?=\s+(?:in|on)\s+{WHEN}))?)|"
    r"(?P<lacks>(?:that\s+|which\s+|who\s+)?(?:without(?:\s+an?\b|\s+any\b)?|(?:with|have|has|having)\s+no\b|(?:do|"
    r"does) not (?:have|contain|say)(?:\s+an?\b)?))|(?P<never>(?:(?<=and )|(?<=but ))not(?: yet)?)|(?P<name>(?:whose|"
    r"where the|with a) name (?:that )?(?:ends?|starts?|begins?|ending|starting|beginning) (?:in|with))|"
    r"(?P<have>(?:that\s+|which\s+|who\s+)(?:have|has|had)|(?<=and )(?:have|has)|having|with|whose|where)|"
    r"(?P<says>(?:that |which )?(?:contains?|containing|includes?|including|mentions?|mentioning|about|named|called|"
    r"titled|labelled|labeled|tagged|marked(?: as)?|saying|says))|(?P<whose>assigned to)|(?P<from>(?:(?:sent|written|"
    r"came|come|comes|coming|made) )?(?:by|from)|that(?= [A-Z][\w ]+ (?:sent|wrote|has|owns|created|opened)\b))|"
    r"(?P<to>(?:addressed )?to(?= (?:⟦|[A-Z])))|(?P<of>of(?= (?:the|my) [A-Z]))|"
    rf"(?P<day>(?:of|on|dated|from|sent on|(?<=sent )on)(?= {DAY}))|(?P<in>in|on|under|inside|within)"
    r")(?=\s|$)"
)
CONTAINER: Final = re.compile(
    r"^(?:the|my|your) (?:[\w⟦⟧& ]+ )?(?:basket|cart|bag|wish ?list|list|folder|inbox|"
    r"archive|trash|spam|drafts|account|category|section)$",
    re.IGNORECASE,
)
SKIP: Final = frozenset({"in it", "in them", "there", "shown", "listed", "displayed", "visible", "due", "", "left"})
KIND: Final = re.compile(
    r"^(?:the |an? |its |their )?(?P<field>[a-z][a-z ]{1,20}?)(?:\s+(?:is|are|equals?|=|set to|of|"
    r"contains?))?\s+(?P<not>not )?(?P<value>⟦\d+⟧.*|(?-i:[A-Z0-9€$£]).*)$"
)
STATED: Final = r"(?:label|status|priority|tag|state|brand|colou?r|category|type|kind)"
"""Fields whose values are often written small."""
LOWER: Final = re.compile(rf"^(?:the |an? )?(?P<field>{STATED})\s+(?P<value>[a-z][\w -]*)$")
WHERE: Final = re.compile(
    r"^(?:(?:the|my|your|our|its)\b.+|[a-z]+ (?-i:[A-Z]+-?\d).*|⟦\d+⟧|(?-i:[A-Z]).*)$", re.IGNORECASE
)


@dataclass(slots=True)
class _Read:
    tests: list[Test]
    place: str | None = None
    left: str = ""
    """Words that are no relation after all, and belong to the noun."""


def records(phrase: str, masked: Masked) -> Records:
    """What a phrase means: the tests are taken out of it, and the noun is left."""
    words = phrase.strip().rstrip("?.").strip()
    here = HERE.search(words) is not None
    found = _Read([])
    words = EMPTY.sub("", THERE.sub("", HERE.sub("", words))).strip()
    if owner := OWNER.match(words):
        found.tests.append(Test(None, "contains", masked.value(owner["who"])))
        words = words[owner.end() :]
    if match := NOBODY.search(words):
        found.tests.append(Test("assignee", "eq", "nobody"))
        words = f"{words[: match.start()]} {words[match.end() :]}".strip()
    words = limits(words, found.tests, masked)
    words = _relations(words, found, masked)
    words = re.sub(r"\s+(?:that|which|who)$", "", words.strip())
    noun, name = STARTERS.sub("", words).strip(" ,"), None
    if match := re.fullmatch(r"(?:(?P<noun>[^⟦]*?)\s*)?(?P<held>⟦\d+⟧)(?P<rest>.*)", noun):
        name, noun = masked.value(match["held"]), f"{match['noun'] or ''} {match['rest']}".strip()
    noun = "" if noun in ("one", "ones") else noun
    if state := re.fullmatch(r"(?P<state>[a-z][a-z -]*) ones", noun):
        found.tests.append(Test(None, "contains", state["state"]))
        noun = "them"
    return Records(masked.value(noun), tuple(found.tests), name, here, found.place)


def _relations(words: str, found: _Read, masked: Masked) -> str:
    """The noun before the first relation; each relation is read with what stands between it and the next."""
    marks = list(RELATION.finditer(words))
    if not marks:
        return words
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        value = words[mark.end() : following.start() if following else len(words)].strip(" ,")
        _read(mark, re.sub(r"^and\s+|\s+(?:and|but)$", "", value), found, masked)
    return f"{words[: marks[0].start()]} {found.left}".strip()


def _read(mark: re.Match[str], value: str, found: _Read, masked: Masked) -> None:
    kind, said = mark.lastgroup or "", masked.value(value)
    if not said or said.lower() in SKIP:
        return
    match kind:
        case "are":
            found.tests += _states(value, " not" in mark[0], masked)
        case "have":
            found.tests += _having(value, masked)
        case "lacks":
            field = re.sub(r"^(?:an?|any) ", "", value)
            is_field = re.fullmatch(r"[a-z]+(?: date)?", field) is not None
            blank = Test(field, "eq", "nobody" if field == "assignee" else "")
            found.tests.append(blank if is_field else Test(None, "lacks", masked.value(value)))
        case "never":
            found.tests.append(Test(None, "lacks", said))
        case "name":
            found.tests.append(Test(None, "ends" if " end" in mark[0] else "starts", said))
        case "whose" | "day":
            found.tests.append(Test("date" if kind == "day" else "assignee", "contains", said))
        case "from" | "of" if kind == "of" or CONTAINER.match(value):
            found.place = masked.words(value)
        case "from" if period(value):
            found.tests += period(value)
        case "in":
            _inside(mark[0].strip(" ,"), value, found, masked)
        case _:
            bare = re.sub(
                r"^(?:the )?(?:words?|text|label) (?=⟦|[A-Z])|\s+(?:sent|wrote|has|owns|created|opened)$", "", value
            )
            found.tests += [Test(None, "contains", _bare(masked.value(bare)))]


def _inside(mark: str, value: str, found: _Read, masked: Masked) -> None:
    """`in the inbox` is a place, `in stock` a state, `in 2026` a time."""
    if tests := period(value):
        found.tests += tests
    elif re.fullmatch(WHEN, value, re.IGNORECASE):
        found.tests.append(Test("date", "contains", masked.value(value)))
    elif WHERE.match(value):
        found.place = masked.words(value)
    else:
        found.tests.append(Test(None, "contains", f"{re.sub(r'^(?:and|but) ', '', mark)} {masked.value(value)}"))


def _states(value: str, negated: bool, masked: Masked) -> list[Test]:
    parts = re.split(r"\s+and\s+(?=[a-z]+$)", value) if not HELD.search(value) else [value]
    return [Test(None, "lacks" if negated else "contains", _bare(masked.value(part))) for part in parts]


def _having(value: str, masked: Masked) -> list[Test]:
    """`the status Open and the owner Ann`, `an attachment`."""
    tests = []
    for part in re.split(r"\s+and\s+(?=(?:the |an? )?[a-z]+ (?:⟦|[A-Z0-9]))|,\s+(?=[a-z]+ (?:⟦|[A-Z0-9]))", value):
        if match := KIND.match(part) or LOWER.match(part):
            negated = match.groupdict().get("not") is not None
            bare = re.sub(r"^contains? ", "", match["value"])
            tests.append(Test(match["field"].strip(), "lacks" if negated else "contains", _bare(masked.value(bare))))
        else:
            tests.append(Test(None, "contains", _bare(masked.value(part))))
    return tests


def _bare(value: str) -> str:
    bare = re.sub(
        r"^(?:the|a|an)\s+|\s+(?:status|state|label|priority|attached|in it)$", "", value.strip(), flags=re.IGNORECASE
    )
    return re.sub(r"^as (?=[A-Z])", "", bare)
