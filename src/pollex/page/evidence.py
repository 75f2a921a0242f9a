"""Writes down what is known of an element, at the moment it is acted on."""

from __future__ import annotations

from ..core.evidence import Evidence
from ..core.fault import Fault
from .driver import Frame, Tab


async def record(tab: Tab, frame: Frame, number: int) -> Evidence:
    """Everything by which an element could be found again; a Fault where it is gone."""
    known = await tab.run(frame, "evidence", number)
    if known is None:
        raise Fault("not_found", "The element is no longer in the page.", hint="Look again.", retry=True)
    return Evidence.from_json(known)
