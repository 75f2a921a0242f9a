"""A page as grounding sees it: controls, texts, headings, pictures and the boxes around them, as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

from ...core.json import Object

Sort = Literal["control", "heading", "text", "picture", "group"]
SORTS: Final[dict[str, Sort]] = {"c": "control", "h": "heading", "t": "text", "i": "picture", "g": "group"}
TEXTS: Final = ("name", "text", "label", "hint", "title", "about", "type", "href", "icon")


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
    type: str = ""
    href: str = ""
    icon: str = ""
    column: str = ""
    value: str | None = None
    states: frozenset[str] = frozenset()
    choices: tuple[str, ...] = ()
    level: int = 0
    form: int = 0
    modal: bool = False
    bare: bool = False
    """Whether a control shows no words."""

    @property
    def said(self) -> str:
        return self.name or self.label or self.text or self.title or self.hint


@dataclass(frozen=True, slots=True)
class Glance:
    """What the page script found in one frame, and where the frame stands in the tab."""

    data: Object
    around: int = -1
    """The place of the thing that holds the frame."""
    shift: tuple[float, float] = (0, 0)


@dataclass(frozen=True)
class Scene:
    """All things of a tab in the order of the page."""

    things: Sequence[Thing]
    title: str = ""
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
        """Return everything inside a thing, without itself."""
        return self.things[outer + 1 : self.ends[outer]]

    def holds(self, outer: int, inner: int) -> bool:
        return outer <= inner < self.ends[outer]

    def above(self, place: int) -> Iterator[int]:
        """Yield what is around a thing, from the nearest."""
        at = self.things[place].up
        while at >= 0:
            yield at
            at = self.things[at].up

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
            self.things.append(_labelled(_thing(said, place, up, frame, glance.shift), self.things))


def _labelled(thing: Thing, before: Sequence[Thing]) -> Thing:
    """Return a field without a name with the text right before it as its label."""
    field = thing.tag in ("input", "select", "textarea") and not thing.said
    custom = thing.role in ("generic", "combobox", "listbox") and not thing.label and thing.tag not in ("a", "select")
    if thing.sort != "control" or not before or not (field or custom):
        return thing
    text = before[-1]
    near = text.sort == "text" and text.up == thing.up and len(text.name) < 40
    return replace(thing, label=text.name) if near else thing


def _thing(said: Object, place: int, up: int, frame: int, shift: tuple[float, float]) -> Thing:
    x, y, width, height = said["b"]
    get = said.get
    texts = {name: get(name, "") for name in TEXTS}
    return Thing(
        place, up, frame, said["n"], SORTS[said["s"]], said["r"], said["t"],
        Box(x + shift[0], y + shift[1], width, height), **texts,
        column=get("col", ""), value=get("value"), states=frozenset(get("states", ())),
        choices=tuple(get("choices", ())), level=get("level", 0), form=get("form", 0), modal=get("modal", False),
        bare=get("bare", False),
    )  # fmt: skip
