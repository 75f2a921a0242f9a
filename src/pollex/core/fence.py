"""Mark where text of a web page begins and ends in a prompt, by a token that no page can know."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from .json import dumps

INVISIBLE: Final = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]")
"""Characters that no person sees and that a model reads."""


class Fence:
    """Wraps untrusted text, so that a model cannot take it for an instruction."""

    def __init__(self) -> None:
        self.mark = secrets.token_hex(4)

    def around(self, text: str, what: str = "page") -> str:
        """Return the text between two tags with the mark, without invisible characters and without the mark."""
        return f"<data-{self.mark} of={dumps(what)}>\n{visible(text).replace(self.mark, '…')}\n</data-{self.mark}>"


def visible(text: str) -> str:
    """Return the text without characters that cannot be seen."""
    return "".join(
        character
        for character in INVISIBLE.sub("", text)
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf")
    )
