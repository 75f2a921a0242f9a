"""What counts as nothing among the results of reads: no rows, no text, a count of zero."""

from __future__ import annotations

from typing import Any, Final

CARRIERS: Final = ("value", "rows", "text")
"""The fields of a read that have what was found; the first that it has counts."""


def is_nothing(data: Any) -> bool:
    """Whether a read found nothing."""
    if isinstance(data, dict):
        carrier = next((name for name in CARRIERS if name in data), None)
        return all(map(is_nothing, data.values())) if carrier is None else is_nothing(data[carrier])
    if isinstance(data, list):
        return all(map(is_nothing, data))
    return not isinstance(data, bool) and (data is None or data == 0 or not str(data).strip())
