"""Lists, tables and cards of a tab as records that can be acted on, the main part of the page first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .content import place_of
from .driver import Frame, Tab
from .failures import no_element
from .indices import Indices

MAX_ENTRIES: Final = 50


@dataclass(frozen=True, slots=True)
class RecordControl:
    """Something in a record that can be acted on."""

    index: int
    role: str
    name: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A row, an entry or a card."""

    index: int
    text: str
    cells: Mapping[str, str]
    """By column, in tables."""
    link: int | None
    """The index of what opens it; its own where it is a control itself."""
    controls: tuple[RecordControl, ...]
    states: tuple[str, ...]
    """By ARIA, class names, words for screen readers; `bold` where others of the list are not."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, its records up to a limit; `total` counts all."""

    index: int
    kind: str
    name: str
    heading: str
    columns: tuple[str, ...]
    total: int
    beside: bool
    """Whether it is navigation and the like."""
    records: tuple[Listed, ...]


async def lists(tab: Tab, indices: Indices, *, index: int | None = None, most: int = MAX_ENTRIES) -> list[Listing]:
    """All lists that can be seen, or those of one element."""
    if index is None:
        found = await _lists(tab, indices, await tab.main(), most)
        return sorted(found, key=lambda each: each.beside)
    frame, number = place_of(indices, index)
    answer = await tab.run(frame, "lists", {"most": most, "number": number})
    if "gone" in answer:
        raise no_element(index, "/index")
    return [_listing(indices, frame, each) for each in answer["lists"]]


async def _lists(tab: Tab, indices: Indices, frame: Frame, most: int) -> list[Listing]:
    answer = await tab.run(frame, "lists", {"most": most})
    own = [_listing(indices, frame, each) for each in answer.get("lists", ())]
    inner = await asyncio.gather(*(_inner(tab, indices, child, most) for _, child in await tab.children(frame)))
    return own + [each for below in inner for each in below]


async def _inner(tab: Tab, indices: Indices, frame: Frame, most: int) -> list[Listing]:
    """A frame may go at any time; the others are still worth reading."""
    try:
        return await _lists(tab, indices, frame, most)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return []


def _listing(indices: Indices, frame: Frame, data: Object) -> Listing:
    widths = [len(data["columns"]), *(len(record["cells"] or ()) for record in data["records"])]
    given = [*data["columns"], *[""] * max(widths)][: max(widths)]
    columns = tuple(name or f"column {place}" for place, name in enumerate(given, 1))
    records = tuple(_listed(indices, frame, record, columns) for record in data["records"])
    index = indices.of(frame, data["number"])
    return Listing(index, data["kind"], data["name"], data["heading"], columns, data["total"], data["beside"], records)


def _listed(indices: Indices, frame: Frame, data: Object, columns: tuple[str, ...]) -> Listed:
    texts = zip(columns, data["cells"] or (), strict=False)
    link = None if data["link"] is None else indices.of(frame, data["link"])
    controls = tuple(
        RecordControl(indices.of(frame, each["number"]), each["role"], each["name"], tuple(each["states"]))
        for each in data["controls"]
    )
    cells = {name: text for name, text in texts if text is not None}
    return Listed(indices.of(frame, data["number"]), data["text"], cells, link, controls, tuple(data["states"]))
