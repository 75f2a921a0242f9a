"""How many there are: as the page says itself, else as many as there are rows."""

from __future__ import annotations

import re
from typing import Final

from ..program import Question, Records
from .calling import call
from .columns import stem, tokens
from .finding import seek
from .keeping import chosen
from .lists import THEM, rows_of
from .narrowing import narrowed
from .reaching import is_on_page
from .reckoning import reckon
from .script import Memory, Script, Stop
from .tables import Listing

STATE: Final = re.compile(r"\b(?:unread|starred|flagged|late|overdue|archived|pinned|unpaid|paid)\b", re.IGNORECASE)


def count(memory: Memory, asked: Question, *, quietly: bool = False) -> Script[int | None]:
    """How many there are: as the page says itself, else as many as there are rows."""
    of = asked.of
    if of.noun.lower() in THEM and memory.measure and re.search(r"\b(?:were|are) (?:they|there)$", asked.said):
        return int(re.sub(r"\D", "", memory.measure) or 0) or None
    if of.noun.lower() in THEM and memory.several and not of.tests:
        return len(memory.several)
    if of.noun.lower() in THEM:
        of = of if memory.rows else Records("results", of.tests)
    if of.name and not (yield from is_on_page(memory, of.name)):
        yield from seek(memory, of.name)
    is_state = STATE.search(of.noun) is not None
    if not quietly or is_state:
        of = yield from narrowed(memory, of, asked.said)
    if not of.tests and not of.here and (stated := (yield from _stated(memory, of))) is not None:
        return stated
    try:
        found = yield from rows_of(memory, of, (), asked.said)
        kept = yield from chosen(memory, found, of, asked.said)
    except Stop:
        if quietly and not is_state:  # a state that no row shows may still be so
            return 0
        raise
    if not kept and not quietly:
        _must_be_told(found, of, asked.said)
    memory.several, memory.rows = [row.get(found.name or "", "") for row in kept], kept
    counted = yield from reckon(memory, asked.said, rows=kept, what="count")
    return int(counted["value"])


def _must_be_told(found: Listing, of: Records, said: str) -> None:
    """Stop where none was counted, and the list does not even have the words that were counted by."""
    texts = " ".join(value for row in found.rows for value in row.values()).lower()
    for test in of.tests:
        is_odd = test.field is None or re.search(r"\b(?:and|but|not|or)\b", test.value)
        if test.op == "contains" and is_odd and test.value.lower() not in texts:
            raise Stop(f"“{said}”: the list does not tell what is “{test.value}”.")


def _stated(memory: Memory, of: Records) -> Script[int | None]:
    """A number that the page itself puts before the noun: `400 issues`, `34 unread`."""
    state = yield from call(memory, "state", elements=0, text=0)
    phrase = re.sub(r"^(?:are|is|were|was) ", "", of.noun)
    text = yield from call(memory, "text")
    lines = f"{state.get('outline')}\n{text.get('text')}".splitlines()
    if (
        " " in phrase
        and (said := re.findall(rf"(?<![\w.,])(\d[\d,]*) {re.escape(phrase)}\b", str(text.get("text"))))
        and len(set(said)) == 1
    ):
        return int(said[0].replace(",", ""))
    nouns = [word for word in tokens(of.noun) if word not in ("of", "in", "the")]
    place = tokens(re.sub(r"^(?:the|my|your)\s+", "", of.place or ""))
    found: list[int] = []
    for line in lines:
        for match in re.finditer(r"(?<![\w.,-])(\d[\d,.]*)\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?", line):
            following = [stem(word) for word in match.groups()[1:] if word]
            if _counts(following, nouns) and all(word in tokens(line) for word in place):
                found.append(int(re.sub(r"\D", "", match[1])))
    return found[0] if found and len(set(found)) == 1 else None


def _counts(following: list[str], nouns: list[str]) -> bool:
    """Whether the words after a number are the noun, or the first of its words."""
    is_near = following[0] in nouns or (len(following) > 1 and following[1] == (nouns or [""])[-1])
    return is_near and (len(nouns) < 2 or following[0] == nouns[0] or set(nouns) <= set(following))
