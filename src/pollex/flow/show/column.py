"""The parts of a drawing and their sizes. A way enters a part at the top and leaves it at the bottom, on its axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from .placed import PlacedEdge, PlacedPart

GAP: Final = 26
"""Space between two parts that follow each other."""


class Block(Protocol):
    """A part: what it takes to the left and the right of its axis, how high it is, and its parts."""

    @property
    def left(self) -> float: ...

    @property
    def right(self) -> float: ...

    @property
    def height(self) -> float: ...

    def place(self, axis: float, top: float) -> Iterator[PlacedPart]: ...


@dataclass(frozen=True)
class Column:
    """Parts one below the other, with arrows between them."""

    blocks: Sequence[Block]

    @cached_property
    def left(self) -> float:
        return max((each.left for each in self.blocks), default=0)

    @cached_property
    def right(self) -> float:
        return max((each.right for each in self.blocks), default=0)

    @cached_property
    def height(self) -> float:
        return sum(each.height for each in self.blocks) + GAP * max(0, len(self.blocks) - 1)

    def place(self, axis: float, top: float) -> Iterator[PlacedPart]:
        for at, each in enumerate(self.blocks):
            if at:
                yield arrow(axis, top)
                top += GAP
            yield from each.place(axis, top)
            top += each.height


def arrow(axis: float, top: float, *, dot: bool = False) -> PlacedEdge:
    """Return an arrow from one part to the next."""
    return PlacedEdge(((axis, top), (axis, top + GAP - 1)), head=True, dot=dot)
