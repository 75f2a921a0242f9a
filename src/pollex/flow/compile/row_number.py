"""Words of a task for rows: each, every, the second one."""

from __future__ import annotations

import re
from typing import Final

from .names import SMALL

EACH: Final = re.compile(r"\b(?:each|every|all|both|one (?:by|after))\b", re.IGNORECASE)
"""Words by which a task asks for every row."""
ORDINALS: Final = (
    *("first|top|topmost|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"),
    *("sixth|6th", "seventh|7th", "eighth|8th", "ninth|9th", "tenth|10th"),
)
"""Ordinals for rows."""
KINDS: Final = (
    "one|row|line|result|hit|match|item|thing|product|entry|record|card|tile|offer|article|link|message|mail|order|list"
)
"""General words for a row."""


def means_row(task: str, row: int, about: str) -> bool:
    """Whether a task names a row by its number: `the second one`, or `the second order` in a list about orders."""
    if not 0 <= row < len(ORDINALS):
        return False
    words = set(re.findall(r"[^\W\d_]{3,}", about.lower())) - SMALL
    kinds = "|".join([KINDS, *(re.escape(word.removesuffix("s")) for word in sorted(words))])
    return re.search(rf"\b(?:{ORDINALS[row]}) (?:[a-z]+ )?(?:{kinds})(?:e?s)?\b", task, re.IGNORECASE) is not None
