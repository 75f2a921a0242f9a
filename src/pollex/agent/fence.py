"""Marks where a page's own words begin and end in a prompt. Each run has its own: no page can write it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

from ..core.json import dumps

UNSEEN: Final = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]")
"""Characters that nobody sees and that a model reads."""


class Fence:
    """Wraps what a page wrote, so that it cannot be taken for anybody else's words."""

    def __init__(self, run: str) -> None:
        self.mark = hashlib.sha256(f"fence {run}".encode()).hexdigest()[:8]

    def around(self, text: str, what: str = "page") -> str:
        return f"<data-{self.mark} of={dumps(what)}>\n{plain(text)}\n</data-{self.mark}>"


def plain(text: str) -> str:
    """A text without what cannot be seen."""
    return "".join(
        character
        for character in UNSEEN.sub("", text)
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf")
    )
