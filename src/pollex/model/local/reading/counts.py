"""Questions for a number of records, or for a sum over them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Question, Records, Sum
from .masks import Masked
from .phrases import make, singular
from .records import records

COUNTS: Final = re.compile(
    r"^(?:how many|count(?: up)?(?: how many)?|the (?:total |exact )?(?:number|count|amount) of(?= "
    r"(?!.*\bof\b)\w+s\b)|the (?:total |exact )?(?:number|count) of|number of)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
TAILS: Final = re.compile(
    r"\s+(?:are|is|were|was)(?: there| shown| listed| displayed| left(?: over)?)?(?: now| then)?(?P<after>\s+(?:in|on|"
    r"from|for|with|under|that|assigned|marked)\b.*)?$|\s+(?:there )?(?:are|do i have|have i(?: got)?|did i (?:get|"
    r"have)|does (?:it|the (?:page|site|shop|list|table|search))(?: \w+)?(?: say| show| find| list| have)?|i have(?: "
    r"got)?|i['’]ve got|do you (?:see|find|get)|can (?:i|you) (?:see|find)|were they|you find|come up|result)(?: for "
    r".*| in total| altogether)?$|\s+(?:left|in total|altogether)$",
    re.IGNORECASE,
)
SUMS: Final = re.compile(
    r"^(?:the )?(?:(?P<avg>average|mean)|sum|total|add(?:ed)? up|sum up)(?: (?P<what>[a-z]+))? "
    r"(?:of|for|over|across)\s+(?P<rest>.+)$|^(?:add up|sum up|sum)\s+(?P<other>.+)$",
    re.IGNORECASE,
)
PLURAL: Final = re.compile(r"\b(?:all|every|each|these|those|both|together|altogether)\b", re.IGNORECASE)


THEM: Final = re.compile(r"(?:of )?(?:them|those|these)\b|(?:are|were|was|is) (?:they|there|left|these|those)\b")
OWNER: Final = re.compile(
    r"(?P<field>[a-z ]+?) (?:does|do|did|has|have) (?P<of>.+?) (?:have|has|got|contain|come with|find|show|list|give|"
    r"offer)(?P<tail>.*)$"
)
STATE: Final = re.compile(r"^(?P<noun>[\w⟦⟧ -]+?) (?:are|is|were|was|have been|has been|had been) (?P<state>.+)$")
SHOWN: Final = re.compile(r"\b(?:shown|listed|displayed) (?:t?here|on (?:it|this page|that page))$", re.IGNORECASE)
HAVING: Final = re.compile(
    r"^(?P<noun>[\w⟦⟧&-]+(?: [\w⟦⟧&-]+){0,6}?)(?<! that)(?<! which) (?:have|has|had|cost|costs|contain|contains) "
    r"(?P<rest>.+)$"
)


def counted(words: str, masked: Masked) -> Question | None:
    """How many there are of something; None where that is not asked."""
    match = COUNTS.match(words)
    if match is None:
        return None
    rest = match["rest"]
    if THEM.match(rest):
        return _of_them(rest, words, masked)
    of = re.sub(r"^(?:of )?(?:the |my |these |those |your )?", "", rest)
    if (owned := _owned(of, words, masked)) is not None:
        return owned
    if tail := TAILS.search(of):
        of = of[: tail.start()] + (tail["after"] or "")
    of = re.sub(r"\bthat that\b", "that", STATE.sub(r"\g<noun> that are \g<state>", of))
    found = records(HAVING.sub(r"\g<noun> with \g<rest>", of), masked)
    if SHOWN.search(rest):
        found = replace(found, here=True)
    return make("count", (), found if found.noun or found.tests or found.name else Records("them"), masked, words)


def _of_them(rest: str, words: str, masked: Masked) -> Question:
    """`of them have X`: those that were spoken of, with what must hold of them."""
    having = re.match(
        r"(?:of )?(?:them|those|these) (?:(?P<are>are|were|is|was)|have|has|had|contain|cost) (?P<what>.+)$", rest
    )
    said = f"row {'that are' if having['are'] else 'with'} {having['what']}" if having else "row"
    return make("count", (), Records("them", records(said, masked).tests), masked, words)


def _owned(of: str, words: str, masked: Masked) -> Question | None:
    """`comments does it have`: a number that the thing itself shows, or that a list has."""
    owner = OWNER.match(of)
    if owner is None:
        return None
    if not re.match(r"(?:the )?(?:shop|site|page|list|search|inbox|table)\b|[Ii]$|you$|we$", owner["of"]):
        return make("value", (f"number of {owner['field']}",), records(owner["of"], masked), masked, words)
    sought = re.search(r"(?:for|about) (?P<what>⟦\d+⟧|.+)$", owner["tail"])
    if sought is None:
        return make("count", (), records(f"{owner['field']}{owner['tail']}", masked), masked, words)
    return make("count", (), Records(owner["field"], (), masked.value(sought["what"])), masked, words)


def summed(words: str, masked: Masked) -> Question | None:
    together = re.match(
        r"^how much (?:(?:are|do|is|were|did) )?(?P<of>.+?)(?: cost| are| is| come to| were)? "
        r"(?:together|altogether|in total|in all)$",
        words,
        re.IGNORECASE,
    )
    if together:
        return make("sum", (), records(together["of"], masked), masked, words, by="amount")
    match = SUMS.match(words)
    if match is None:
        return None
    rest = match["rest"] or match["other"]
    what: Sum = "average" if match["avg"] else "sum"
    field = match["what"]
    inner = re.match(
        r"(?:the |all |all the |all of the )?(?P<field>[a-z]+?(?: [a-z]+)?) (?:of|for|in|on) (?P<of>.+)$", rest
    )
    if inner and (match["other"] or match["avg"] or PLURAL.search(rest)):
        return make(what, (), records(inner["of"], masked), masked, words, by=singular(inner["field"]))
    if match["avg"] or match["other"] or PLURAL.search(rest):
        return make(what, (), records(rest, masked), masked, words, by=field or "total")
    return None
