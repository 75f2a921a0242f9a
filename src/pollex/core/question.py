"""A question of a run to its person, by a form: it stands in the log at a path, and any door answers it there."""

from __future__ import annotations

from typing import Any

from .environment import RunEnvironment
from .event import EventKind
from .json import Object
from .reply import receive_reply


async def ask_by_form(
    environment: RunEnvironment,
    path: str,
    question: str,
    form: Object,
    *,
    timeout: float | None = None,
    attempt: int = 1,
) -> Any:
    """Ask at a path and wait, also across a restart; None where nobody answers within so many seconds."""
    context = environment.context

    async def emit(kind: EventKind, data: Object) -> None:
        if context.log is not None:
            said = context.redactor.value({"path": path, **data})
            await context.log.append(context.run, kind, said, key=f"{context.run}{path}", attempt=attempt)

    await emit("question.asked", {"question": question, "form": form})
    async with environment.resting():
        reply = await receive_reply(environment.steps, path, timeout)
    if reply is None:
        return None
    await emit("question.answered", {"answer": reply.value, "by": reply.by})
    return reply.value
