"""Texts in their sentences. A full stop behind an abbreviation or an initial ends none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

ABBREVIATED: Final = re.compile(
    r"(?:\b(?:Drs?|Mr|Mrs|Ms|Mx|Prof|Hr|Fr|Sr|Jr|St|Mt|Rev|Hon|Gen|Capt|Lt|Sgt|Col|Dipl|Ing|vs|viz|cf|etc|al|ca|approx"
    r"|incl|excl|resp|e\.g|i\.e|a\.k\.a|z\.B|d\.h|u\.a|Inc|Ltd|Co|Corp|Bros|Dept|Est|Ave|Blvd|Apt|Tel|Fig|Vol|Ed|pp"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|(?<![\w.])[A-Z])\.$"
)
"""What a piece of a sentence ends with that goes on."""
NUMBERED: Final = re.compile(r"\b(?:No|Nos|Nr|Art|Sec|Ch|p)\.$")
"""What a number follows."""


def sentences(text: str, ends: str = ".!?") -> Iterator[str]:
    """Yield the sentences of a text; `ends` are the signs behind which one may end, as a new line always does."""
    for line in text.splitlines():
        begun = ""
        for piece in re.split(rf"(?<=[{re.escape(ends)}])\s+", line):
            if begun and not _goes_on(begun, piece):
                yield begun
                begun = ""
            begun = f"{begun} {piece}".strip()
        if begun:
            yield begun


def _goes_on(begun: str, piece: str) -> bool:
    return ABBREVIATED.search(begun) is not None or (NUMBERED.search(begun) is not None and piece[:1].isdigit())
