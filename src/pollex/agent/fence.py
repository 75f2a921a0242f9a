"""Marks where a page's own words begin and end in a prompt, by a sign that no page can know."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from ..core.json import dumps

UNSEEN: Final = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]")
"""Characters that nobody sees and that a model reads."""


class Fence:
    """Wraps what a page wrote, so that it cannot be taken for anybody else's words."""

    def __init__(self) -> None:
        self.mark = secrets.token_hex(4)

    def around(self, text: str, what: str = "page") -> str:
        return f"<data-{self.mark} of={dumps(what)}>\n{plain(text).replace(self.mark, '…')}\n</data-{self.mark}>"


def plain(text: str) -> str:
    """A text without what cannot be seen."""
    return "".join(
        character
        for character in UNSEEN.sub("", text)
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf")
    )
