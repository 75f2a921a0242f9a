"""What pronouns and references mean at a point of the program: `it`, `them`, `that code`, `the same colour`."""

from __future__ import annotations

import re
from typing import Final

from .script import Memory

ITS: Final = re.compile(r"\b(?:its|their|his|her)\s+", re.IGNORECASE)
REFERENCE: Final = re.compile(
    r"^(?:the|that|this)(?: same)? (?P<name>[a-z]+(?: [a-z]+)?)(?: (?:that )?(?:it|he|she|the page|the \w+|you|they) "
    r"(?:tells?|shows?|gives?|says?|saw|found|read|noted|got|displays?|just \w+)(?: you)?| (?:shown|displayed|given|"
    r"from before|from above|you (?:just )?\w+|it shows|there))?$",
    re.IGNORECASE,
)
OPEN: Final = re.compile(
    r"^(?:that|this|the same|the (?:first|last|second|third)|its|their|(?:the|that|this) (?:code|number|price|amount|"
    r"total|value|word|name|date|id|key|pin|reference|result)(?: (?:that|which|you|it|of|from|shown|above|in)\b.*)?)\b"
    r"(?: [a-z]+){0,6}$"
)
NUMBERS: Final = frozenset({"number", "price", "amount", "sum", "value", "total", "figure"})
FIGURES: Final = re.compile(r"\d(?:[\d.,]*\d)?")
LIKELY: Final = ("code", "number", "id", "key", "pin", "password", "token", "voucher", "reference", "word")


def meant(memory: Memory, words: str) -> str:
    """Words with what they refer to put in their place."""
    said = words.strip()
    if value := referred(memory, said):
        return value
    if '"' in said:
        return said
    if memory.topic is not None:
        said = ITS.sub("", said)
        if re.fullmatch(r"(?:it|him|her|them|that|this|that one|this one)", said, re.IGNORECASE):
            return memory.topic
    else:
        said = ITS.sub("the ", said)
    return said


def is_open(memory: Memory, words: str) -> bool:
    """Whether words refer to something that is not known: `that number`, and no number was seen."""
    said = words.strip()
    is_quoted = any(f"{left}{said}{right}" in memory.task for left, right in ('""', "“”", "''", "‘’", "„“", "«»"))
    return OPEN.match(said) is not None and not is_quoted and referred(memory, said) is None


def referred(memory: Memory, words: str) -> str | None:
    """The value that a reference such as `that code` or `the code that it tells you` means."""
    match = REFERENCE.match(re.sub(r"^(the [\w-]+(?: [a-z]+)?) of (?:the |my )?[A-Z].*$", r"\1", words.strip()))
    if match is None:
        return None
    name = re.sub(r"^same ", "", match["name"].lower())
    if name in memory.learnt:
        return memory.learnt[name]
    if name.split(" ")[-1] in NUMBERS and len(figures := set(FIGURES.findall(" ".join(memory.appeared)))) == 1:
        return str(figures.pop())
    if name.split(" ")[-1] in LIKELY:
        return _code(" ".join(memory.appeared), name)
    return None


def _code(text: str, name: str) -> str | None:
    """The one word of a text that looks like a code: with digits or capitals, and not a common word."""
    word = re.escape(name.rsplit(" ", maxsplit=1)[-1])
    after = re.search(
        rf"\b{word}\b[^.]*?\b(?:is|:|=)?\s*[\"“]?(?P<code>(?-i:[A-Z0-9][A-Z0-9-]{{2,}}))\b", text, re.IGNORECASE
    )
    if after and re.search(r"\d|[A-Z]{3}", after["code"]):
        return after["code"]
    found = set(re.findall(r"\b(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)*\b", text))
    return found.pop() if len(found) == 1 else None


def remembered(memory: Memory, name: str) -> str | None:
    """A value that was read or used on the way, by its name or a longer name for it."""
    words = set(name.lower().split())
    return memory.learnt.get(name.lower()) or next(
        (value for longer, value in memory.learnt.items() if words <= set(re.findall(r"\w+", longer))), None
    )


def quoted(words: str) -> str:
    """Words in quotes, so that they are taken as they stand."""
    bare = words.strip().strip('"')
    return f'"{bare}"' if '"' not in bare else bare
