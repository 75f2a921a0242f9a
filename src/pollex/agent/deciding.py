"""One decision: look at the page, take its picture, ask the model, and read what it wants."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..core.call import Call
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.protocols import ModelRequest
from ..core.result import Cost
from . import circles, sight
from .acting import ACTIONS
from .asking import ask, wanted
from .history import PAUSED, History, Turn
from .look import Look, look
from .prompt import Prompt
from .stand import Stand
from .telling import Teller
from .verbose import show_reply, show_request, show_state

LAST_STEPS: Final = 3
PICTURE: Final = ("page.screenshot",)
"""Offered to models that see."""


async def decide(stand: Stand, path: str) -> Turn:
    """Look and ask; kept, so that what the model said is not asked again."""
    steps = stand.footing.steps
    pauses = steps.pauses

    async def work() -> Object:
        await stand.ready()
        return _kept(await _decision(stand, path, _notices(stand, paused=steps.pauses > pauses)))

    kept = await stand.step(path, work)
    return Turn(**{**kept, "look": Look(**kept["look"]), "cost": Cost(*kept["cost"])})


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
    }


async def _decision(stand: Stand, path: str, notices: list[str]) -> Turn:
    turn = Turn(path, await look(stand.context), notices=notices)
    show_state(path, turn.look, stand.context.redactor)
    step, most = stand.history.decisions + 1, stand.task.max_steps
    await stand.tell("step.started", path, {"path": path, "step": step, "maxSteps": most, **turn.look.told()})
    seeing = sight.sees(stand.model, stand.task)
    shown = seeing and sight.shows(stand.task, turn)
    picturing = asyncio.ensure_future(_picture(stand, turn)) if stand.task.pictures or shown else None
    try:
        seen = sight.asked(stand.history) if seeing else []
        if shown and not seen and picturing is not None and (made := await picturing) is not None:
            seen = [Path(made)]
        await _ask(stand, turn, [file.read_bytes() for file in seen], seeing=seeing)
    finally:
        turn.picture = None if picturing is None else await picturing
    return turn


async def _ask(stand: Stand, turn: Turn, pictures: list[bytes], *, seeing: bool) -> None:
    """Ask the model and read its answer into the turn; a fault of its is the turn's problem."""
    asked = [*stand.history.more, *stand.menu.mentioned(_advised(stand, turn)), *(PICTURE if seeing else ())]
    exported = stand.menu.shown(asked, stand.model.provider, cut=Teller(stand.history, stand.menu).cut)
    secrets = _credentials(stand)
    prompt = Prompt(stand.task, stand.fence, stand.menu, exported, ACTIONS, secrets)
    said = prompt.messages(History([*stand.history.turns, turn]), pictures)
    request = ModelRequest(said, tuple(exported), must_call=True, extra=_facts(stand, turn.look, secrets))
    show_request(turn.path, request, stand.context.redactor)
    size = {"chars": sum(len(message.text) for message in said), "tools": len(exported)}
    if pictures:
        size |= {"pictures": len(pictures), "pictureTokens": sight.cost(pictures)}
    await stand.tell("model.asked", turn.path, {"path": turn.path, "model": stand.model.name, **size})
    stop = "end"
    try:
        reply = await ask(stand.model, request, stand.footing.steps.cancel)
        show_reply(turn.path, reply, stand.context.redactor)
        turn.text, turn.cost, stop = reply.text, reply.cost, reply.stop
        turn.wanted = [{**call, "tool": stand.menu.meant(call["tool"])} for call in wanted(reply, exported)]
    except Fault as fault:
        if fault.code == "cancelled":
            raise
        turn.problem, turn.ending = str(fault), None if fault.retry else fault.to_json()
    answered = {"path": turn.path, "text": turn.text, "requests": turn.wanted, "stop": stop, "problem": turn.problem}
    await stand.tell("model.answered", turn.path, {**answered, "cost": turn.cost.to_json()})


def _advised(stand: Stand, turn: Turn) -> str:
    """What faults say now: of the page that cannot be seen, and of the calls just made."""
    actions = [action for last in stand.history.turns[-1:] for action in last.actions]
    return "\n".join([turn.look.problem or "", *(str(each.result.fault or "") for each in actions)])


def _facts(stand: Stand, seen: Look, secrets: dict[str, list[str]]) -> Object:
    """For models that are functions."""
    return {
        "task": stand.task.text,
        "step": stand.history.decisions + 1,
        "url": seen.url,
        "title": seen.title,
        "outline": seen.outline,
        "credentials": secrets,
        "files": list(stand.task.files),
        "trail": [action.told() for action in stand.history.asked if not action.undone],
    }


def _credentials(stand: Stand) -> dict[str, list[str]]:
    """The names of stored credentials and their fields; never a value."""
    known: dict[str, list[str]] = {}
    for name in [] if stand.context.secrets is None else stand.context.secrets.names():
        stem, _, part = name.partition(".")
        known.setdefault(stem, [])
        if part:
            known[stem].append(part)
    return known


def _notices(stand: Stand, *, paused: bool) -> list[str]:
    """What the agent itself has to say before a decision."""
    found = [said for said in (circles.nudge(stand.history),) if said]
    undone = [action for turn in stand.history.turns[-1:] for action in turn.actions if action.undone]
    if paused or any("paused" in str(action.result.fault) for action in undone):
        found.append(PAUSED)
    left = stand.task.max_steps - stand.history.decisions
    if left <= LAST_STEPS < stand.task.max_steps:
        found.append(f"Only {left} steps are left: come to an end.")
    return found


async def _picture(stand: Stand, turn: Turn) -> str | None:
    """A picture of the page before it is acted on, without secrets; the last one, where nothing has changed."""
    last = stand.history.turns[-1] if stand.history.turns else None
    if last is not None and last.picture is not None and last.look.fingerprint == turn.look.fingerprint:
        return last.picture
    file = f"step-{turn.path.strip('/')}.jpg"
    result = await invoke(Call("page.screenshot", {"path": file, "fullPage": False}), replace(stand.context, log=None))
    return str(result.data["path"]) if result.ok else None
