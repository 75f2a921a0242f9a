"""A route: a diamond, and its ways side by side, which join again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .column import Column
from .placed import PlacedEdge, PlacedLabel, PlacedNode, PlacedPart, PlacedText, Point
from .plan import PlanStep
from .primitives import BODY, NAME, SMALL, fit, fold, pill_width, text_width

HALF: Final = 22
"""From the middle of the diamond to its upper and lower corner."""
BESIDE: Final = 28
"""Between two ways."""
FORK, LABEL, JOIN = 18, 52, 20
"""Heights: from the diamond to the fork, from there over the label to the first node, from the last to the join."""
WORDS, ON_WAY = 250, 220
"""The most that the words beside the diamond and on a way may take."""


@dataclass(frozen=True)
class RouteBlock:
    step: PlanStep
    ways: Sequence[Column]

    @cached_property
    def left(self) -> float:
        return max(self._sides[0][0] - self._axes[0], self._across)

    @cached_property
    def right(self) -> float:
        return max(self._sides[-1][1] + self._axes[-1], self._across + 12 + self._words)

    @cached_property
    def height(self) -> float:
        return 2 * HALF + FORK + LABEL + max(way.height for way in self.ways) + JOIN

    def place(self, axis: float, top: float) -> Iterator[PlacedPart]:
        across = self._across
        yield PlacedNode(self.step, "diamond", axis - across, top, 2 * across, 2 * HALF, tuple(self._texts(axis, top)))
        fork, join = top + 2 * HALF + FORK, top + self.height
        yield PlacedEdge(((axis, top + 2 * HALF), (axis, fork)))
        for way, label, beside in zip(self.ways, self._labels, self._axes, strict=True):
            x, start = axis + beside, fork + LABEL
            if way.blocks:
                yield PlacedEdge(_turn((axis, fork), (x, fork), (x, start - 1)), head=True)
                yield PlacedEdge(_turn((x, start + way.height), (x, join), (axis, join)))
            else:
                yield PlacedEdge(_turn((axis, fork), (x, fork), (x, join), (axis, join)))
            yield PlacedLabel(label, x, fork + 22, self.step.kind)
            yield from way.place(x, start)

    def _texts(self, axis: float, top: float) -> Iterator[PlacedText]:
        middle = top + HALF
        yield PlacedText("position", str(self.step.position), axis, middle + 4, "middle")
        x, y = axis + self._across + 12, middle + (4 if len(self._lines) == 1 else 0) - 8
        yield PlacedText("name", self._title, x, y)
        for at, line in enumerate(self._lines):
            yield PlacedText("line", line, x, y + 17 * (at + 1))

    @cached_property
    def _across(self) -> float:
        """From the middle of the diamond to its left and right corner: the position has room between them."""
        return max(HALF, text_width(str(self.step.position), SMALL, bold=True) / 2 + 12)

    @cached_property
    def _title(self) -> str:
        return fit(self.step.title, WORDS, NAME, bold=True)

    @cached_property
    def _lines(self) -> list[str]:
        remarks = "".join(f" · {remark}" for remark in self.step.remarks)
        return fold(self.step.summary + remarks, WORDS, BODY, 2)

    @cached_property
    def _words(self) -> float:
        return max(text_width(self._title, NAME, bold=True), *(text_width(line, BODY) for line in self._lines))

    @cached_property
    def _labels(self) -> list[str]:
        return [fit(way.label, ON_WAY, SMALL) for way in self.step.ways]

    @cached_property
    def _sides(self) -> list[tuple[float, float]]:
        """How far each way reaches to the left and to the right of its line."""
        halves = [pill_width(label) / 2 for label in self._labels]
        return [(max(way.left, half), max(way.right, half)) for way, half in zip(self.ways, halves, strict=True)]

    @cached_property
    def _axes(self) -> list[float]:
        """Where the ways stand, from the route's own axis: it is midway between the first and the last."""
        places, x = [], 0.0
        for left, right in self._sides:
            places.append(x + left)
            x += left + right + BESIDE
        middle = (places[0] + places[-1]) / 2
        return [place - middle for place in places]


def _turn(*points: Point) -> tuple[Point, ...]:
    """Return the points without repetitions: a way may stand on the route's own axis."""
    return tuple(point for at, point in enumerate(points) if at == 0 or point != points[at - 1])
