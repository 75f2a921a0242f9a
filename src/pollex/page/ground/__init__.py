"""Words → element, without a model."""

from __future__ import annotations

from ...core.context import Context
from ..found import Found
from ..opened import OpenTab


async def by_words(opened: OpenTab, words: str, *, context: Context) -> Found | None:
    """The element that the words mean; None where nothing fits well enough."""
    return None
