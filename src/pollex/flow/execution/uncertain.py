"""Trying again, and what to do when it is not known whether a node's effect has happened.

`TABLE` is the whole promise: for every kind of node, moment of a crash and `onUncertain`, what comes of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ...core.fault import Fault
from ...core.result import Result
from ..rules.evaluate import judge

if TYPE_CHECKING:
    from ..workflow import OnUncertain
    from .node import NodeExecution

Crash = Literal["before dispatch", "after dispatch", "after event", "after checkpoint"]
Harm = Literal["harmless", "acts"]
REOPENED: Final = 3
"""How often a node is tried whose browser died before it was done."""
ANSWERS: Final = {
    "type": "object",
    "properties": {
        "happened": {"type": "boolean", "description": "Whether it has happened. If not, it is done again."},
        "stop": {"type": "boolean", "description": "End the run instead.", "default": False},
    },
    "required": ["happened"],
}


class Promise(NamedTuple):
    """What holds after a crash and the resume: how often the effect happened, and how the run went on."""

    effects: tuple[int, ...]
    """The numbers that are allowed."""
    run: Literal["done", "failed", "asked"]


ONCE: Final = Promise((1,), "done")
AGAIN: Final = Promise((1, 2), "done")

TABLE: Final[dict[tuple[Harm, Crash, OnUncertain], Promise]] = {
    **{("harmless", "before dispatch", policy): ONCE for policy in ("retry", "verify", "ask", "fail")},
    **{("harmless", "after dispatch", policy): AGAIN for policy in ("retry", "verify", "ask", "fail")},
    **{("harmless", "after event", policy): AGAIN for policy in ("retry", "verify", "ask", "fail")},
    **{("harmless", "after checkpoint", policy): ONCE for policy in ("retry", "verify", "ask", "fail")},
    ("acts", "before dispatch", "retry"): ONCE,
    ("acts", "before dispatch", "verify"): ONCE,
    ("acts", "before dispatch", "ask"): Promise((1,), "asked"),
    ("acts", "before dispatch", "fail"): Promise((0,), "failed"),
    ("acts", "after dispatch", "retry"): AGAIN,
    ("acts", "after dispatch", "verify"): ONCE,
    ("acts", "after dispatch", "ask"): Promise((1,), "asked"),
    ("acts", "after dispatch", "fail"): Promise((1,), "failed"),
    **{("acts", "after event", policy): ONCE for policy in ("retry", "verify", "ask", "fail")},
    **{("acts", "after checkpoint", policy): ONCE for policy in ("retry", "verify", "ask", "fail")},
}
"""Before dispatch means: the journal says that it was begun, and nothing has left yet. That cannot be told from after
dispatch by whoever finds it, so both are settled alike. After event, the journal has the result."""


async def attempts(execution: NodeExecution) -> Result:
    """Run a node, again where its `retry` allows that or where an uncertain effect turns out not to have happened."""
    retry = execution.node.document.get("retry", {})
    tries, delay = retry.get("attempts", 1), retry.get("delayMs", 500) / 1000
    while True:
        await execution.walk.checkpoints.ready(execution)
        result = await _run(execution)
        fault = result.fault
        if fault is None:
            return result
        if fault.uncertain:
            await execution.walk.checkpoints.ready(
                execution
            )  # a browser that died is looked into only with its state put back
            settled = await settle(execution, result)
            if settled is not None:
                return settled
        elif _browser_died(execution, fault) and execution.attempt < max(tries, REOPENED):
            pass  # the browser died before anything was done: `ready` opens it again
        elif fault.retry and execution.attempt < tries:
            await asyncio.sleep(delay * 2 ** (execution.attempt - 1))
        else:
            return result
        execution.attempt += 1


async def _run(execution: NodeExecution) -> Result:
    try:
        return await execution.node.kind.run(execution)
    except Fault as fault:
        if fault.code == "cancelled":
            raise
        return Result.failure(fault)


def _browser_died(execution: NodeExecution, fault: Fault) -> bool:
    """Whether the browser went before anything was done."""
    last = execution.calls[-1].tool if execution.calls else ""
    on_page = last.startswith("page.") or execution.node.type in ("browser_action", "browser_query")
    return fault.code == "unavailable" and fault.retry and on_page


async def settle(execution: NodeExecution, result: Result) -> Result | None:
    """What stands for an uncertain result, by the node's `onUncertain`; None says: do it again."""
    match execution.node.on_uncertain:
        case "retry":
            return None
        case "verify":
            verdicts = await judge(execution, execution.node.document["verify"], patient=True)
            if all(verdict["holds"] for verdict in verdicts):
                return Result.success({"verified": True, "rules": verdicts}, notes=("it had happened already",))
            return None
        case "ask":
            return await _asked(execution, result)
    return result


async def _asked(execution: NodeExecution, result: Result) -> Result | None:
    assert result.fault is not None
    question = f"The run was interrupted at {execution.node.name}. Has it happened? {result.fault.message}"
    answer = await execution.question(question, ANSWERS, None)
    if isinstance(answer, dict) and answer.get("stop"):
        return result
    if isinstance(answer, dict) and isinstance(answer.get("happened"), bool):
        return Result.success({"happened": True}, notes=("a person said so",)) if answer["happened"] else None
    return Result.failure(Fault("invalid_input", "The answer does not say whether it happened.", retry=False))
