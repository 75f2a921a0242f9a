"""Clicking, hovering, dragging."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..acting import perform
from ..live import LivePage
from ..targets import Aim, aim
from .declare import ELEMENT, SELECTOR, page_tool


async def click(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "click")
    _refuse_beside(aimed, args.get("position"))
    x, y = await aimed.point(args.get("position"))
    tab = aimed.opened.tab
    return await acted(page, aimed, lambda: tab.click(x, y, button=args["button"], count=args["count"]))


def _refuse_beside(aimed: Aim, position: Object | None) -> None:
    """A place that is not on the element is something else, which nobody has named."""
    _, _, width, height = aimed.reach["box"]
    if position is not None and not (0 <= position["x"] <= width and 0 <= position["y"] <= height):
        raise Fault(
            "invalid_input",
            f"The position is not on {aimed.what}.",
            pointer="/position",
            expected=f"x from 0 to {width:.0f}, y from 0 to {height:.0f}",
            received=f"x {position['x']}, y {position['y']}",
        )


async def hover(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "hover", enabled=False)
    x, y = await aimed.point()
    return await acted(page, aimed, lambda: aimed.opened.tab.move(x, y))


async def drag(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "drag")
    goal = await aim(page, args, context, "drag", enabled=False, pointer="/to")
    await goal.again("drag")
    start = await (await aimed.again("drag")).point()

    async def end() -> tuple[float, float]:
        """Looked for when the element is held: where both do not fit into the window, it is scrolled to."""
        return await (await goal.again("drag")).point()

    return await acted(page, aimed, lambda: aimed.opened.tab.drag(start, end))


async def acted(page: LivePage, aimed: Aim, act: Callable[[], Awaitable[Any]], **more: Any) -> Result:
    """Act on an element; the answer says how it was found, what happened, and has its evidence."""
    outcome = await perform(page, aimed.opened, aimed.found.frame, act)
    files = tuple(outcome.get("files", ()))
    told = {**aimed.told(), **more, **outcome}
    proof = {"/selector": aimed.evidence}
    return Result.success(told, files=files, proof=proof, notes=aimed.notes, cost=aimed.found.cost)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "click",
        click,
        "Click an element, once, with the real mouse. Waits until it stands still and nothing lies over it; says what "
        "the click caused: address, what appeared, requests and those that failed, a dialog that opened.",
        {
            **ELEMENT,
            "position": {
                "type": "object",
                "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
                "required": ["x", "y"],
                "description": "Where on the element, in pixels from its left upper corner; its middle otherwise.",
            },
            "button": {
                "type": "string",
                "enum": ["left", "middle", "right"],
                "default": "left",
                "description": "Which.",
            },
            "count": {
                "type": "integer",
                "minimum": 1,
                "maximum": 3,
                "default": 1,
                "description": "2 for a double click.",
            },
        },
        examples=({"selector": "text=Save"}, {"selector": ["#submit", "text=Submit"], "fallback": "the submit button"}),
    ),
    page_tool(
        "hover",
        hover,
        "Move the mouse over an element, so that menus and tips open.",
        ELEMENT,
        examples=({"selector": "text=Products"},),
    ),
    page_tool(
        "drag",
        drag,
        "Drag an element onto another one.",
        {**ELEMENT, "to": {**SELECTOR, "description": "The element to drop it on, named in the same ways."}},
        required=("to",),
        examples=({"selector": "text=Write report", "to": "the Done column"},),
    ),
)
