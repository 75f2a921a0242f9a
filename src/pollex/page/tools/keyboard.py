"""The keyboard: keys pressed in a field, or where the focus is."""

from __future__ import annotations

from ...browser.keys import key_name
from ...core.context import Context
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..driver import Frame, Tab
from ..focus import judge_focused
from ..interaction import by_keyboard, perform
from ..live import LivePage
from ..targets import aim
from .declare import ELEMENT, page_tool, text
from .mouse import acted, refuse_unfelt


async def keypress(page: LivePage, args: Object, context: Context) -> Result:
    key = key_name(args["key"])
    if "selector" in args or "index" in args:
        aimed = await aim(page, args, context, "press a key", "seen")
        tab = aimed.opened.tab
        await tab.run(aimed.found.frame, "focus", aimed.found.number, False)
        await judge_focused(aimed.opened, key, context, judged=aimed.found.number)  # it may not take the focus
        return await acted(page, aimed, lambda: _press(tab, aimed.found.frame, key, "after", args["times"]))
    opened = await page.opened()
    await judge_focused(opened, key, context)
    main = await opened.tab.main()
    times = args["times"]
    outcome = await perform(page, opened, main, lambda: _press(opened.tab, main, key, "next", times))
    await refuse_unfelt(opened.tab, main, outcome, "the page")
    return Result.success(outcome, files=tuple(outcome.get("files", ())))


async def _press(tab: Tab, frame: Frame, key: str, script: str, times: int) -> Object | None:
    for _ in range(times - 1):
        await tab.press(key)
    return await by_keyboard(tab, frame, tab.press(key), tab.wait(frame, script, "keyup"))


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "keypress",
        keypress,
        "Press a key or a combination: Enter, Escape, Tab, ArrowDown, Control+a. With a selector, in that field.",
        {
            **ELEMENT,
            "key": text("The key.", minLength=1),
            "times": {"type": "integer", "minimum": 1, "maximum": 100, "default": 1, "description": "How often."},
        },
        required=("key",),
        examples=({"key": "Enter"}, {"key": "Control+a", "selector": "label=Search"}, {"key": "ArrowUp", "times": 3}),
    ),
)
