"""Doing what a decision asks for: call after call, each once, until the page is not as it was decided on."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final

from ..core.call import Call
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.lenient_json import MENDED
from ..core.registry import Changed
from ..core.result import Repair, Result
from ..core.snapshots import Moved, moved
from ..core.template import Scope
from ..core.tool import Tool
from . import truth
from .history import Action, Turn
from .stand import Stand

ACTIONS: Final = 5
"""Calls that one decision may ask for."""
TYPING: Final = "page.type"


async def act(stand: Stand, turn: Turn) -> Object | None:
    """Do what the model wanted; the answer, where there was one."""
    for number, call in enumerate(turn.wanted, 1):
        if turn.halted and not (call["tool"] == "done" and turn.actions[-1].result.ok):
            break  # an answer is judged also where the last call led elsewhere
        action = await _action(stand, f"{turn.path}/{number}", call)
        turn.actions.append(action)
        if action.tool == "done" and action.result.ok:
            answer: Object = action.result.data
            return answer
        turn.halted = _halts(action, number)
    return None


def _halts(action: Action, number: int) -> str:
    """Why what was decided together with a call is not done after it; empty where it can be."""
    data = action.result.data if isinstance(action.result.data, dict) else {}
    if not action.result.ok:
        return f"call {number} failed"
    if "dialog" in data:
        return f"call {number} opened a dialog"
    if "opened" in data:
        return f"call {number} opened a tab"
    if _leads_away(action.tool, data):
        return f"call {number} led to another page"
    return f"an answer may have {ACTIONS} calls" if number >= ACTIONS else ""


def _leads_away(tool: str, data: Object) -> bool:
    """Whether another page came. An editor that names its draft in the address while one types stays the same page."""
    if "from" not in data or (tool == TYPING and "stays" in data):
        return False
    return _page(data["from"]) != _page(data.get("url"))


def _page(url: object) -> str:
    return str(url).partition("#")[0]


async def _action(stand: Stand, path: str, call: Object) -> Action:
    steps = stand.footing.steps
    pauses = steps.pauses

    async def work() -> Object:
        reopened = await stand.ready() and isinstance(call["args"], dict) and "index" in call["args"]
        if not await _begun(stand, path):
            if steps.pauses > pauses:
                return _kept(stand, not_done("you were paused, and a person may have acted in the browser"), 0.0, "no")
            if reopened:
                return _kept(stand, not_done("the browser was opened again, and has other numbers now"), 0.0, "no")
        return await _done(stand, path, call)

    kept = await stand.step(path, work)
    result = Result.from_json(kept["result"])
    how = (kept["ms"], kept["moved"], kept["state"], kept.get("place"))
    return Action(path, call["id"], call["tool"], call["args"], result, *how)


async def _done(stand: Stand, path: str, call: Object) -> Object:
    """Make one call, once; where it moved the browser, its state is kept before the call is said to be over."""
    begun = perf_counter()
    name, key = str(call["tool"]), f"{stand.run}{path}"
    tool, keeper = stand.menu.find(name), stand.keeper

    def keeping(each: Tool) -> Tool:
        return each if keeper is None or each.name != name else keeper.keeping(each, f"{key}~1")

    context = replace(stand.context, tools=Changed(stand.menu, keeping))
    keyed = tool is not None and not tool.harmless
    await stand.footing.boundary("before", key)
    scope = Scope((stand.history.results,))
    result = await invoke(Call(name, call["args"], key=key if keyed else None, scope=scope), context)
    await stand.footing.boundary("after", key)
    if result.fault is not None and result.fault.code == "cancelled" and stand.footing.steps.cancel.cancelled:
        raise result.fault
    if call.get("mended"):
        result.repairs = (Repair("", MENDED), *result.repairs)
    if name == "done" and result.ok:
        result = _judged(stand, result)
    did = moved(name, result.data, result.fault)
    state = f"{key}~1"
    if keeper is not None and did != "no" and state not in keeper.witnessed and await keeper.has(state):
        await keeper.restore(state)  # an earlier process made the call: the browser is put where that led
    return {**_kept(stand, result, (perf_counter() - begun) * 1000, did), "place": _place(stand, result)}


def _kept(stand: Stand, result: Result, ms: float, did: Moved) -> Object:
    state = None if stand.keeper is None or did == "no" else stand.keeper.name
    return {"result": stand.context.redactor.value(result.to_json()), "ms": ms, "moved": did, "state": state}


def _place(stand: Stand, result: Result) -> list[float] | None:
    """Where the element stood that was acted on."""
    page = stand.context.page
    touched = None if page is None or "/selector" not in result.proof else page.touched
    return None if touched is None else [round(each, 1) for each in touched]


async def _begun(stand: Stand, path: str) -> bool:
    """Whether an earlier process has begun the call: then the log says what came of it."""
    log = stand.context.log
    return log is not None and await log.find(f"{stand.run}{path}", "call.started") is not None


def not_done(why: str) -> Result:
    """What was decided on a page that is another one now."""
    return Result.failure(Fault("cancelled", f"Not done: {why}.", hint="Look and decide again.", retry=True))


def _judged(stand: Stand, result: Result) -> Result:
    """An answer that the run does not bear out is sent back, once."""
    refused = any(action.tool == "done" for action in stand.history.actions)
    if refused or not result.data["success"]:
        return result
    found = truth.grave_doubts(stand.task, stand.history, result.data)
    return Result.failure(truth.refusal(found)) if found else result
