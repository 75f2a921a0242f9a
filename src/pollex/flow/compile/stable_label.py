"""What of a label is the same in the next run."""

from __future__ import annotations

import re
from typing import Any, Final

VOLATILE: Final = re.compile(r"\s+(?:\([^()]*\d[^()]*\)|[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?[€%])$")
"""An amount or a count at the end of a name: Place order (€12.14)."""
LETTERS: Final = 5
"""Letters that must be left for a name."""


def stable_label(label: str) -> str:
    """A label without the amount or count at its end; as it is where too little would be left."""
    kept = VOLATILE.sub("", label).strip()
    return kept if sum(map(str.isalpha, kept)) >= LETTERS else label


def stable_option(option: Any) -> Any:
    """An option, or several, by what is found again."""
    if isinstance(option, list):
        return [stable_option(each) for each in option]
    return stable_label(option) if isinstance(option, str) and "{{" not in option else option
