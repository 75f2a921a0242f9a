"""Inspection by JavaScript that only reads, which the engine enforces, in an isolated world."""

from __future__ import annotations

from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.result import Result
from ...core.tool import Tool
from ..live import LivePage
from .declare import page_tool, text

LONGEST: Final = 1.0
"""Seconds that an expression may take."""


async def inspect(page: LivePage, args: Object, context: Context) -> Any:
    opened = await page.opened()
    frame = await opened.tab.main()
    if why := await opened.tab.run(frame, "uninspectable"):
        raise _private(why)
    value = await opened.tab.inspect(frame, args["expression"], LONGEST)
    said = dumps(value)
    if any(dumps(each)[1:-1] in said for each in await opened.tab.run(frame, "hiddenValues")):
        raise _private("a password")
    if value is None:
        return Result.success(None, notes=("The value is null or undefined.",))
    return page.context.redactor.value(value)


def _private(what: str) -> Fault:
    message = "Passwords, cookies and storage are not read."
    return Fault("denied", message, pointer="/expression", expected="what the page shows", received=what, retry=False)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "inspect",
        inspect,
        "Look closer with a JavaScript expression that only reads: attributes, styles, places, text that is cut. "
        "What would change anything is refused, and so are cookies, storage, and pages that hold a password.",
        {"expression": text("Its value comes back as JSON.", minLength=1, maxLength=4_000)},
        required=("expression",),
        examples=({"expression": "[...document.querySelectorAll('li')].map(e => [e.textContent, e.className])"},),
        effect="read",
    ),
)
