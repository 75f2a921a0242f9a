"""Characters that nobody sees, or that turn the text around them: with them words look like others."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from ..core.leaves import map_leaves

MARK: Final = "\ufffd"
"""Stands where a person must see that something was there."""
JOINERS: Final = "\u200c\u200d"
"""Part of how some scripts and emoji are written."""
BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, marks and signs that have no shape."""


def undisguised(text: str, mark: str = "") -> str:
    """Return a text with a mark in place of each character that disguises it; by default without them."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(mark if _disguises(text, at) else letter for at, letter in enumerate(text))


def undisguised_json(value: Any, mark: str = "") -> Any:
    """Return a JSON value whose texts and keys are undisguised."""
    return map_leaves(
        value,
        lambda leaf: undisguised(leaf, mark) if isinstance(leaf, str) else leaf,
        lambda key: undisguised(key, mark),
    )


def _disguises(text: str, at: int) -> bool:
    letter = text[at]
    if letter in JOINERS:
        return not (0 < at < len(text) - 1 and _can_be_joined(text[at - 1]) and _can_be_joined(text[at + 1]))
    return letter in BLANKS or (letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf"))


def _can_be_joined(letter: str) -> bool:
    return not letter.isascii() and letter not in BLANKS and unicodedata.category(letter)[0] in "LMS"
