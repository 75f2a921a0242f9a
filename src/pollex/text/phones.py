"""Phone numbers as people and pages write them: in groups or not, with the country's code or without."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .numbers import NUMBER, amounts

PHONE: Final = re.compile(r"(?<![\w.,/-])(?:\+|00)?\(?\d[\d ()./-]{4,22}\d(?![\w/-]|[.,]\d)")
LEAST: Final = 7
"""Digits of a number without its country's code."""
COUNTRY: Final = 3
"""Digits of a country's code, at most."""


def same_phone(one: str) -> Callable[[str], bool]:
    """Return whether another text is the same number as this one; of two with country codes those must be equal."""
    whole, own = _digits(one) if PHONE.fullmatch(one.strip()) else ("", "")

    def is_same(other: str) -> bool:
        theirs, local = _digits(other)
        if not whole and not own:
            return False
        if whole and theirs:
            return whole == theirs
        if not whole and not theirs:
            return own == local
        longer, shorter = (whole or theirs), (local if whole else own).removeprefix("0")
        return len(shorter) >= LEAST and longer.endswith(shorter) and len(longer) - len(shorter) <= COUNTRY

    return is_same


def _digits(text: str) -> tuple[str, str]:
    """Return the digits of a number with its country's code, else without it; the other one is empty."""
    if NUMBER.fullmatch(text.strip()) and amounts(text) and not text.strip().isdigit():
        return "", ""  # an amount: of 1234.56 and 123456 the digits are equal
    bare = re.sub(r"\D", "", text.replace("(0)", ""))
    if text.strip().startswith(("+", "00")):
        return bare.removeprefix("00"), ""
    return "", bare
