"""Dragging: onto another element, past its middle in the direction of travel, or by a distance; and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..failures import in_the_way
from ..interaction import unless_gone
from ..live import LivePage
from ..targets import Target, aim
from .declare import ELEMENT, SELECTOR, page_tool
from .mouse import CAUSED, acted, in_it, pixels, refuse_beside

PAST: Final = 0.15
"""The part of a goal's size by which its middle is passed: a list that is sorted changes places there."""
FARTHEST: Final = 12.0
"""Pixels that it is passed by at the most."""


async def drag(page: LivePage, args: Object, context: Context) -> Result:
    if ("to" in args) == ("by" in args):
        message = "Where is it dragged to?"
        raise Fault("invalid_input", message, pointer="/to", expected="either 'to' or 'by'", retry=False)
    aimed = await aim(page, args, context, "drag")
    refuse_beside(aimed, args.get("hold"), "/hold")
    if "by" in args:
        return await _drag_by(page, aimed, args["by"], args.get("hold"))
    goal = await aim(page, args, context, "drop", enabled=False, pointer="/to")
    refuse_beside(goal, args.get("position"))
    aimed = await aimed.again("drag")
    start = await aimed.point(args.get("hold"))
    dropped = Drop(goal, start, args.get("position"))
    result = await _dragged(page, aimed, start, dropped)
    return replace(result, proof={**result.proof, "/to": goal.evidence.to_json()})


async def _drag_by(page: LivePage, aimed: Target, by: Object, hold: Object | None) -> Result:
    x, y = await aimed.point(hold)
    return await _dragged(page, aimed, (x, y), Drop(None, (x + by["x"], y + by["y"])))


class Drop:
    """Where something is dropped: looked for when it is held, for a goal that does not fit into the window beside it
    is scrolled to then."""

    def __init__(self, goal: Target | None, start: tuple[float, float], position: Object | None = None) -> None:
        self.goal = goal
        self.point = start
        self._position = position

    async def find(self) -> tuple[float, float]:
        if self.goal is not None:
            self.point = await self._on(self.goal, self.point)
        return self.point

    async def _on(self, goal: Target, start: tuple[float, float]) -> tuple[float, float]:
        tab, frame = goal.opened.tab, goal.found.frame
        box = await tab.run(frame, "dropBox", goal.found.number)
        if box is None:
            raise in_the_way("drop", goal.what, {"gone": True})
        x, y = await tab.offset(frame)
        corner, size = (x + box[0], y + box[1]), box[2:]
        if self._position is not None:
            return corner[0] + self._position["x"], corner[1] + self._position["y"]
        left, top, *_ = goal.reach["box"]
        free = (goal.reach["x"] - left, goal.reach["y"] - top)
        across, down = (
            at + inner + _past(begun, at, length)
            for begun, at, inner, length in zip(start, corner, free, size, strict=True)
        )
        return across, down


def _past(begun: float, at: float, length: float) -> float:
    """How far past its free place a goal is met, by where it is come from."""
    direction = (begun < at) - (begun > at + length)
    return direction * min(PAST * length, FARTHEST)


async def _dragged(page: LivePage, aimed: Target, start: tuple[float, float], drop: Drop) -> Result:
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    before = await tab.wait(frame, "restsAt", number)
    result = await acted(page, aimed, lambda: tab.drag(start, drop.find))
    if result.data.keys() & CAUSED or tab.closed:
        return result
    if await unless_gone(tab.wait(frame, "restsAt", number)) != before:
        return result
    x, y = await tab.offset(frame)
    under = await unless_gone(tab.run(frame, "lyingAt", drop.point[0] - x, drop.point[1] - y))
    where = f" Where it was dropped is {under}." if under else ""
    inner = f" {parts}" if (parts := in_it(aimed, await unless_gone(tab.run(frame, "handles", number)))) else ""
    return replace(result, notes=(*result.notes, f"It is where it was before the drag.{where}{inner}"))


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "drag",
        drag,
        "Drag an element onto another one, or by a distance.",
        {
            **ELEMENT,
            "to": {**SELECTOR, "description": "The element to drop it on, named in the same ways."},
            "position": pixels("Where on that element, from its left upper corner; its middle otherwise."),
            "by": pixels("How far instead, to the right and down."),
            "hold": pixels("Where it is held, from its left upper corner; its middle otherwise."),
        },
        examples=({"selector": "text=Write report", "to": "the Done column"}, {"index": 4, "by": {"x": 80, "y": 0}}),
    ),
)
