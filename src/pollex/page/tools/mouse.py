"""The mouse: click and hover."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..driver import Frame, Tab
from ..interaction import perform, unless_gone
from ..live import LivePage
from ..targets import Target, aim
from ..ways import BY_NAME, can
from .declare import ELEMENT, page_tool

CAUSED: Final = frozenset({"from", "pending", "appeared", "sent", "requests", "dialog", "opened", "files"})
"""What the answer to a click has where it caused something."""
BOXES: Final = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


async def click(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "click")
    refuse_beside(aimed, args.get("position"))
    result = await acted(page, aimed, lambda: _clicks(aimed, args))
    if aimed.opened.tab.closed or result.data.keys() & {"from", "pending"}:
        return result
    missed: Object = await unless_gone(aimed.opened.tab.run(aimed.found.frame, "missed", aimed.found.number)) or {}
    if "met" in missed:
        raise _moved(aimed, missed["met"])
    if "over" in missed:
        result = replace(result, notes=(*result.notes, _let_go(aimed, missed["over"])))
    result = await _with_state(aimed, result)
    if result.data.keys() & CAUSED:
        return result
    found: Object = await unless_gone(aimed.opened.tab.run(aimed.found.frame, "unmoved", aimed.found.number)) or {}
    if "changed" in found:
        return replace(result, data={**result.data, "changed": True})
    return replace(result, notes=(*result.notes, _unmoved(aimed, found))) if found else result


async def _with_state(aimed: Target, result: Result) -> Result:
    """The result with the state of a box to tick afterwards: a page may take a click back."""
    if aimed.evidence.role not in BOXES:
        return result
    on = await unless_gone(aimed.opened.tab.run(aimed.found.frame, "isOn", aimed.found.number))
    return result if on is None else replace(result, data={**result.data, "on": on})


def _moved(aimed: Target, met: str) -> Fault:
    """The Fault of a click that met something else, for its element had moved."""
    message = f"Failed to click: {aimed.what} moved away under the pointer, which met {met}."
    hint = "Wait until it rests, or press it with a key: Enter."
    return Fault("failed", message, expected="an element that stands still", received=met, hint=hint, retry=True)


def _let_go(aimed: Target, over: str) -> str:
    return f"{aimed.what} moved while it was pressed, and the mouse was let go over {over}: it may not be clicked."


async def _clicks(aimed: Target, args: Object) -> None:
    """Click as often as asked, each time where the element is then."""
    at, tab = aimed, aimed.opened.tab
    for done in range(args["times"]):
        if done:
            await tab.wait(aimed.found.frame, "turn")
            at = await _still_there(aimed, done, args["times"])
        await tab.click(*await at.point(args.get("position")), button=args["button"], count=args["count"])


async def _still_there(aimed: Target, done: int, times: int) -> Target:
    try:
        return await aimed.again("click")
    except Fault as fault:
        fault.message = f"Clicked {done} of {times} times; then: {fault.message}"
        fault.retry = False
        raise


def _unmoved(aimed: Target, found: Object) -> str:
    """What a click that changed nothing met, and what else there is in the element."""
    said = ["Nothing has changed so far."]
    if found["under"]:
        said.append(f"Under the pointer was {found['under']}.")
    return " ".join([*said, *filter(None, [in_it(aimed, found)])])


def in_it(aimed: Target, found: Object | None) -> str:
    """What else there is in an element that can be acted on, such as a handle; empty where there is nothing."""
    index = partial(aimed.opened.indices.of, aimed.found.frame)
    others = [f"[{index(each['number'])}] {each['says']}" for each in (found or {}).get("others", ())]
    return f"In it are {', '.join(others)}." if others else ""


def refuse_beside(aimed: Target, position: Object | None, pointer: str = "/position") -> None:
    """Refuse a position outside the element: another element is there."""
    _, _, width, height = aimed.reach["box"]
    if position is not None and not (0 <= position["x"] <= width and 0 <= position["y"] <= height):
        raise Fault(
            "invalid_input",
            f"The position is not on {aimed.what}.",
            pointer=pointer,
            expected=f"x from 0 to {width:.0f}, y from 0 to {height:.0f}",
            received=f"x {position['x']}, y {position['y']}",
        )


async def hover(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "hover", enabled=False)
    refuse_beside(aimed, args.get("position"))
    tab, (x, y) = aimed.opened.tab, await aimed.point(args.get("position"))

    async def moves() -> Object | None:
        await tab.move(x, y)
        seen: Object | None = await unless_gone(tab.wait(aimed.found.frame, "after"))
        return seen

    return await acted(page, aimed, moves)


async def acted(page: LivePage, aimed: Target, act: Callable[[], Awaitable[Any]], **more: Any) -> Result:
    """Act on an element; the answer says how it was found, what happened, and has its evidence."""
    outcome = await perform(page, aimed.opened, aimed.found.frame, act)
    await refuse_unfelt(aimed.opened.tab, aimed.found.frame, outcome, aimed.what)
    files = tuple(outcome.get("files", ()))
    data = {**aimed.to_json(), "hit": aimed.hit, **more, **outcome}
    proof = {"/selector": aimed.evidence.to_json()}
    return Result.success(data, files=files, proof=proof, notes=aimed.notes, cost=aimed.found.cost)


async def refuse_unfelt(tab: Tab, frame: Frame, outcome: Object, what: str) -> None:
    """Raise a Fault where an act that a page can tell from a person's had no effect: it counts as not done."""
    if can(tab.way, "trusted input") or tab.closed or outcome.keys() & CAUSED:
        return
    if await unless_gone(tab.run(frame, "isFelt")) is False:
        message = f"Nothing came of it: {what} did not react to what is no person's to the page."
        hint = BY_NAME["trusted input"].instead
        raise Fault("failed", message, expected="an effect", received="none", hint=hint, retry=False, uncertain=True)


def pixels(about: str) -> Object:
    place: Object = {"x": {"type": "number"}, "y": {"type": "number"}}
    return {"type": "object", "properties": place, "required": ["x", "y"], "description": f"{about} In pixels."}


PLACE: Final = pixels("Where on the element, from its left upper corner; its middle otherwise.")
TOOLS: tuple[Tool, ...] = (
    page_tool(
        "click",
        click,
        "Click an element with the real mouse. Waits until it stands still and nothing lies over it; says what "
        "the click caused: address, what appeared, requests and those that failed, a dialog that opened.",
        {
            **ELEMENT,
            "position": PLACE,
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
                "description": "2 for a double click, 3 for a whole paragraph.",
            },
            "times": {"type": "integer", "minimum": 1, "maximum": 100, "default": 1, "description": "How often."},
        },
        examples=({"selector": "text=Save"}, {"selector": ["#submit", "text=Submit"], "fallback": "the submit button"}),
    ),
    page_tool(
        "hover",
        hover,
        "Move the mouse over an element, so that menus and tips open.",
        {**ELEMENT, "position": PLACE},
        examples=({"selector": "text=Products"},),
    ),
)
