"""The part of a label that is the same in every run."""

from __future__ import annotations

import re
from typing import Any, Final

VOLATILE: Final = re.compile(r"\s+(?:\([^()]*\d[^()]*\)|[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?[€%])$")
"""An amount or a count at the end of a label: Place order (€12.14)."""
LETTERS: Final = 5
"""The fewest letters that make a label."""


def stable_label(label: str) -> str:
    """Return a label without the amount or count at its end, unless too little would be left."""
    kept = VOLATILE.sub("", label).strip()
    return kept if sum(map(str.isalpha, kept)) >= LETTERS else label


def stable_option(option: Any) -> Any:
    """Return the stable label of an option, or of several."""
    if isinstance(option, list):
        return [stable_option(each) for each in option]
    return stable_label(option) if isinstance(option, str) and "{{" not in option else option
