"""Quotes, addresses and e-mail addresses, held aside while sentences are cut, so that what they hold is not read."""

from __future__ import annotations

import re
from typing import Final

HELD: Final = re.compile(r"⟦(\d+)⟧")
QUOTES: Final = (
    r"“[^”“]*”|„[^“”„]*[“”]|«[^»]*»|\"[^\"\n]*\"|`[^`\n]+`|‘[^’‘\n]*’(?!\w)|(?<![\w’'])'(?=\S)"
    r"[^'\n]*(?:(?<=\w)'(?=\w)[^'\n]*)*'(?!\w)"
)
ADDRESS: Final = r"\bhttps?://[^\s,;\"'<>]*[^\s,;.\"'<>!?)]|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bwww\.[\w./-]*[\w/]"
PATH: Final = r"(?<![\w/.])/[\w-]+(?:/[\w.?=&%-]*)*(?<=[\w/])(?![\w/])"
ANY: Final = re.compile(rf"(?P<quoted>{QUOTES})|(?P<address>{ADDRESS}|{PATH})")
SENTENCE: Final = 3
"""Words from which on a full stop inside quotes belongs to what is quoted."""


class Masked:
    """A text with its quotes and addresses replaced by marks, and the way back."""

    def __init__(self, text: str) -> None:
        self._held: list[tuple[str, bool]] = []
        self.text = ANY.sub(self._hold, text)

    def _hold(self, match: re.Match[str]) -> str:
        said, is_quoted, after = match[0], match["quoted"] is not None, ""
        if is_quoted:
            said = said[1:-1].strip()
            goes_on = re.match(r" [a-z]", match.string[match.end() :]) is not None
            if said.endswith(",") or (said.endswith(".") and len(said.split()) < SENTENCE and not goes_on):
                said, after = said[:-1], said[-1]
        self._held.append((said, is_quoted))
        return f"⟦{len(self._held) - 1}⟧{after}"

    def hold(self, text: str) -> str:
        """A mark for a text that is to be taken as it stands."""
        self._held.append((self.value(text), True))
        return f"⟦{len(self._held) - 1}⟧"

    def words(self, part: str) -> str:
        """As it was written, with plain quotes around what was quoted: for the words of an element."""

        def back(match: re.Match[str]) -> str:
            said, is_quoted = self._held[int(match[1])]
            return f'"{said}"' if is_quoted and '"' not in said else said

        return HELD.sub(back, part).strip()

    def value(self, part: str) -> str:
        """As it is meant: what is quoted without its quotes."""
        return HELD.sub(lambda match: self._held[int(match[1])][0], part).strip()

    def is_address(self, part: str) -> bool:
        match = HELD.fullmatch(part.strip())
        if match is None:
            return False
        said, is_quoted = self._held[int(match[1])]
        return re.match(r"https?://|www\.|/", said) is not None and (not is_quoted or "//" in said)


def is_held(part: str) -> bool:
    """Whether a part is one quote or address, and nothing else."""
    return HELD.fullmatch(part.strip()) is not None
