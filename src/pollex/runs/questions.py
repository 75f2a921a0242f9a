"""Questions that runs ask, and whether an answer fits."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ..core.call import new_id
from ..core.context import Asker, Context
from ..core.event import EventKind, EventLog
from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import Steps
from ..core.schema import Schema
from ..core.suggest import one_of
from ..flow.nodes.ask import as_form


async def open_questions(log: EventLog | None, run: str) -> dict[str, Object]:
    """Return the questions that a run waits for an answer to: each form by the path of its node."""
    found: dict[str, Object] = {}
    for event in [] if log is None else await log.read(run):
        if event.kind == "question.asked":
            found[event.data["path"]] = event.data["form"]
        elif event.kind in ("question.answered", "node.finished"):
            found.pop(event.data["path"], None)
    return found


def check_answer(waiting: dict[str, Object], path: str, answer: Any) -> Any:
    """Return an answer as its form wants it; raise a Fault where nothing is asked there, or it does not fit."""
    if path not in waiting:
        message = f"The run asks nothing at {path!r}."
        raise Fault("not_found", message, pointer="/path", expected=one_of(waiting), received=path, retry=False)
    form = waiting[path]
    checked = Schema(form).check(as_form(answer, form))
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what="The answer does not fit the form")
    return checked.value


def asker(context: Context, steps: Steps) -> Asker:
    """Return what the tools of a run ask its person with. The answers may be codes, and are not written down."""

    async def emit(kind: EventKind, path: str, data: Object) -> None:
        if context.log is not None:
            said = context.redactor.value({"path": path, **data})
            await context.log.append(context.run, kind, said, key=f"{context.run}{path}", attempt=1)

    async def ask(question: str, form: Object, timeout: float | None) -> Any:
        path = f"/question-{new_id()[:8]}"  # a call that is made again after a kill asks anew
        await emit("question.asked", path, {"question": question, "form": form})
        answer = None
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                answer = await steps.receive(path)
        await emit("question.answered", path, {"answer": None if answer is None else "(not written down)"})
        return answer

    return ask
