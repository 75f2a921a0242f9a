"""How a run asks for answers and approvals: once, through any door, and found again after a kill.

A question stands in the log, its reply is a row of the database. Whoever writes the row first has answered.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ..core.call import Call, new_id
from ..core.context import Approver, Asker, Context, Decision
from ..core.environment import SnapshotCipher
from ..core.event import EventKind
from ..core.json import Object
from ..core.pipeline.guard import approval_path
from ..core.protocols import Steps
from ..core.reply import receive_reply
from ..core.tool import Tool
from .questions import NOT_WRITTEN


def asker(context: Context, steps: Steps, seals: SnapshotCipher | None) -> Asker:
    """Return what the tools of a run ask its person with. The answers may be codes, and are not written down."""

    async def emit(kind: EventKind, path: str, data: Object) -> None:
        if context.log is not None:
            said = context.redactor.value({"path": path, **data})
            await context.log.append(context.run, kind, said, key=f"{context.run}{path}", attempt=1)

    async def ask(question: str, form: Object, timeout: float | None) -> Any:
        path = f"/question-{new_id()[:8]}"  # a call that is made again after a kill asks anew
        await emit("question.asked", path, {"question": question, "form": form, "private": True})
        reply = None
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                reply = await receive_reply(steps, path)
        said = {"answer": None} if reply is None else {"answer": NOT_WRITTEN, "by": reply.by}
        await emit("question.answered", path, said)
        return None if reply is None else unsealed(reply.value, seals)

    return ask


def sealed(value: Any, seals: SnapshotCipher | None) -> Any:
    """Return a private reply as its row keeps it."""
    return value if seals is None else {"sealed": seals.seal({"value": value})}


def unsealed(value: Any, seals: SnapshotCipher | None) -> Any:
    if seals is None or not isinstance(value, dict) or value.keys() != {"sealed"}:
        return value
    return seals.open(value["sealed"])["value"]


def approver(run: str, steps: Steps, person: Approver | None) -> Approver:
    """Return what asks for approvals: a person who is there, and everybody who can write the row."""
    decided: dict[str, Decision] = {}

    async def outside(path: str) -> Decision:
        reply = await receive_reply(steps, path)
        assert reply is not None, "without a time limit somebody has replied"
        return Decision(bool(reply.value["approved"]), reply.by, bool(reply.value.get("kind")))

    async def approve(tool: Tool, call: Call, args: Any, why: str) -> Decision:
        path = approval_path(call, run, why)
        if path not in decided:
            waits = [asyncio.ensure_future(outside(path))]
            if person is not None:
                waits.append(asyncio.ensure_future(_of_person(person, tool, call, args, why)))
            decided[path] = await _first(waits)
        return decided[path]

    return approve


async def _of_person(person: Approver, tool: Tool, call: Call, args: Any, why: str) -> Decision:
    answer = await person(tool, call, args, why)
    return answer if isinstance(answer, Decision) else Decision(answer, "terminal")


async def _first(waits: list[asyncio.Task[Decision]]) -> Decision:
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        return next(iter(done)).result()
    finally:
        for each in waits:
            each.cancel()
