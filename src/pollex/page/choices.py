"""What may be chosen on a page: lists, radio buttons, swatches, sizes; each group with its choices."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from ..text.lexicon import word_index
from .driver import Frame, Tab
from .indices import Indices
from .meaning import alike

FITS: Final = 0.6
"""How alike the name of a group must be to the one that is asked for."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of a group."""

    index: int
    name: str
    chosen: bool
    disabled: bool


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A group: `one` of it, `several`, a `list`, `tabs` or `buttons`."""

    index: int
    name: str
    kind: str
    choices: tuple[Option, ...]


async def choices(tab: Tab, indices: Indices, name: str | None = None) -> list[OptionGroup]:
    """All groups that can be seen; with a name, those that are called so, the likest first."""
    found = await _choices(tab, indices, await tab.main())
    if name is None:
        return found
    scored = [(fit, group) for group in found if (fit := _called(name, group.name)) >= FITS]
    best = max((fit for fit, _ in scored), default=0.0)
    return [group for fit, group in scored if fit >= best - 0.1]


def _called(name: str, group: str) -> float:
    """`sizes` and `Choose a size` speak of the same."""
    said, known = word_index(name), word_index(group)
    inside = bool(said.tokens) and all(_says(place, said.places, known.places) for place in range(len(said.tokens)))
    return max(alike(name, group), 0.9 if inside or set(said.meanings) & set(known.meanings) else 0.0)


def _says(place: int, forms: dict[str, tuple[int, ...]], known: dict[str, tuple[int, ...]]) -> bool:
    return any(place in at and form in known for form, at in forms.items())


async def _choices(tab: Tab, indices: Indices, frame: Frame) -> list[OptionGroup]:
    own = [_group(indices, frame, each) for each in await tab.run(frame, "choiceGroups")]
    inner = await asyncio.gather(*(_inner(tab, indices, child) for _, child in await tab.children(frame)))
    return own + [each for below in inner for each in below]


async def _inner(tab: Tab, indices: Indices, frame: Frame) -> list[OptionGroup]:
    """A frame may go at any time; the others are still worth reading."""
    try:
        return await _choices(tab, indices, frame)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return []


def _group(indices: Indices, frame: Frame, data: Object) -> OptionGroup:
    each = tuple(
        Option(indices.of(frame, one["number"]), one["name"], one["chosen"], one["disabled"]) for one in data["choices"]
    )
    return OptionGroup(indices.of(frame, data["number"]), data["name"], data["kind"], each)
