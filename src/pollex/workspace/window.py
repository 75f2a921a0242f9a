"""A window of the desk: its place, its size, and the nodes that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.json import Object
from .tree import Nodes, count, from_json, to_json, to_page

SIZES: Final[dict[str, tuple[int, int]]] = {
    "xs": (320, 240),
    "sm": (480, 360),
    "md": (640, 480),
    "lg": (880, 640),
    "xl": (1120, 800),
}
"""Width and height in pixels."""
USUAL_SIZE: Final = "md"
HEADER: Final = 80
"""How much of a window's header stays within reach, in pixels."""
FARTHEST: Final = 16_384
"""The largest coordinate of a window."""


@dataclass(frozen=True, slots=True)
class DeskWindow:
    """A window. `synthetic` ones were made by the safety net and wait for their `window.create`."""

    id: str
    title: str
    x: float
    y: float
    width: float
    height: float
    z_index: int
    content: Nodes = ()
    synthetic: bool = False
    size: int = 0
    """How many nodes its content has."""

    def frame(self) -> Object:
        """Return everything but the content, as the wire has it."""
        return {
            "id": self.id,
            "title": self.title,
            "x": self.x,
            "y": self.y,
            "width": self.width,
            "height": self.height,
            "zIndex": self.z_index,
            "synthetic": self.synthetic,
        }

    def to_json(self) -> Object:
        return {**self.frame(), "content": to_json(self.content)}

    def to_page(self) -> Object:
        return {**self.frame(), "content": to_page(self.content)}

    @classmethod
    def from_json(cls, data: Object) -> DeskWindow:
        content = from_json(data["content"])
        return cls(
            data["id"],
            data["title"],
            data["x"],
            data["y"],
            data["width"],
            data["height"],
            data["zIndex"],
            content,
            data["synthetic"],
            count(content),
        )


def within_reach(x: float, y: float, width: float) -> tuple[float, float]:
    """Return the nearest place at which the header can still be taken hold of."""
    return min(max(x, HEADER - width), FARTHEST), min(max(y, 0), FARTHEST)
