"""Marks of values: by its mark a value is known again, and it cannot be found out from it.

Five digits are shared by one of a million values; a list of names or amounts has several for each.
"""

from __future__ import annotations

import hashlib
from typing import Any

from .words import folded


def mark_of(value: Any) -> str:
    """Return the mark of a value, however it is written: `#1f09b`."""
    return "#" + hashlib.sha256(folded(str(value)).encode(errors="replace")).hexdigest()[:5]
