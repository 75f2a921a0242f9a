"""Fields with their values in a sentence: `Name: Ann, City: Oslo`, `for 4 guests on 1 May in the name of Ann`.

The text is cut at commas and `and`; a part that is no pair goes on with the value before it, or is an option by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from ..program import Choose, Enter
from .asides import REMARK
from .limits import DAY, MONTH, NUMBERS
from .masks import Masked
from .verbs import BEGINS, STARTS_ORDER

Pair: TypeAlias = Enter | Choose
HINT: Final = re.compile(
    r"\s+(?:via|using|through) (?:the|its) [\w ]*(?:menu|button|list|form|row)$|\s*\((?:pick|choose|select|from|use|"
    r"press|with|that|this|optional|as)\b[^)]*\)\s*$",
    re.IGNORECASE,
)
TIME: Final = r"\d{1,2}(?::\d{2}| ?[ap]\.?m\b|:\d{2} ?[ap]\.?m\b)"
START: Final = r"(?:⟦\d+⟧|(?-i:[A-Z0-9+€$£/]))"
"""What a value begins with: names and numbers; fields are written small."""
MONEY: Final = re.compile(r"(?:[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:euros?|eur|€|dollars?|pounds?))", re.IGNORECASE)
PREPOSITIONS: Final[tuple[tuple[str, str], ...]] = (
    (rf"(?:in|under) (?:the )?name(?: of)? (?P<v>{START}.*)", "name"),
    (rf"for (?P<v>\d+|{'|'.join(NUMBERS)}) (?P<field>(?!euros?\b)[a-z]+)", ""),
    (rf"(?:on|for) (?:the )?(?P<v>{DAY}.*)", "date"),
    (rf"at (?P<v>{TIME}.*)", "time"),
    (rf"(?:starting|beginning)(?: on| from)? (?P<v>{DAY}.*)", "date"),
    (rf"(?:of|for) (?P<v>{MONEY.pattern}|(?<=of )\d[\d.,]*)", "amount"),
    (rf"from (?:the |my )?(?P<v>(?-i:[A-Z⟦]).*|{DAY})", "from"),
    (rf"(?:to|until|till|up to) (?:the )?(?P<v>{DAY})", "to"),
    (rf"(?:titled|called|named|with the title) (?P<v>{START}.*)", "title"),
    (rf"(?:saying|that says|reading|with the (?:text|words|message)) (?P<v>{START}.*)", "text"),
    (r"to (?:the |my )?(?P<v>(?-i:[A-Z⟦]).*)", "to"),
)
COLON: Final = re.compile(r"^(?P<field>[^:=⟦]{1,50}?)\s*(?:(?<!\d):|:(?!\d)|=)\s*(?P<v>.+)$", re.DOTALL)
AS: Final = re.compile(rf"^(?P<v>{START}.*?)\s+(?:as|for|in(?:to)?)\s+(?:the |a |your |my )?(?P<field>[^⟦]+)$")
NOUNS: Final = (
    r"country|city|town|street|name|payee|title|subject|purpose|status|priority|assignee|labels?|colou?r|size|state|"
    r"language|address|company|recipient|to|from"
)
"""Fields that are written with a capital before a name, too."""
BARE: Final = re.compile(
    r"^(?:the |an? |my |with |and |also )*"
    rf"(?P<field>(?:[A-Z]{{2,}}|[a-z][a-z-]*|(?i:{NOUNS})\b|[A-Z][a-z-]*(?= (?:[a-z]|⟦|\S*\d)))(?:(?: or| and|"
    r"/| on the| of the)? [a-z-]+)*?)"
    rf"(?<! of)(?<! the)(?<! to)(?<! a)\s+(?:is |are |to |as |with )?(?P<v>{START}.*)$"
)
LOOKED_UP: Final = re.compile(
    r"^the (?P<field>[A-Za-z-]+(?: [a-z]+)?) (?:of (?:the |my )?(?-i:[A-Z⟦]).*|(?:that )?you (?:just )?[a-z]+)$"
)
NO_FIELD: Final = re.compile(r"\b(?:it|please|but|not|them|then|that|which|do|if)\b", re.IGNORECASE)
COMMA: Final = re.compile(r"\s*(?:,|;|\n)\s+(?:and\s+)?(?:with\s+)?|\s*;\s*|\s*\n\s*")
AND: Final = re.compile(r"\s+(?:and|with)\s+(?:also\s+)?")
SEQUENCE: Final = re.compile(
    rf"\s+(?=(?:in|under) (?:the )?name\b|for (?:\d+|{'|'.join(NUMBERS)}) [a-z]|(?:on|for) (?:the )?{DAY}|at {TIME}|of "
    rf"[€$£]?\d|for {MONEY.pattern}|(?:to|until|till|up to) (?:the )?{DAY}|from {DAY}|"
    r"to [A-Z⟦]|(?:titled|called|named|saying|that says|reading) ⟦|from (?:the |my )?[A-Z⟦])"
)
CONTINUES: Final = re.compile(rf"^(?:⟦\d+⟧|[A-Z0-9+€$£/]|(?i:{MONTH}))")
OPTION: Final = re.compile(
    r"^(?:every|each|once|monthly|weekly|yearly|daily|by|no|without|\w+ delivery)\b", re.IGNORECASE
)


def pairs(text: str, masked: Masked) -> tuple[Pair, ...]:
    """The pairs of a text; nothing where one part of it is none."""
    found: list[Pair] = []
    has_colons = False
    listed = re.search(r";|\n", text) is not None
    for part in re.split(r"\s*[;\n]\s*", text.strip(" ;.,\n")) if listed else _parts(text, masked):
        bare = part.strip().rstrip(".,").strip()
        if not bare or bare.lower() in ("today", "now") or REMARK.match(bare):
            continue
        has_colons = has_colons or (not found and COLON.match(bare) is not None)
        match = COLON.match(bare) if has_colons else None
        pair: Pair | None = _made(match["field"], match["v"], masked) if match else None
        pair = pair if has_colons else _pair(bare, masked, first=not found)
        if pair is None and found and not has_colons and OPTION.match(bare):
            pair = Choose(masked.value(bare))
        if pair is None and found and not listed and isinstance(found[-1], Enter) and _continues(bare):
            last = found.pop()
            assert isinstance(last, Enter)
            pair = Enter(last.field, f"{last.value}, {masked.value(bare)}")
        if pair is None:
            return ()
        found.append(pair)
    return tuple(found)


def _continues(part: str) -> bool:
    """Whether a part goes on with the value before it: `1 May 2027, 14:30`, `a street, a town`."""
    if any(BEGINS.match(part, joint.end()) for joint in AND.finditer(part)):
        return False
    return CONTINUES.match(part) is not None or not BEGINS.match(part)


def _parts(text: str, masked: Masked) -> Iterator[str]:
    """Cut at commas; at `and` and before prepositions only where both sides are pairs."""
    parts = COMMA.split(text.strip())
    if COLON.match(parts[0]):
        yield from parts  # what follows a colon goes on to the next colon
        return
    for part in parts:
        yield from _halves(part, masked)


def _halves(part: str, masked: Masked) -> Iterator[str]:
    for joint in (*AND.finditer(part), *SEQUENCE.finditer(part)):
        left, right = part[: joint.start()], part[joint.end() :]
        if re.search(r"\b(?:is|are)$", left):
            continue
        if joint.start() and _pair(left, masked, first=False) and _pair(right, masked, first=False):
            yield from _halves(left, masked)
            yield from _halves(right, masked)
            return
    yield part


def _pair(part: str, masked: Masked, *, first: bool) -> Enter | None:
    if (match := COLON.match(part)) and not NO_FIELD.search(match["field"]):
        return _made(match["field"], match["v"], masked)
    for pattern, field in PREPOSITIONS:
        if match := re.fullmatch(pattern, part, re.IGNORECASE | re.DOTALL):
            return _made(field or match["field"], match["v"], masked)
    if MONEY.fullmatch(part):
        return Enter("amount", re.sub(r"[^\d.,]", "", part))
    if match := LOOKED_UP.match(part):
        return Enter(match["field"], masked.value(part))
    for shape in (AS, BARE) if re.search(r" as (?:the |an? |your |my )?[a-z -]+$", part) else (BARE, AS):
        match = shape.match(part)
        if (
            match is None
            or NO_FIELD.search(match["field"])
            or (shape is AS and not re.fullmatch(r"[\w -]{2,40}", match["field"].strip()))
        ):
            continue
        if STARTS_ORDER.match(match["field"].strip()) and (first or not match["v"][:1].isdigit()):
            return None
        return _made(match["field"], match["v"], masked)
    return None


def _made(field: str, said: str, masked: Masked) -> Enter | None:
    if any(BEGINS.match(said, joint.end()) for joint in AND.finditer(said)):
        return None  # another order follows: the sentence is to be cut first
    bare = re.sub(r"^(?:the|a|an|and|my|also)\s+|\s+(?:is|field)$", "", field.strip(), flags=re.IGNORECASE)
    bare = "card number" if bare.lower() in ("card", "credit card", "debit card") else bare
    return Enter(masked.words(bare), value(said, masked))


def value(words: str, masked: Masked) -> str:
    """A value without remarks in brackets about how to enter it."""
    bare = re.sub(r"^the (?:text|words?|value|number|code) (?=⟦\d+⟧$)", "", HINT.sub("", words.strip()).strip())
    return masked.value(bare.rstrip("."))
