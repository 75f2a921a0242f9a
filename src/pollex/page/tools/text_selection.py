"""Selecting text: with the real mouse, checked when the page has taken it in, and set where the mouse got another."""

from __future__ import annotations

from collections.abc import AsyncIterator

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..driver import Frame, Tab
from ..interaction import unless_gone
from ..live import LivePage
from ..open_tab import OpenTab
from ..targets import REDRAWN, Target, aim
from .declare import ELEMENT, page_tool, text
from .mouse import acted


async def select_text(page: LivePage, args: Object, context: Context) -> Result:
    """With the real mouse where the text stands; in a plain field, which does not say where, at once."""
    if {"selector", "index"} & args.keys():
        aimed = await aim(page, args, context, "select", enabled=False)
    else:
        aimed = await _holder_aimed(page, args, context)
    tab, frame = aimed.opened.tab, aimed.found.frame
    found = await tab.run(frame, "selectText", aimed.found.number, args.get("text"), args["nth"])
    if found is None:
        raise _no_text(aimed.what, args.get("text"))
    if "from" not in found:
        return await acted(page, aimed, lambda: tab.wait(frame, "turn"), selected=found["text"])
    return await acted(page, aimed, lambda: _drag_over(aimed, found), selected=found["text"])


async def _drag_over(aimed: Target, found: Object) -> None:
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    x, y = await tab.offset(frame)
    start, goal = found["from"], found["to"]

    async def end() -> tuple[float, float]:
        return x + goal[0], y + goal[1]

    if found["collapse"]:  # what is selected would be carried away
        await tab.press("ArrowLeft")
    await tab.drag((x + start[0], y + start[1]), end)
    selected = await unless_gone(tab.wait(frame, "selectedSoon", number, found["text"]))
    if selected is not None and selected["other"] is not None:
        selected = await unless_gone(tab.wait(frame, "setSelection", number, found["text"]))
    if selected is not None and selected["other"] is not None:
        message = f"Failed to select: {selected['other']!r} is selected in {aimed.what}, which keeps to it."
        hint = "Choose it by keys: click before it, then Shift+ArrowRight as often as it has letters."
        raise Fault("failed", message, pointer="/text", expected=found["text"], received=selected["other"], hint=hint)


async def _holder_aimed(page: LivePage, args: Object, context: Context) -> Target:
    """What a text stands in; once more where an editor drew that anew meanwhile."""
    for left in reversed(range(REDRAWN)):
        index = await _holder(await page.opened(), args.get("text"))
        try:
            return await aim(page, {**args, "index": index}, context, "select", enabled=False)
        except Fault as fault:
            if fault.code != "not_found" or not left:
                raise
    raise AssertionError


async def _holder(opened: OpenTab, words: str | None) -> int:
    """The index of the field, editor or element that a text stands in."""
    if words is None:
        message = "Which text is meant?"
        raise Fault("invalid_input", message, pointer="/text", expected="a text, or the element that has it")
    async for frame in _frames(opened.tab, await opened.tab.main()):
        number = await unless_gone(opened.tab.run(frame, "holderOf", words))
        if number is not None:
            return opened.indices.of(frame, number)
    raise _no_text("the page", words)


async def _frames(tab: Tab, frame: Frame) -> AsyncIterator[Frame]:
    yield frame
    for _, inner in await tab.children(frame):
        async for each in _frames(tab, inner):
            yield each


def _no_text(what: str, words: str | None) -> Fault:
    message, hint = (
        f"Failed to select: {what} has no such text.",
        "Give it exactly as it stands there; page.read shows it.",
    )
    return Fault("not_found", message, pointer="/text", received=words, hint=hint)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "select_text",
        select_text,
        "Select text, as with the mouse, to format, copy or replace it.",
        {
            **ELEMENT,
            "text": text("The text as it stands there; all of the element otherwise.", minLength=1),
            "nth": {"type": "integer", "minimum": 1, "default": 1, "description": "Which one, where it stands often."},
        },
        examples=({"text": "urgent"}, {"index": 16, "text": "urgent", "nth": 2}),
    ),
)
