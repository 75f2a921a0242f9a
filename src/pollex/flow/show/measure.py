"""The room that words take: in cells of a terminal, and in pixels of a drawing whose font is not known.

The pixels are those of a wide font, so that words never run out of their box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from .printable import JOINERS

NARROW: Final = frozenset("iljftI.,:;'|!()[]{}`· ")
BROAD: Final = frozenset("mwMW@%&—…→")
THIN, USUAL, CAPITAL, WIDE, FULL = 0.4, 0.62, 0.75, 1.0, 1.35
"""Shares of the font's size. FULL is for what fills a square: ideographs and emoji."""


def cells(words: str) -> int:
    """Return how many cells words take on a terminal."""
    return sum(0 if _marks(letter) else 2 if _fills(letter) else 1 for letter in words)


def pixels(words: str, size: float) -> float:
    """Return the most pixels that words may take in a font of this size."""
    return size * sum(map(_share, words))


def truncated(words: str, room: float, length: Callable[[str], float] = cells) -> str:
    """Return words, with … in place of what does not fit."""
    if length(words) <= room:
        return words
    return words[: _fitting(words, room - length("…"), length)].rstrip() + "…"


def _fitting(words: str, room: float, length: Callable[[str], float]) -> int:
    """Return how many letters fit, without cutting a combined character in two."""
    kept = 0
    while kept < len(words) and (taken := length(words[kept])) <= room:
        room -= taken
        kept += 1
    while 0 < kept < len(words) and (_marks(words[kept]) or words[kept - 1] in JOINERS):
        kept -= 1
    return kept


def wrapped(words: str, room: float, lines: int, length: Callable[[str], float] = cells) -> list[str]:
    """Return words in at most so many lines, broken at spaces where possible; the last may end in …."""
    made: list[str] = []
    rest = words
    while rest and len(made) < lines - 1 and length(rest) > room:
        line, rest = _first_line(rest, room, length)
        made.append(line)
    return [*made, truncated(rest, room, length)] if rest else made


def _first_line(words: str, room: float, length: Callable[[str], float]) -> tuple[str, str]:
    most = _fitting(words, room, length) or 1
    space = words.rfind(" ", 0, most + 1)
    at = space if space > most // 3 else most
    return words[:at].rstrip(), words[at:].lstrip()


def _share(letter: str) -> float:
    if _marks(letter):
        return 0
    if letter in NARROW:
        return THIN
    if letter in BROAD:
        return WIDE
    if _fills(letter):
        return FULL
    return CAPITAL if letter.isupper() or ord(letter) > 0x24F else USUAL


def _fills(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in ("W", "F") or unicodedata.category(letter) == "So"


def _marks(letter: str) -> bool:
    """Return whether a letter takes no room: an accent, a joiner, a variation selector, a skin tone."""
    return letter in JOINERS or unicodedata.combining(letter) > 0 or unicodedata.category(letter) in ("Mn", "Me")


def is_right_to_left(words: str) -> bool:
    """Return whether words are written from right to left, going by their first letter."""
    strong = (side for letter in words if (side := unicodedata.bidirectional(letter)) in ("L", "R", "AL"))
    return next(strong, "L") != "L"
