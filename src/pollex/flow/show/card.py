"""A node as a card: its position, its name, its type, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .placed import PlacedNode, PlacedPart, PlacedText, Point
from .plan import PlanStep
from .primitives import BODY, NAME, SMALL, chip_width, fit, fold, text_width

WIDTH: Final = 310
"""The width of a card."""
SIDE: Final = 13
"""Space between the edge and the text."""
LINE: Final = 17
"""Distance from one line to the next."""


@dataclass(frozen=True)
class NodeHeading:
    """The words of a node, for a card or for the top of a frame."""

    step: PlanStep
    width: float

    @property
    def height(self) -> float:
        return 36 + LINE * len(self._lines) + (LINE if self.step.remarks else 0)

    def chip(self, x: float, top: float) -> Point:
        """Return where the position stands."""
        return x + SIDE, top + 20

    def texts(self, x: float, top: float) -> tuple[PlacedText, ...]:
        return tuple(self._texts(x, top))

    def _texts(self, x: float, top: float) -> Iterator[PlacedText]:
        step, start = self.step, x + self._indent
        kind = step.kind.replace("_", " ") if step.named else ""
        taken = text_width(kind, SMALL) + 10 if kind else 0
        yield PlacedText("name", fit(step.title, self._room - taken, NAME, bold=True), start, top + 24.5)
        if kind:
            yield PlacedText("kind", kind, x + self.width - SIDE, top + 24, "end")
        for at, line in enumerate(self._lines):
            yield PlacedText("line", line, start, top + 43 + LINE * at)
        if step.remarks:
            remarks = fit(" · ".join(step.remarks), self._room, SMALL)
            yield PlacedText("remark", remarks, start, top + 43 + LINE * len(self._lines))

    @cached_property
    def _indent(self) -> float:
        return SIDE + chip_width(self.step.position) + 9

    @cached_property
    def _room(self) -> float:
        return self.width - self._indent - SIDE

    @cached_property
    def _lines(self) -> list[str]:
        return fold(self.step.summary, self._room, BODY, 2)


@dataclass(frozen=True)
class CardBlock:
    """A node that runs no others."""

    step: PlanStep
    left: float = WIDTH / 2
    right: float = WIDTH / 2

    @cached_property
    def height(self) -> float:
        return self._heading.height + 2

    @cached_property
    def _heading(self) -> NodeHeading:
        return NodeHeading(self.step, WIDTH)

    def place(self, axis: float, top: float) -> Iterator[PlacedPart]:
        x, heading = axis - self.left, self._heading
        yield PlacedNode(self.step, "card", x, top, WIDTH, self.height, heading.texts(x, top), heading.chip(x, top))
