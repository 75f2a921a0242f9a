"""Names for inputs and results: short, readable and unique."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
WORD: Final = re.compile(r"[a-z0-9]+")
SMALL: Final = frozenset(
    ("a", "an", "and", "for", "from", "in", "into", "of", "on", "or", "please", "the", "their", "to", "with", "your")
)
MAX_WORDS: Final = 4
"""The most words in a name."""


def slug(text: str, default: str) -> str:
    """Return a text as a name: `Full name *` is `full_name`. Stop words count where there are no others: `From`."""
    if "_" in text and NAME.fullmatch(text):
        return text
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("e-mail", "email")
    spoken = WORD.findall(plain)
    words = ([word for word in spoken if word not in SMALL] or spoken)[:MAX_WORDS]
    while words and words[0][0].isdigit():
        words = words[1:]
    return "_".join(words) or default


class UniqueNames:
    """Names that are handed out once; a name that is taken gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = {"secret", "env"}

    def take(self, wanted: str) -> str:
        name, count = wanted, 2
        while name in self._taken:
            name, count = f"{wanted}_{count}", count + 1
        self._taken.add(name)
        return name
