"""Words from a file made safe to print: on one line, without what controls a terminal or reverses text."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Invisible, but part of how some scripts and emoji are written."""
UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn")


def printable(words: object) -> str:
    """Return words on one line, without control characters and what XML or a terminal cannot take."""
    return " ".join("".join(map(_kept, str(words))).split())


def _kept(letter: str) -> str:
    if letter.isspace():
        return " "
    return letter if letter in JOINERS or unicodedata.category(letter) not in UNPRINTABLE else ""
