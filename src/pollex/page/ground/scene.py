"""A page as grounding sees it: controls, texts, headings, pictures and the boxes around them, as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal

from ...core.json import Object

Sort = Literal["control", "heading", "text", "picture", "group"]
SORTS: Final[dict[str, Sort]] = {"c": "control", "h": "heading", "t": "text", "i": "picture", "g": "group"}


@dataclass(slots=True)
class Box:
    """Where something is, from the left upper corner of the viewport. Not frozen, as `Thing`: that trebles its cost."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(slots=True, eq=False)
class Thing:
    """Something on the page."""

    place: int
    """In the order of the page, from 0."""
    up: int
    """The place of what is around it; -1 at the top."""
    frame: int
    number: int
    sort: Sort
    role: str
    tag: str
    box: Box
    name: str = ""
    text: str = ""
    label: str = ""
    hint: str = ""
    title: str = ""
    about: str = ""
    value: str | None = None
    states: frozenset[str] = frozenset()
    type: str = ""
    href: str = ""
    icon: str = ""
    column: str = ""
    choices: tuple[str, ...] = ()
    level: int = 0
    form: int = 0
    labels: int = 0
    """The number of the control that a text is the label of."""
    modal: bool = False
    draggable: bool = False
    bare: bool = False
    """Whether a control shows no words."""

    @property
    def said(self) -> str:
        return self.name or self.label or self.text or self.title or self.hint


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame told: its things as they came, and where it stands in the tab."""

    data: Object
    around: int = -1
    """The place of the thing that holds the frame."""
    shift: tuple[float, float] = (0, 0)


@dataclass(frozen=True)
class Scene:
    """All things of a tab in the order of the page."""

    things: Sequence[Thing]
    title: str = ""
    width: float = 1280
    height: float = 800
    cut: bool = False
    """Whether parts far from the viewport were left out."""

    @cached_property
    def ends(self) -> list[int]:
        """For each thing the place after the last one inside it."""
        ends = [thing.place + 1 for thing in self.things]
        for thing in reversed(self.things):
            if thing.up >= 0:
                ends[thing.up] = max(ends[thing.up], ends[thing.place])
        return ends

    @cached_property
    def children(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.things]
        for thing in self.things:
            if thing.up >= 0:
                found[thing.up].append(thing.place)
        return found

    def inside(self, outer: int) -> Sequence[Thing]:
        """Everything inside a thing, without itself."""
        return self.things[outer + 1 : self.ends[outer]]

    def holds(self, outer: int, inner: int) -> bool:
        return outer <= inner < self.ends[outer]

    def above(self, place: int) -> Iterator[int]:
        """What is around a thing, from the nearest."""
        at = self.things[place].up
        while at >= 0:
            yield at
            at = self.things[at].up

    def heads(self, row: int) -> Sequence[int]:
        """The places of what names the columns of the table that a row is in."""
        table = next((up for up in self.above(row) if self.things[up].role in ("table", "grid", "treegrid")), None)
        if table is None:
            return ()
        if table not in self._heads:
            self._heads[table] = tuple(
                inner
                for place in range(table + 1, self.ends[table])
                if self.things[place].role == "columnheader" and self._only_heads(self.things[place].up)
                for inner in range(place, self.ends[place])
            )
        return self._heads[table]

    def _only_heads(self, row: int) -> bool:
        return all(self.things[cell].role == "columnheader" for cell in self.children[row])

    @cached_property
    def _heads(self) -> dict[int, tuple[int, ...]]:
        return {}

    @cached_property
    def headings(self) -> list[Thing]:
        return [thing for thing in self.things if thing.sort == "heading"]

    @cached_property
    def modal(self) -> int | None:
        """The dialog that keeps everything else out of reach, if there is one."""
        return next((thing.place for thing in reversed(self.things) if thing.modal), None)


@dataclass(slots=True)
class Building:
    """Puts the frames together."""

    things: list[Thing] = field(default_factory=list)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    """By frame and the script's own id."""

    def add(self, frame: int, glance: Glance) -> None:
        for said in glance.data["things"]:
            place = len(self.things)
            self.places[frame, said["id"]] = place
            up = self.places.get((frame, said["up"]), glance.around)
            self.things.append(_labelled(thing_of(said, place, up, frame, glance.shift), self.things))


def _labelled(thing: Thing, before: Sequence[Thing]) -> Thing:
    """A field without a name is called by the text right before it."""
    field = thing.tag in ("input", "select", "textarea") and not thing.said
    custom = thing.role in ("generic", "combobox", "listbox") and not thing.label and thing.tag not in ("a", "select")
    if thing.sort != "control" or not before or not (field or custom):
        return thing
    text = before[-1]
    near = text.sort == "text" and text.up == thing.up and len(text.name) < 40
    return replace(thing, label=text.name) if near else thing


def thing_of(said: dict[str, Any], place: int, up: int, frame: int, shift: tuple[float, float]) -> Thing:
    """A thing as the page script told it."""
    x, y, width, height = said["b"]
    get = said.get
    return Thing(
        place, up, frame, said["n"], SORTS[said["s"]], said["r"], said["t"],
        Box(x + shift[0], y + shift[1], width, height),
        get("name", ""), get("text", ""), get("label", ""), get("hint", ""), get("title", ""), get("about", ""),
        get("value"), frozenset(get("states", ())), get("type", ""), get("href", ""), get("icon", ""), get("col", ""),
        tuple(get("choices", ())), get("level", 0), get("form", 0), get("of", 0), get("modal", False),
        get("drag", False),
        get("bare", False),
    )  # fmt: skip
