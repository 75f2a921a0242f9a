"""Writes down what is known of elements, at the moment they are acted on or read."""

from __future__ import annotations

from collections.abc import Sequence

from ..browser.evidence import Evidence
from ..core.fault import Fault
from ..core.json import Object
from .driver import Frame, Tab


async def record(tab: Tab, frame: Frame, number: int) -> Evidence:
    """Everything by which an element could be found again; a Fault where it is gone."""
    return _evidence(await tab.run(frame, "evidence", number))


async def record_all(tab: Tab, frame: Frame, numbers: Sequence[int], *, brief: bool = False) -> list[Evidence]:
    """The same of many elements of one frame, in one call; `brief` leaves out their places among those alike."""
    return [_evidence(known) for known in await tab.run(frame, "evidenceOfAll", list(numbers), brief)]


def _evidence(known: Object | None) -> Evidence:
    if known is None:
        raise Fault("not_found", "The element is no longer in the page.", hint="Look again.", retry=True)
    return Evidence.from_json(known)
