"""Whether a condition holds on the page now."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from ..program import Condition, Records
from .answering import ask
from .calling import ALERTS, REFUSAL, call
from .columns import tokens
from .comparing import compared
from .counting import count
from .keeping import NOBODY
from .listing import listing
from .reaching import is_on_page, look
from .rows import best_row, row_read, rows, whole
from .script import Memory, Script, Stop
from .speaking import meant, quoted

PARTS: Final = re.compile(
    r"\b(?:banner|dialog|dialogue|popup|pop-up|button|link|field|notice|box|menu|tab|checkbox|message about|window)\b",
    re.IGNORECASE,
)
QUOTE: Final = re.compile(r'"([^"]+)"')
SOMEBODY: Final = re.compile(
    r"^(?:somebody|someone|anybody|that|the text|the words?|an? (?:entry|notice|message|text)(?: "
    r"that)?(?: says?| saying)?)\s+",
    re.IGNORECASE,
)


def holds(memory: Memory, asked: Condition) -> Script[bool]:
    """Whether it is so; what cannot be told is not so."""
    found = yield from _holds(memory, asked)
    return found is not asked.negated


def _holds(memory: Memory, asked: Condition) -> Script[bool]:
    if asked.kind == "says":
        places = yield from is_on_page(memory, asked.words)
        if memory.paging:
            places = _in_list(places, asked.words)
        if places:
            memory.topic, memory.index = asked.words, places[0]["index"]
        return bool(places)
    if asked.kind == "refused":
        was, memory.refused = memory.refused, False
        return was or (yield from _complains(memory))
    if asked.kind == "end":
        following = yield from look(memory, "the next page")
        return following is None or "disabled" in following["states"]
    if asked.kind == "state":
        return (yield from _state(memory, asked))
    if asked.kind == "is":
        return (yield from _is_so(memory, asked))
    if asked.kind == "compares":
        return (yield from _compares(memory, asked))
    return (yield from _there(memory, asked))


def _complains(memory: Memory) -> Script[bool]:
    """Whether the page shows that something was not taken."""
    alerts = yield from call(memory, "query", selector=f"css={ALERTS}", most=8)
    shown = alerts.get("elements") or ()
    return any(REFUSAL.search(str(each["text"])) or "invalid" in each["states"] for each in shown)


def _there(memory: Memory, asked: Condition) -> Script[bool]:
    """Whether something is there: a part of the page, a text, or a record of a list."""
    words = meant(memory, asked.words)
    bare = _bare(words)
    if bare.lower() in ("it", "this", "that"):
        return True
    if asked.value == "it" and memory.topic is not None:
        return (yield from _has(memory, bare))
    quote = QUOTE.search(words)  # `a comment saying "Yes"`
    places = yield from is_on_page(memory, quote[1] if quote else bare)
    if memory.paging:
        places = _in_list(places, quote[1] if quote else bare)
    if quote is not None:
        memory.topic, memory.record = (quote[1], None) if places else (memory.topic, memory.record)
        return bool(places)
    found = places[0] if places else (yield from look(memory, words))
    if found is not None:
        memory.topic, memory.index = bare, found["index"]
        return True
    return (yield from _counts(memory, asked, bare))


def _bare(words: str) -> str:
    """What is asked for without article, and without words for where it would stand."""
    bare = re.sub(r"^(?:the|an?|any|some)\s+", "", SOMEBODY.sub("", words)).strip().strip('"')
    if re.search(r"\bcookie", bare, re.IGNORECASE) and PARTS.search(bare):
        return "cookies"
    return re.sub(r"^ones? (?:to|from|for|with|about|called|named|of) (?:the )?", "", bare)


def _counts(memory: Memory, asked: Condition, bare: str) -> Script[bool]:
    """Whether a list has such records; a name that does not stand there is none."""
    is_name = re.search(r"[A-Z0-9]", bare) is not None and asked.question is not None and not asked.question.of.tests
    if asked.question is None or is_name or PARTS.search(bare):
        return False
    number = yield from count(memory, asked.question, quietly=True)
    if number == 1 and len(memory.several) == 1 and memory.several[0]:
        memory.topic = memory.several[0]
    return bool(number)


def _has(memory: Memory, words: str) -> Script[bool]:
    """Whether what is spoken of has something: by its own row where rows tell that, else by its page."""
    found = yield from rows(memory)
    saying = [row["index"] for row in found if set(tokens(words)) <= set(tokens(whole(row)))]
    if not saying:
        return bool((yield from is_on_page(memory, words)))
    read = (yield from row_read(memory, memory.record)) if memory.record else None
    own = read or best_row(found, quoted(memory.topic or ""))
    if own is None:
        raise Stop(f"Whether it has {words} cannot be told from the page.")
    return own["index"] in saying


def _in_list(places: list[Object], words: str) -> list[Object]:
    """Without sentences that only mention it."""
    prose = ("generic", "paragraph", "heading")
    return [place for place in places if place["role"] not in prose or place["snippet"].strip() == words]


def _is_so(memory: Memory, asked: Condition) -> Script[bool]:
    """Whether something is as a word says: by its row in a list, else by its own page."""
    name = memory.topic if asked.words in ("it", "this", "that", "they") else asked.words.strip('"')
    if name:
        found = yield from listing(memory, Records("items", (), name), ("availability", "status"), whole=False)
        rows = [row for row in found.rows if set(tokens(name)) <= set(tokens(" ".join(row.values())))]
        if len(rows) == 1:
            return set(tokens(asked.value)) <= set(tokens(" ".join(rows[0].values())))
    return bool((yield from is_on_page(memory, asked.value)))


def _state(memory: Memory, asked: Condition) -> Script[bool]:
    found = yield from look(memory, meant(memory, asked.words))
    if found is None:
        return False
    states = set(found["states"])
    match asked.value:
        case "checked" | "ticked" | "selected" | "on" | "enabled" if {"checked", "selected", "pressed", "on"} & states:
            return True
        case "unchecked" | "unticked" | "off":
            return not {"checked", "selected", "pressed", "on"} & states
        case "enabled" | "clickable":
            return "disabled" not in states
        case "disabled" | "greyed out" | "grayed out":
            return "disabled" in states
        case "empty":
            return not found.get("value")
    return asked.value in states


def _compares(memory: Memory, asked: Condition) -> Script[bool]:
    if asked.question is None:
        return False
    value = yield from ask(memory, asked.question, optional=True)
    if asked.op == "eq" and asked.value == "":
        return value is None or value.strip().lower() in NOBODY
    if value is None:
        raise Stop(f"Whether {asked.words} cannot be told from the page.")
    return (yield from compared(memory, value, asked.op, asked.value))
