"""Sentences that order nothing but say what the others speak of: `I am looking for a tent.`, `Ann has left us.`"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Enter, Instruction, Mention, Question, Remark, Search
from .asking import WANTS, is_question, question
from .limits import MONTHS
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
SEEN: Final = re.compile(
    r"^(?:(?:on|in|under) [^,]+?,? )?you(?: can| will|['’]ll)? (?:see|find|read)(?: there)? (?P<what>the [\w ]+)$",
    re.IGNORECASE,
)
STATES: Final = re.compile(
    r"['’](?:m|re|ve|s|ll) |\b(?:is|are|was|were|has|have|had|need|want|change|go|collect|take|know|sent|wrote|gave|"
    r"left|lives?|wants?|needs?|asked|bought|ordered|likes?|works?|will|"
    r"would|moved|came|says?|said|told|got|does|did|can|cannot|should|shows?|appears?|opens?|comes?)\b"
)
OF: Final = re.compile(r"\b(?:of the|names?|number|list|total|price|date)\b")
"""Words of what is to be told, not bought."""
PREPOSITION: Final = re.compile(r"^(?:of|from|among|for|with|by|to)\b", re.IGNORECASE)
FIRST: Final = frozenset(
    {"the", "a", "an", "my", "this", "that", "somewhere", "there", "here", "in", "on", "far", "i", "we", "it", "he",
     "she", "they", "our", "one", "at", "his", "her", "their", "all", "both", "please", "someone", "somebody",
     "today", "tomorrow", "you"}
)  # fmt: skip


def context(said: str, masked: Masked) -> list[Instruction] | None:
    """What a statement stands for; None where it is none."""
    if match := SHOULD.match(said):
        return [Enter(masked.words(match["field"]), masked.value(match["value"]))]
    if (match := SEEN.match(said)) and (asked := question(match["what"], masked)) is not None:
        return [replace(asked, quietly=True)]
    if (
        said.endswith("?")
        or WANTS.match(said)
        or is_question(said)
        or not STATES.search(said)
        or PREPOSITION.match(said)
    ):
        return None
    names = [name for name in NAME.findall(said) if re.split(r"['’ ]", name.lower())[0] not in FIRST.union(MONTHS)]
    names = [re.sub(r"^(?:The|A|An|My|Our) ", "", name) for name in names]
    if not names and not re.match(
        r"(?:an?|the|this|that|my|our|it|there|he|she|they|some|one|i|we|today)\b", said, re.IGNORECASE
    ):
        return None
    return [Mention(masked.value(names[0]) if names else "", masked.value(said))]


def about(heading: str, masked: Masked) -> list[Instruction]:
    """What a heading names: what the words after it speak of."""
    names = [name for name in NAME.findall(heading) if " " in name or HELD.fullmatch(name)]
    words = masked.value(heading)
    return [Mention(masked.value(names[0]), words)] if len(names) == 1 else [Remark(words)]


def wish(said: str, masked: Masked) -> list[Instruction] | None:
    """Something that is looked for: a name to search for, or records with what must hold of them."""
    match = WISH.match(said)
    if match is None or re.search(r",? (?:so|and|but) (?:please |then )?[a-z]+ (?:it|that|the|them|this|i|we)\b", said):
        return None
    what = match["what"]
    bare = re.sub(r"^(?:the|an?|some|any)\s+", "", what.strip().rstrip(".!"))
    if HELD.fullmatch(bare) or re.fullmatch(r"(?:[A-Z][\w&’'-]*,?\s*)+(?:,? \d.*)?", bare):
        return [Search(masked.value(bare))]
    if not LOOKING.search(said):
        is_thing = re.match(r"(?:an?|some|any|new|[a-z]+s)\b(?! (?:of|number|list)\b)", what) and not OF.search(what)
        return [Mention("", masked.value(said))] if is_thing else None
    found = records(bare, masked)
    if not found.tests:
        return [Search(masked.value(bare))]
    asked = question(bare, masked)
    made = Question("list", ("name",), found, said=masked.value(bare), quietly=True)
    return [Search(found.noun), made] if asked is not None else None
