"""One decision: look at the page, take its picture, ask the model, and read what it wants."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from ..core.call import Call
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.protocols import ModelRequest
from ..core.result import Cost
from . import loop_detection
from . import vision as sight
from .act import ACTIONS
from .ask_model import ask_model, wanted
from .credential_fields import credential_fields, fitting_logins
from .describe import CallDescriber
from .history import PAUSED, History, PastCall, Turn
from .look import Look, look
from .person import person_action, person_record
from .prompt import Prompt
from .state import AgentState
from .verbose import show_reply, show_request, show_state

LAST_STEPS: Final = 3
PICTURE: Final = ("page.screenshot",)
"""Offered to models that see."""
LOGIN: Final = ("login",)
"""Offered where a stored credential fits the page."""


async def decide(state: AgentState, path: str) -> Turn:
    """Observe the page and ask the model. The step is recorded, so a resumed run does not ask again."""
    steps = state.environment.steps
    pauses = steps.pauses

    async def work() -> Object:
        person = await state.person()
        await state.ready(person)
        return _kept(await _decision(state, path, _notices(state, paused=steps.pauses > pauses), person))

    kept = await state.step(path, work)
    person = [person_action(each) for each in kept.get("person", ())]
    if path not in state.kept:
        state.met += len(person)
    return Turn(**{**kept, "look": Look(**kept["look"]), "cost": Cost(*kept["cost"]), "person": person})


def _kept(turn: Turn) -> Object:
    return {
        "path": turn.path,
        "look": turn.look.to_json(),
        "text": turn.text,
        "wanted": turn.wanted,
        "problem": turn.problem,
        "ending": turn.ending,
        "cost": list(turn.cost),
        "picture": turn.picture,
        "notices": turn.notices,
        "person": [person_record(each) for each in turn.person],
    }


async def _decision(state: AgentState, path: str, notices: list[str], person: list[PastCall]) -> Turn:
    turn = Turn(path, await look(state.context, state.task.text), notices=notices, person=person)
    show_state(path, turn.look, state.context.redactor)
    step, most = state.history.decisions + 1, state.task.max_steps
    await state.emit("step.started", path, {"path": path, "step": step, "maxSteps": most, **turn.look.to_event()})
    seeing = sight.sees(state.model, state.task)
    shown = seeing and sight.shows(state.task, turn)
    picturing = asyncio.ensure_future(_picture(state, turn)) if state.task.pictures or shown else None
    try:
        seen = sight.asked(state.history) if seeing else []
        if shown and not seen and picturing is not None and (made := await picturing) is not None:
            seen = [Path(made)]
        await _ask(state, turn, [file.read_bytes() for file in seen], seeing=seeing)
    finally:
        turn.picture = None if picturing is None else await picturing
    return turn


async def _ask(state: AgentState, turn: Turn, pictures: list[bytes], *, seeing: bool) -> None:
    """Ask the model and parse its reply into the turn; a fault of the model is recorded as the turn's problem."""
    secrets, logins = credential_fields(state.context), await fitting_logins(state.context, turn.look.url)
    offered = (*(PICTURE if seeing else ()), *(LOGIN if logins else ()))
    asked = [*state.history.more, *state.toolset.mentioned(_advised(state, turn)), *offered]
    exported = state.toolset.shown(asked, state.model.provider, cut=CallDescriber(state.history, state.toolset).cut)
    shown = state.context.limits.history_actions if state.task.history is None else state.task.history
    now = datetime.now().astimezone()
    prompt = Prompt(state.task, state.fence, state.toolset, exported, ACTIONS, shown, secrets, logins, now, seeing)
    said = prompt.messages(History([*state.history.turns, turn]), pictures)
    request = ModelRequest(said, tuple(exported), must_call=True, extra=_facts(state, turn.look, secrets))
    show_request(turn.path, request, state.context.redactor)
    size = {"chars": sum(len(message.text) for message in said), "tools": len(exported)}
    if pictures:
        size |= {"pictures": len(pictures), "pictureTokens": sight.picture_tokens(pictures)}
    await state.emit("model.asked", turn.path, {"path": turn.path, "model": state.model.name, **size})
    stop = "end"
    try:
        reply = await ask_model(state.model, request, state.environment.steps.cancel)
        show_reply(turn.path, reply, state.context.redactor)
        turn.text, turn.cost, stop = reply.text, reply.cost, reply.stop
        turn.wanted = [
            {**call, "tool": state.toolset.meant(call["tool"])} for call in wanted(reply, exported, state.toolset)
        ]
    except Fault as fault:
        if fault.code == "cancelled":
            raise
        turn.problem, turn.ending = str(fault), None if fault.retry else fault.to_json()
    answered = {"path": turn.path, "text": turn.text, "requests": turn.wanted, "stop": stop, "problem": turn.problem}
    await state.emit("model.answered", turn.path, {**answered, "cost": turn.cost.to_json()})


def _advised(state: AgentState, turn: Turn) -> str:
    """Return the hints of a page that cannot be observed, and the faults and notes of the calls just made."""
    results = [action.result for last in state.history.turns[-1:] for action in last.actions]
    notes = (note for each in results for note in each.notes)
    return "\n".join([turn.look.problem or "", *(str(each.fault or "") for each in results), *notes])


def _facts(state: AgentState, seen: Look, secrets: dict[str, list[str]]) -> Object:
    """Return structured facts for models that are functions."""
    return {
        "task": state.task.text,
        "step": state.history.decisions + 1,
        "url": seen.url,
        "title": seen.title,
        "outline": seen.outline,
        "credentials": secrets,
        "files": list(state.task.files),
        "trail": [action.to_event() for action in state.history.asked if not action.undone],
    }


def _notices(state: AgentState, *, paused: bool) -> list[str]:
    """Return the agent's own notices for the next decision."""
    found = [said for said in (loop_detection.nudge(state.history),) if said]
    undone = [action for turn in state.history.turns[-1:] for action in turn.actions if action.undone]
    if paused or any("paused" in str(action.result.fault) for action in undone):
        found.append(PAUSED)
    if state.history.errors == state.context.limits.consecutive_errors - 1 > 0:
        found.append("One more answer in which everything fails ends the run: do something else, or call `done`.")
    left = state.task.max_steps - state.history.decisions
    if left <= LAST_STEPS < state.task.max_steps:
        found.append(f"Only {left} steps are left: come to an end.")
    return found


async def _picture(state: AgentState, turn: Turn) -> str | None:
    """Take a masked screenshot before acting; reuse the last one if nothing has changed."""
    last = state.history.turns[-1] if state.history.turns else None
    if last is not None and last.picture is not None and last.look.fingerprint == turn.look.fingerprint:
        return last.picture
    file = f"step-{turn.path.strip('/')}.jpg"
    result = await invoke(Call("page.screenshot", {"path": file, "fullPage": False}), replace(state.context, log=None))
    return str(result.data["path"]) if result.ok else None
