"""The parts of a drawing in their places: nodes, the lines between them, and the labels on these lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .plan import PlanStep

TextRole = Literal["name", "kind", "line", "remark", "position"]
"""What a text says of its node: its name, its type, what it does, what else matters, its position."""
Anchor = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A line of text with its baseline at y; x is its left edge, its middle or its right edge."""

    role: TextRole
    text: str
    x: float
    y: float
    anchor: Anchor = "start"


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node: a card, a frame around others, or the diamond of a route with its words beside it."""

    step: PlanStep
    shape: Literal["card", "frame", "diamond"]
    x: float
    y: float
    width: float
    height: float
    texts: tuple[PlacedText, ...]
    chip: Point | None = None
    """The left edge and the middle of its position, where that stands on a chip."""


@dataclass(frozen=True, slots=True)
class PlacedEdge:
    """A line through points. The one from the end of a loop to its beginning is of the kind `loop`."""

    points: tuple[Point, ...]
    head: bool = False
    dot: bool = False
    """Whether it begins with a dot."""
    kind: Literal["flow", "loop"] = "flow"


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """The label of a way; x and y are its middle."""

    text: str
    x: float
    y: float
    kind: str
    """The type of the node whose way it is."""


PlacedPart: TypeAlias = PlacedNode | PlacedEdge | PlacedLabel
