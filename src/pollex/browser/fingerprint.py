"""A fingerprint of what a page shows, by which two looks at it are compared."""

from __future__ import annotations

import hashlib
import re
from typing import Final

NUMBERS: Final = re.compile(r"^\[\d+\] |(?<= )\[\d+\] | \(focused\)", re.MULTILINE)
"""What differs in the outlines of a page that is the same."""


def fingerprint(url: str, outline: str, problem: str = "") -> str:
    """The same text for a page that shows the same, whatever numbers its elements have; `problem` is why it shows
    nothing."""
    shown = f"{url.partition('#')[0]}\n{NUMBERS.sub('', outline)}\n{problem}"
    return hashlib.sha256(shown.encode(errors="replace")).hexdigest()[:16]
