"""One action on one element, named in plain words."""

from __future__ import annotations

from ...browser.instruction import read_instruction
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..live import LivePage
from .declare import page_tool, text


async def act(page: LivePage, args: Object, context: Context) -> Result:
    tool, call = read_instruction(args["instruction"])
    result = await context.call(tool, call)
    if result.fault is None:
        return Result.success({"did": tool, **result.data}, proof=result.proof, notes=result.notes)
    fault = result.fault
    return Result.failure(
        Fault(
            fault.code,
            fault.message,
            pointer="/instruction",
            expected=fault.expected,
            received=fault.received,
            hint=fault.hint,
            retry=fault.retry,
            uncertain=fault.uncertain,
        )
    )


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "act",
        act,
        "Do one thing on one element, said in plain words; for several steps, run a task.",
        {"instruction": text("What to do, and on which element.", minLength=1)},
        required=("instruction",),
        examples=({"instruction": "click Add to basket in the row of the desk lamp"},),
    ),
)
