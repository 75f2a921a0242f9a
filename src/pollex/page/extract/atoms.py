"""What a page tells, as `records.js` sends it: atoms, the records they make, and groups of records; of all frames."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...core.fault import Fault
from ...core.json import Object
from ..driver import Frame, Tab
from .labels import label_words


@dataclass(frozen=True, slots=True)
class Atom:
    """A text of one element, with all that may be its label."""

    frame: Frame
    number: int
    facet: str
    text: str
    own: str | None
    stamp: str | None
    labels: tuple[tuple[str, str], ...]
    """(how we know, the words)"""
    around: int | None
    """The place in its record of the atom that it is a part of."""
    regions: tuple[tuple[str, str], ...] = ()
    """The places of the page that it stands in, from the innermost outwards: kind and name."""


@dataclass(frozen=True)
class Record:
    """One row, entry or card; or all that a page tells once."""

    frame: Frame
    number: int
    atoms: tuple[Atom, ...]

    @cached_property
    def top_heading(self) -> str:
        """The highest level of headings in it, as `h1`."""
        return min((label for atom in self.atoms for by, label in atom.labels if by == "heading"), default="")


@dataclass(frozen=True)
class Group:
    """Records that are alike, a few of them as samples."""

    frame: Frame
    number: int
    like: str
    name: str
    heading: str
    called: str
    columns: tuple[str, ...]
    total: int
    beside: bool
    records: tuple[Record, ...]
    regions: tuple[tuple[str, str], ...] = ()

    @cached_property
    def title(self) -> str:
        return self.heading or self.name or " ".join(filter(None, self.columns)) or self.called

    @cached_property
    def context(self) -> frozenset[str]:
        return frozenset(label_words(f"{self.name} {self.heading} {self.called}"))


@dataclass(frozen=True, slots=True)
class Survey:
    """All frames of a tab."""

    title: str
    language: str
    once: tuple[Atom, ...]
    groups: tuple[Group, ...]


async def survey(tab: Tab) -> Survey:
    """What the tab's documents tell now, the main one first."""
    found = await _survey(tab, await tab.main())
    pages = [page for _, page in found]
    return Survey(
        pages[0]["title"],
        pages[0]["language"],
        tuple(_atom(frame, atom) for frame, page in found for atom in page["atoms"]),
        tuple(_group(frame, group) for frame, page in found for group in page["groups"]),
    )


async def _survey(tab: Tab, frame: Frame) -> list[tuple[Frame, Object]]:
    page = await tab.run(frame, "survey")
    inner = await asyncio.gather(*(_inner(tab, child) for _, child in await tab.children(frame)))
    return [(frame, page), *(each for below in inner for each in below)]


async def _inner(tab: Tab, frame: Frame) -> list[tuple[Frame, Object]]:
    """A frame may go at any time; the others are still worth reading."""
    try:
        return await _survey(tab, frame)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return []


async def records_of(tab: Tab, group: Group, most: int) -> tuple[Record, ...]:
    """All records of a group, up to `most`."""
    wanted = {"number": group.number, "like": group.like, "most": most}
    found = await tab.run(group.frame, "records", wanted)
    if "gone" in found:
        raise Fault("not_found", "The list went away while it was read.", hint="Look again.", retry=True)
    records = (_record(group.frame, record) for record in found["records"])
    return tuple(
        replace(record, atoms=tuple(replace(atom, regions=group.regions) for atom in record.atoms))
        for record in records
    )


def _group(frame: Frame, data: Object) -> Group:
    return Group(
        frame,
        data["number"],
        data["like"],
        data["name"],
        data["heading"],
        data["called"],
        tuple(data["columns"]),
        data["total"],
        data["beside"],
        tuple(_record(frame, record) for record in data["records"]),
        _regions(data.get("regions", ())),
    )


def _record(frame: Frame, data: Object) -> Record:
    return Record(frame, data["number"], tuple(_atom(frame, atom) for atom in data["atoms"]))


def _atom(frame: Frame, data: Object) -> Atom:
    labels = tuple((by, label) for by, label in data["l"])
    regions = _regions(data.get("r", ()))
    return Atom(frame, data["n"], data["f"], data["t"], data.get("o"), data.get("d"), labels, data.get("i"), regions)


def _regions(told: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((kind, name) for kind, name in told)
