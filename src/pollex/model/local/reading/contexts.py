"""Sentences that order nothing but say what the others speak of: `I am looking for a tent.`, `Ann has left us.`"""

from __future__ import annotations

import re
from typing import Final

from ..program import Enter, Instruction, Mention, Question, Search
from .asking import is_question, question
from .masks import HELD, Masked
from .records import records

WISH: Final = re.compile(
    r"^(?:(?:i|we)(?:'m|’m| am|'re|’re| are) (?:looking for|after|searching for|interested in|in need of)|"
    r"(?:i|we) (?:need|want|would like|wish for|am looking for)|(?:i|we)(?:'d|’d) like)\s+"
    r"(?P<what>(?!to\b|you\b|it\b|only\b|one of\b|(?:two|three|some|several) things).+)$",
    re.IGNORECASE,
)
LOOKING: Final = re.compile(r"looking for|after|searching|interested|in need", re.IGNORECASE)
NAME: Final = re.compile(r"⟦\d+⟧|\b[A-Z][\w’'-]*(?:(?: (?:&|of) | )[A-Z0-9][\w’'-]*)*(?: \d+)?")
SHOULD: Final = re.compile(
    r"^(?:the |my |its |his |her )?(?P<field>[\w -]{2,40}?) (?:should|must|shall|has to|needs to|is to|ought to) "
    r"(?:be|read|say)(?: set to| changed to)? (?P<value>⟦\d+⟧|(?-i:[A-Z0-9]).*)$",
    re.IGNORECASE,
)
STATES: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|sent|wrote|gave|left|lives?|wants?|needs?|asked|bought|ordered|likes?|works?|will|"
    r"would|moved|came|says?|said|told|got|does|did|can|cannot|should|shows?|appears?|opens?|comes?)\b"
)
FIRST: Final = frozenset(
    {"the", "a", "an", "my", "this", "that", "somewhere", "there", "here", "in", "on", "far", "i", "we", "it", "he",
     "she", "they", "our", "one", "at", "his", "her", "their", "all", "both", "please", "someone", "somebody"}
)  # fmt: skip


def context(said: str, masked: Masked) -> list[Instruction] | None:
    """What a statement stands for; None where it is none."""
    if match := SHOULD.match(said):
        return [Enter(masked.words(match["field"]), masked.value(match["value"]))]
    if said.endswith("?") or is_question(said) or not STATES.search(said):
        return None
    names = [name for name in NAME.findall(said) if name.lower() not in FIRST]
    names = [re.sub(r"^(?:The|A|An|My|Our) ", "", name) for name in names]
    if not names and not re.match(r"(?:an?|the|this|that|my|it|there|he|she|they|some|one)\b", said, re.IGNORECASE):
        return None
    return [Mention(masked.value(names[0]) if names else "", masked.value(said))]


def wish(said: str, masked: Masked) -> list[Instruction] | None:
    """Something that is looked for: a name to search for, or records with what must hold of them."""
    match = WISH.match(said)
    if match is None:
        return None
    what = match["what"]
    bare = re.sub(r"^(?:the|an?|some|any)\s+", "", what.strip().rstrip(".!"))
    if HELD.fullmatch(bare) or re.fullmatch(r"(?:[A-Z][\w&’'-]*,?\s*)+(?:,? \d.*)?", bare):
        return [Search(masked.value(bare))]
    if not LOOKING.search(said):
        return None
    found = records(bare, masked)
    if not found.tests:
        return [Search(masked.value(bare))]
    asked = question(bare, masked)
    made = Question("list", ("name",), found, said=masked.value(bare), quietly=True)
    return [Search(found.noun), made] if asked is not None else None
