"""One look at a tab: our scripts run once in each frame near the viewport, and give one `Observation`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS
from .driver import Frame, Tab
from .indices import Indices
from .observation import EntryReader, Observation, OutlineGroup
from .row_lists import SeenRow
from .standing import Standing, standings

RANGE: Final = 1_000
"""Pixels above and below the viewport that are observed too."""
ATTEMPTS: Final = 3
"""Attempts on a page that is navigating."""


@dataclass(frozen=True, slots=True)
class LookLimits:
    """How much one look at a page brings; the limits in force unless the caller asks for more."""

    elements: int = DEFAULT_LIMITS.page_elements
    text: int = DEFAULT_LIMITS.page_text
    element_text: int = DEFAULT_LIMITS.element_text
    extra: tuple[str, ...] = ()
    """Selectors of elements that count as controls too."""


@dataclass(slots=True)
class FrameObservation:
    """What the script of one frame sent, and the frames inside it by the number of their owner element."""

    data: Object
    index: Callable[[int], int]
    inner: dict[int, FrameObservation]
    standing: Sequence[Standing]

    def parts(self) -> OutlineGroup:
        frames = {number: observed.parts for number, observed in self.inner.items()}
        return EntryReader(self.index, frames).read(self.data["entries"])

    def away(self) -> frozenset[int]:
        inner = (observed.away() for observed in self.inner.values())
        return frozenset(map(self.index, self.data["away"])).union(*inner)

    def rows(self) -> dict[int, tuple[SeenRow, ...]]:
        """The rows around each control that is in any."""
        found = {self.index(each.number): each.rows for each in self.standing if each.rows}
        for observed in self.inner.values():
            found |= observed.rows()
        return found

    def elements(self) -> list[Object]:
        """The elements in the order of the document, those of a frame in its place."""
        found: list[Object] = []
        for element in self.data["elements"]:
            if "frame" not in element:
                found.append({**element, "index": self.index(element["index"])})
            elif element["frame"] in self.inner:
                found += self.inner[element["frame"]].elements()
        return found


async def look(
    tab: Tab,
    indices: Indices,
    limits: LookLimits = LookLimits(),  # noqa: B008 - it is frozen
    *,
    again: bool = False,
) -> Observation:
    """Observe what the tab shows now. A page that navigates meanwhile is observed again.

    `again` says that nobody was told of the last look, so that what was new then is still new.
    """
    for attempt in range(ATTEMPTS):
        try:
            observed = await _frame(tab, indices, await tab.main(), limits, {"again": again})
        except Fault as fault:
            if fault.code != "not_found" or attempt == ATTEMPTS - 1:
                raise
        else:
            return _observation(observed, limits)
    raise AssertionError


async def _frame(tab: Tab, indices: Indices, frame: Frame, limits: LookLimits, place: Object) -> FrameObservation:
    options: Object = {
        "range": RANGE, "elements": limits.elements, "text": limits.text, "elementText": limits.element_text,
        "extra": list(limits.extra), **place,
    }  # fmt: skip
    data = await _first(tab, frame, options)
    if data["hosts"] and await tab.open_roots(frame, data["hosts"]):
        data = await tab.run(frame, "look", {**options, "listening": await tab.listening(frame), "again": True})
    standing = standings(data["entries"], data["lineage"]["rows"])
    indices.see(frame, standing, data["gone"], data["lineage"])
    inner = await _inner(tab, indices, frame, limits, data, place) if data["frames"] else {}
    return FrameObservation(data, partial(indices.of, frame), inner, standing)


async def _first(tab: Tab, frame: Frame, options: Object) -> Object:
    """A look with the listeners known from the last one, while the browser is asked for them: they are mostly the same.

    Where they are not, or where the page is large, there is another look with the right ones.
    """
    listening, data = await asyncio.gather(tab.listening(frame), tab.run(frame, "look", options))
    if data is not None and data["heard"] == listening:
        return dict(data)
    return dict(
        await tab.run(frame, "look", {**options, "listening": listening, "again": options["again"] or data is not None})
    )


async def _inner(
    tab: Tab, indices: Indices, frame: Frame, limits: LookLimits, data: Object, place: Object
) -> dict[int, FrameObservation]:
    """The frames inside a frame, by the number of the element that holds each."""
    boxes = {number: box for number, *box in data["frames"]}
    near = [(number, child) for number, child in await tab.children(frame) if number in boxes]
    top, bottom = (place["top"], place["bottom"]) if "top" in place else (-RANGE, data["viewportHeight"] + RANGE)
    looks = [
        _inside(_frame(tab, indices, child, limits, {**_shifted(boxes[number], top, bottom), "again": place["again"]}))
        for number, child in near
    ]
    found = await asyncio.gather(*looks)
    return {number: observed for (number, _), observed in zip(near, found, strict=True) if observed is not None}


async def _inside(look_at: Any) -> FrameObservation | None:
    """Observe a frame; None where it has gone meanwhile."""
    try:
        observed: FrameObservation = await look_at
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return None
    return observed


def _shifted(box: Sequence[float], top: float, bottom: float) -> Object:
    """The part of a frame that is near the tab's viewport, in the frame's own coordinates."""
    _, y, _, height = box
    return {"top": max(top - y, -RANGE), "bottom": min(bottom - y, height + RANGE)}


def _observation(observed: FrameObservation, limits: LookLimits) -> Observation:
    data = observed.data
    elements = observed.elements()  # numbered first: in the order of the document
    return Observation(
        url=data["url"],
        title=data["title"],
        whole=observed.parts(),
        elements=elements[: limits.elements],  # type: ignore[arg-type]
        text=data["text"][: limits.text],
        scroll_y=data["scrollY"],
        scroll_height=data["scrollHeight"],
        viewport_height=data["viewportHeight"],
        beyond=data["beyond"],
        ahead=tuple(data["ahead"]),
        total=data["controls"],
        away=observed.away(),
        rows=observed.rows(),
    )
