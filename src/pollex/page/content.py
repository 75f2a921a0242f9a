"""The content of a tab: its text as Markdown, the places where a text occurs, details of one element."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Frame, Tab
from .failures import no_element
from .indices import Indices

MAX_CHARS: Final = 8_000
MARK: Final = re.compile(r"\0(\d+)\0")
"""The number of a control, as the page scripts mark it."""
SLACK: Final = 0.2
"""The part of a passage within which its end is moved to the end of a line."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text, and where to go on."""

    text: str
    start: int
    next: int | None
    """The cursor for the next passage; None at the end."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text occurs."""

    index: int
    role: str
    snippet: str
    in_view: bool
    heading: str


@dataclass(frozen=True, slots=True)
class TextPlaces:
    """The first places of a text; `exact` is False where only all its words stand together."""

    places: tuple[TextPlace, ...]
    total: int
    exact: bool


@dataclass(frozen=True, slots=True)
class ContentElement:
    """Everything about one element."""

    index: int
    tag: str
    role: str
    name: str
    value: str | None
    states: tuple[str, ...]
    choices: tuple[str, ...] | str | None
    text: str
    cut: bool
    """Whether the text is longer than was asked for."""
    visible: bool
    description: str
    heading: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    row: Object | None = None
    """The table's name, the row's place, and its cells by column."""
    list: Object | None = None
    """The list's name and the place in it."""


async def read_page(
    tab: Tab, indices: Indices, *, index: int | None = None, whole: bool = False, links: bool = True,
    controls: bool = False, start: int = 0, most: int = MAX_CHARS,
) -> Passage:  # fmt: skip
    """The page, or one element of it, as Markdown: the main part alone where there is one, unless `whole`.

    With `controls`, what can be clicked stands behind its index: `[12] Save`.
    """
    frame, number = (await tab.main(), None) if index is None else place_of(indices, index)
    options = {"whole": whole, "links": links, "controls": controls, "room": start + most + 1}
    if number is not None:
        options["number"] = number
    text = await _text(tab, indices, frame, options, index)
    if len(text) <= start + most:
        return Passage(text[start:], start, None)
    line = text.rfind("\n", start + int(most * (1 - SLACK)), start + most)
    end = line + 1 if line > 0 else start + most
    return Passage(text[start:end], start, end)


async def _text(tab: Tab, indices: Indices, frame: Frame, options: Object, index: int | None = None) -> str:
    found = await tab.run(frame, "markdown", options)
    if "gone" in found:
        raise no_element(index, "/index")
    pieces: list[str] = []
    inner = dict(await tab.children(frame)) if any(isinstance(part, int) for part in found["parts"]) else {}
    for part in found["parts"]:
        if isinstance(part, str):
            pieces.append(MARK.sub(lambda mark: f"[{indices.of(frame, int(mark[1]))}]", part))
        elif part in inner and (below := await _inside(tab, indices, inner[part], options)):
            pieces.append(f"\n\n{below}")
    return "".join(pieces).strip()


async def _inside(tab: Tab, indices: Indices, frame: Frame, options: Object) -> str:
    """The text of a frame, which may go at any time."""
    try:
        return await _text(tab, indices, frame, {key: value for key, value in options.items() if key != "number"})
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return ""


async def find_text(tab: Tab, indices: Indices, query: str, *, most: int = 20) -> TextPlaces:
    """Where a text occurs on the page, in any case and in all frames."""
    found = await _find(tab, await tab.main(), query, most)
    exact = any(each["exact"] for _, each in found)
    counted = [(frame, each) for frame, each in found if each["exact"] == exact]
    places = [_place(indices, frame, place) for frame, each in counted for place in each["places"]]
    return TextPlaces(tuple(places[:most]), sum(each["total"] for _, each in counted), exact)


async def _find(tab: Tab, frame: Frame, query: str, most: int) -> list[tuple[Frame, Object]]:
    own = await tab.run(frame, "findText", query, most)
    inner = await asyncio.gather(*(_find(tab, child, query, most) for _, child in await tab.children(frame)))
    return [(frame, own), *(each for below in inner for each in below)]


def _place(indices: Indices, frame: Frame, data: Object) -> TextPlace:
    index = indices.of(frame, data["number"])
    return TextPlace(index, data["role"], data["snippet"], data["inView"], data["heading"])


async def read_element(tab: Tab, indices: Indices, index: int, *, most: int = 20_000) -> ContentElement:
    """Everything about the element of an index."""
    frame, number = place_of(indices, index)
    data: dict[str, Any] = await tab.run(frame, "readElement", number, most)
    if "gone" in data:
        raise no_element(index, "/index")
    choices = data.pop("choices")
    states = tuple(data.pop("states"))
    return ContentElement(
        index=index, states=states, choices=tuple(choices) if isinstance(choices, list) else choices, **data
    )


def place_of(indices: Indices, index: int) -> tuple[Frame, int]:
    place = indices.place(index)
    if place is None:
        raise no_element(index, "/index")
    return place
