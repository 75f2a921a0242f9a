"""A loop or a group: a frame around its nodes. In a loop, a line goes back from the last node to the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .card import WIDTH, NodeHeading
from .column import GAP, Column, arrow
from .placed import PlacedEdge, PlacedLabel, PlacedNode, PlacedPart
from .plan import PlanStep
from .primitives import SMALL, fit

MARGIN: Final = 22
"""Space between the frame and what is in it."""


@dataclass(frozen=True)
class FrameBlock:
    step: PlanStep
    inside: Column

    @property
    def loops(self) -> bool:
        return self.step.kind == "iterate"

    @cached_property
    def left(self) -> float:
        return max(self.inside.left, WIDTH / 2) + MARGIN

    @cached_property
    def right(self) -> float:
        return max(self.inside.right, WIDTH / 2) + MARGIN * (2 if self.loops else 1)

    @cached_property
    def height(self) -> float:
        return self._heading.height + GAP + self.inside.height + (2 * MARGIN if self.loops else MARGIN)

    @cached_property
    def _heading(self) -> NodeHeading:
        return NodeHeading(self.step, self.left + self.right)

    def place(self, axis: float, top: float) -> Iterator[PlacedPart]:
        x, width, start, heading = axis - self.left, self.left + self.right, top + self._heading.height, self._heading
        yield PlacedNode(self.step, "frame", x, top, width, self.height, heading.texts(x, top), heading.chip(x, top))
        yield arrow(axis, start, dot=True)
        if self.loops:
            yield from self._back(axis, start, start + GAP + self.inside.height)
        yield from self.inside.place(axis, start + GAP)

    def _back(self, axis: float, above: float, below: float) -> Iterator[PlacedPart]:
        side, low, high = axis + self.right - MARGIN, below + 20, above + 9
        way = ((axis, below), (axis, low), (side, low), (side, high), (axis + 2, high))
        yield PlacedEdge(way, head=True, kind="loop")
        label = fit(self.step.ways[0].label, side - axis - 50, SMALL)
        yield PlacedLabel(label, (axis + side) / 2, low, self.step.kind)
