"""A part of a text by the numbers of its words, and the part of other texts that stands between the same signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...text.words import folded, singular

WORD: Final = re.compile(r"(?:[^\s·•|→←–—()\[\]{}\"“”,;:]|[,;:](?=\S))+")
"""What is numbered in a text. Signs between words are told from blanks; `1,200` and `11:00` are one word each."""
ABBREVIATED: Final = re.compile(r"(?:^|\W)\w{1,3}\.$")
DIGITS: Final = re.compile(r"\d+")
CLOSING: Final = {")": "(", "]": "["}
Words: TypeAlias = list[re.Match[str]]


@dataclass(frozen=True, slots=True)
class Span:
    """The words of a text from the first to the last, counted from 1."""

    first: int
    last: int


def words(text: str) -> Words:
    return list(WORD.finditer(text))


def numbered(text: str, most: int) -> str:
    """Return a text with the number of each of its first words behind it; a single word stays as it is."""
    found = words(text)
    if len(found) < 2:
        return text
    marked = "".join(
        f"{text[before.end() if before else 0 : word.end()]}{{{number}}}"
        for number, (before, word) in enumerate(zip([None, *found], found[:most], strict=False), 1)
    )
    return marked + (" …" if len(found) > most else text[found[-1].end() :])


def cut(text: str, span: Span) -> str | None:
    """Return the words of a text, without the point at the end of a sentence; None where there are not so many."""
    found = words(text)
    if not 1 <= span.first <= span.last <= len(found):
        return None
    begin, end = found[span.first - 1].start(), found[span.last - 1].end()
    part = text[begin:end]
    if CLOSING.get(text[end : end + 1], "") in (set(part) & set("([")):
        part += text[end]
    return part[:-1] if part.endswith(".") and not ABBREVIATED.search(part) else part


def cut_alike(sample: str, span: Span, text: str) -> str | None:
    """Return the part of a text that stands where the span stands in the sample: between the same signs or words, or at
    the same end. None where the text is not built so."""
    there, here = words(sample), words(text)
    if not 1 <= span.first <= span.last <= len(there):
        return None
    first = _gap(sample, there, span.first - 1, 0, text, here, 0, before=True)
    last = None if first is None else _gap(sample, there, span.last, span.first, text, here, first + 1, before=False)
    return None if first is None or last is None else cut(text, Span(first + 1, last))


def _gap(
    sample: str, there: Words, gap: int, since: int, text: str, here: Words, least: int, *, before: bool
) -> int | None:  # fmt: skip
    """Return the gap between words of the text, from `least` on, that is like one of the sample."""
    if gap in (0, len(there)):
        return len(here) if gap else 0
    mark = _mark(sample, there, gap, before=before)
    nth = sum(_mark(sample, there, each, before=before) == mark for each in range(max(since, 1), gap))
    alike = [each for each in range(max(least, 1), len(here)) if _mark(text, here, each, before=before) == mark]
    return alike[nth] if nth < len(alike) else None


def _mark(text: str, found: Words, gap: int, *, before: bool) -> str:
    """Return the sign between two words; where there is none, the word before or behind, of a number its form."""
    sign = text[found[gap - 1].end() : found[gap].start()].strip()
    word = folded(found[gap - 1 if before else gap][0])
    return sign or (DIGITS.sub("0", word) if DIGITS.search(word) else singular(word))
