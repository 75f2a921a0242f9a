"""What a person did who took over a run: steps in its log, numbered apart from those of the agent."""

from __future__ import annotations

from ..core.call import new_id
from ..core.context import Context
from ..core.event import EventLog
from ..core.json import Object
from .history import PastCall, Turn

PERSON = "person"


def person_path(number: int) -> str:
    """Return the path of a person's step, which are numbered from 1."""
    return f"/{PERSON}/{number}"


async def person_actions(log: EventLog | None, run: str, after: int = 0) -> list[PastCall]:
    """Return what a person did in a run, behind the step of that number."""
    found: list[PastCall] = []
    if log is None:
        return found
    while (step := await log.find(f"{run}{person_path(after + 1)}", "step.finished")) is not None:
        found += [person_action(each) for each in step.data["actions"]]
        after += 1
    return found


async def keep_step(turn: Turn, number: int, context: Context, *, private: bool = False) -> None:
    """Write down a person's step, which is one action. What is `private` was typed, and is not in it."""
    shown = turn.to_event()
    [action] = turn.actions
    kept = {
        **shown["actions"][0],
        "moved": action.moved,
        "state": action.state,
        **({"private": True} if private else {}),
    }
    data = {"path": turn.path, "step": number, "by": PERSON, **shown, "actions": [kept], "notes": [], "plan": []}
    if context.log is not None:
        said = context.redactor.value(data)
        await context.log.append(context.run, "step.finished", said, key=f"{context.run}{turn.path}")


def person_action(kept: Object) -> PastCall:
    """Return an action as its step, or the record of a decision after it, has it."""
    return PastCall.from_record(str(kept["path"]), new_id(), str(kept["tool"]), kept["args"], kept)


def person_record(action: PastCall) -> Object:
    """Return an action as the record of a decision keeps it."""
    return {**action.to_json(), "moved": action.moved, "state": action.state}
