"""Attempts to run a node, and what follows when it is not known whether its effect has happened.

`TABLE` is the whole promise: for every kind of node, moment of a crash and `onUncertain`, how often the effect happens.
"""

from __future__ import annotations

import asyncio
from typing import Final, Literal, NamedTuple, Protocol

from ...core.fault import Fault
from ...core.result import Result
from ..node import OnUncertain
from ..rules.evaluate import evaluate
from ..running_node import RunningNode
from .record import CallOutcome

Crash = Literal["before dispatch", "after dispatch", "after event", "after checkpoint"]
Harm = Literal["harmless", "acts"]
REOPENED: Final = 3
"""The most attempts of a node whose browser died before it acted."""
ANSWERS: Final = {
    "type": "object",
    "properties": {
        "happened": {"type": "boolean", "description": "Whether it has happened. If not, it is done again."},
        "stop": {"type": "boolean", "description": "End the run instead.", "default": False},
    },
    "required": ["happened"],
}


class Promise(NamedTuple):
    """What holds after a crash and a resume: how often the effect happened, and how the run continued."""

    effects: tuple[int, ...]
    """The allowed numbers of effects."""
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
""""before dispatch": the journal has the start of the call, and nothing was sent yet. A resume cannot distinguish this
from "after dispatch", so both are settled alike. "after event": the journal has the result."""


class Attempted(RunningNode, Protocol):
    """A node that can be run again."""

    attempt: int
    calls: list[CallOutcome]

    async def ready(self) -> None:
        """Put the browser into the state that the node expects."""

    async def run(self) -> Result:
        """Run the node once."""


async def attempts(node: Attempted) -> Result:
    """Run a node; repeat it where its `retry` allows that, or where an uncertain effect has not happened."""
    retry = node.definition.document.get("retry", {})
    tries, delay = retry.get("attempts", 1), retry.get("delayMs", 500) / 1000
    while True:
        await node.ready()
        result = await node.run()
        fault = result.fault
        if fault is None:
            return result
        if fault.uncertain:
            await node.ready()  # a browser that died is looked into only with its state put back
            settled = await settle(node, result)
            if settled is not None:
                return settled
        elif _browser_died(node, fault) and node.attempt < max(tries, REOPENED):
            pass  # the browser died before anything was done: `ready` opens it again
        elif fault.retry and node.attempt < tries:
            await asyncio.sleep(delay * 2 ** (node.attempt - 1))
        else:
            return result
        node.attempt += 1


def _browser_died(node: Attempted, fault: Fault) -> bool:
    """Whether the browser died before anything was done."""
    last = node.calls[-1].tool if node.calls else ""
    on_page = last.startswith("page.") or node.definition.type in ("browser_action", "browser_query")
    return fault.code == "unavailable" and fault.retry and on_page


async def settle(node: RunningNode, result: Result) -> Result | None:
    """Return the result that replaces an uncertain one, by the node's `onUncertain`; None to run the node again."""
    match node.definition.on_uncertain:
        case "retry":
            return None
        case "verify":
            verdicts = await evaluate(node, node.definition.document["verify"], wait=True)
            if all(verdict["holds"] for verdict in verdicts):
                return Result.success({"verified": True, "rules": verdicts}, notes=("it had happened already",))
            return None
        case "ask":
            return await _asked(node, result)
    return result


async def _asked(node: RunningNode, result: Result) -> Result | None:
    assert result.fault is not None
    question = f"The run was interrupted at {node.definition.name}. Has it happened? {result.fault.message}"
    answer = await node.question(question, ANSWERS, None)
    if isinstance(answer, dict) and answer.get("stop"):
        return result
    if isinstance(answer, dict) and isinstance(answer.get("happened"), bool):
        return Result.success({"happened": True}, notes=("a person said so",)) if answer["happened"] else None
    return Result.failure(Fault("invalid_input", "The answer does not say whether it happened.", retry=False))
