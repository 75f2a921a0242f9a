"""What a text is to say, in the words of whoever waits for it: `>= 80`, `!= Loading`, `Ready`."""

from __future__ import annotations

import re
from typing import Final

from .compare import compare
from .numbers import first_number
from .words import folded

SIGNS: Final = {">=": "ge", "<=": "le", "!=": "ne", "==": "eq", ">": "gt", "<": "lt", "=": "eq"}
SIGNED: Final = re.compile(rf"\s*({'|'.join(SIGNS)})\s*(.+)", re.DOTALL)


def holds(condition: str, text: str) -> bool:
    """Return whether a text says what a condition wants: a number or words by a sign, else words that it contains."""
    match = SIGNED.fullmatch(condition)
    if match is None:
        return folded(condition) in folded(text)
    how, wanted = SIGNS[match[1]], match[2]
    numbers = first_number(text), first_number(wanted)
    if None not in numbers:
        return compare(how, *numbers)
    return how in ("eq", "ne") and compare(how, folded(text), folded(wanted))
