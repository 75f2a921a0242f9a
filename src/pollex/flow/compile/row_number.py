"""Words of a task that say to how many and to which something is done."""

from __future__ import annotations

import re
from typing import Final

from .names import SMALL

EACH: Final = re.compile(r"\b(?:each|every|all|both|one (?:by|after))\b", re.IGNORECASE)
"""By these a way there and back may be what the task is about, and a loop goes on for all rows."""
ORDINALS: Final = (
    *("first|top|topmost|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"),
    *("sixth|6th", "seventh|7th", "eighth|8th", "ninth|9th", "tenth|10th"),
)
"""Words for rows by their number."""
KINDS: Final = (
    "one|row|line|result|hit|match|item|thing|product|entry|record|card|tile|offer|article|link|message|mail|order|list"
)
"""What a row is called, whatever it is about."""


def means_row(task: str, row: int, about: str) -> bool:
    """Whether a task speaks of a row by its number: `the second one`, or `the second order` in a list about orders."""
    if not 0 <= row < len(ORDINALS):
        return False
    words = set(re.findall(r"[^\W\d_]{3,}", about.lower())) - SMALL
    kinds = "|".join([KINDS, *(re.escape(word.removesuffix("s")) for word in sorted(words))])
    return re.search(rf"\b(?:{ORDINALS[row]}) (?:[a-z]+ )?(?:{kinds})(?:e?s)?\b", task, re.IGNORECASE) is not None
