"""A node as a card: its position, its name, its type, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .palette import CARD, COLOURS, EDGE, FAINT, SOFT
from .plan import PlanStep
from .primitives import BODY, NAME, SMALL, box, chip, chip_width, fit, fold, mark, text_line, text_width

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

    def draw(self, x: float, top: float) -> Iterator[str]:
        step, colour, start = self.step, COLOURS[self.step.kind].strong, x + self._indent
        kind = step.kind.replace("_", " ") if step.named else ""
        taken = text_width(kind, SMALL) + 10 if kind else 0
        yield chip(step.position, x + SIDE, top + 20, colour)
        yield text_line(fit(step.title, self._room - taken, NAME, bold=True), start, top + 24.5, size=NAME, bold=True)
        if kind:
            yield text_line(kind, x + self.width - SIDE, top + 24, size=SMALL, fill=colour, anchor="end")
        for at, line in enumerate(self._lines):
            yield text_line(line, start, top + 43 + LINE * at, fill=SOFT)
        if step.remarks:
            remarks = fit(" · ".join(step.remarks), self._room, SMALL)
            yield text_line(remarks, start, top + 43 + LINE * len(self._lines), size=SMALL, fill=FAINT)

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

    def draw(self, axis: float, top: float) -> Iterator[str]:
        x = axis - self.left
        yield box(x, top, WIDTH, self.height, fill=CARD, stroke=EDGE)
        colour = COLOURS[self.step.kind].strong
        yield mark("path", d=f"M{x + 0.5:g} {top + 9:g}v{self.height - 18:g}", stroke=colour, stroke_width=3)
        yield from self._heading.draw(x, top)
