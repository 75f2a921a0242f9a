"""Looks at a tab: one pass of our scripts in each frame that is near the viewport, put together as one sighting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Frame, Tab
from .indices import Indices
from .observation import Group, Observation, Reader

RANGE: Final = 1_000
"""Pixels above and below the viewport that are still looked at."""
ATTEMPTS: Final = 3
"""Looks at a page that is just changing to another one."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a look brings: document 002's numbers, which may be raised."""

    elements: int = 100
    text: int = 2_000
    element_text: int = 100
    extra: tuple[str, ...] = ()
    """Selectors of elements that count as controls too."""


@dataclass(slots=True)
class Glimpse:
    """One frame: what its script sent, and the frames inside it by the number of the element that holds each."""

    data: Object
    index: Callable[[int], int]
    inner: dict[int, Glimpse]

    def parts(self) -> Group:
        frames = {number: glimpse.parts for number, glimpse in self.inner.items()}
        return Reader(self.index, frames).read(self.data["entries"])

    def away(self) -> frozenset[int]:
        inner = (glimpse.away() for glimpse in self.inner.values())
        return frozenset(map(self.index, self.data["away"])).union(*inner)

    def elements(self) -> list[Object]:
        """Those of a frame stand where the frame does."""
        found: list[Object] = []
        for element in self.data["elements"]:
            if "frame" not in element:
                found.append({**element, "index": self.index(element["index"])})
            elif element["frame"] in self.inner:
                found += self.inner[element["frame"]].elements()
        return found


async def look(tab: Tab, indices: Indices, limits: Limits = Limits()) -> Observation:  # noqa: B008 - it is frozen
    """What the tab shows now. A page that goes away while it is looked at is looked at again."""
    for attempt in range(ATTEMPTS):
        try:
            glimpse = await _frame(tab, indices, await tab.main(), limits, None)
        except Fault as fault:
            if fault.code != "not_found" or attempt == ATTEMPTS - 1:
                raise
        else:
            return _sighting(glimpse, limits)
    raise AssertionError


async def _frame(tab: Tab, indices: Indices, frame: Frame, limits: Limits, place: Object | None) -> Glimpse:
    options: Object = {
        "range": RANGE, "elements": limits.elements, "text": limits.text, "elementText": limits.element_text,
        "extra": list(limits.extra), **(place or {}),
    }  # fmt: skip
    data = await _first(tab, frame, options)
    if data["hosts"] and await tab.open_roots(frame, data["hosts"]):
        data = await tab.run(frame, "look", {**options, "listening": await tab.listening(frame), "again": True})
    inner = await _inner(tab, indices, frame, limits, data, place) if data["frames"] else {}
    return Glimpse(data, partial(indices.of, frame), inner)


async def _first(tab: Tab, frame: Frame, options: Object) -> Object:
    """A look with the listeners known from the last one, while the browser is asked for them: they are mostly the same.

    Where they are not, or where the page is large, there is another look with the right ones.
    """
    listening, data = await asyncio.gather(tab.listening(frame), tab.run(frame, "look", options))
    if data is not None and data["heard"] == listening:
        return dict(data)
    return dict(await tab.run(frame, "look", {**options, "listening": listening, "again": data is not None}))


async def _inner(
    tab: Tab, indices: Indices, frame: Frame, limits: Limits, data: Object, place: Object | None
) -> dict[int, Glimpse]:
    """The frames inside a frame, by the number of the element that holds each."""
    boxes = {number: box for number, *box in data["frames"]}
    near = [(number, child) for number, child in await tab.children(frame) if number in boxes]
    top, bottom = (place["top"], place["bottom"]) if place else (-RANGE, data["viewportHeight"] + RANGE)
    looks = [
        _inside(_frame(tab, indices, child, limits, _shifted(boxes[number], top, bottom))) for number, child in near
    ]
    found = await asyncio.gather(*looks)
    return {number: glimpse for (number, _), glimpse in zip(near, found, strict=True) if glimpse is not None}


async def _inside(look_at: Any) -> Glimpse | None:
    """A frame may go at any time; what is left is still worth seeing."""
    try:
        glimpse: Glimpse = await look_at
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return None
    return glimpse


def _shifted(box: Sequence[float], top: float, bottom: float) -> Object:
    """The part of a frame that is near the tab's viewport, in the frame's own coordinates."""
    _, y, _, height = box
    return {"top": max(top - y, -RANGE), "bottom": min(bottom - y, height + RANGE)}


def _sighting(glimpse: Glimpse, limits: Limits) -> Observation:
    data = glimpse.data
    elements = glimpse.elements()  # numbered first: in the order of the document
    return Observation(
        url=data["url"],
        title=data["title"],
        whole=glimpse.parts(),
        elements=elements[: limits.elements],  # type: ignore[arg-type]
        text=data["text"][: limits.text],
        scroll_y=data["scrollY"],
        scroll_height=data["scrollHeight"],
        viewport_height=data["viewportHeight"],
        beyond=data["beyond"],
        ahead=tuple(data["ahead"]),
        total=data["controls"],
        away=glimpse.away(),
    )
