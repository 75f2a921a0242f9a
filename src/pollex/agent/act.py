"""Execute the calls of a decision one after the other, each once, until the page has changed under them."""

from __future__ import annotations

import re
from dataclasses import replace
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from ..browser.selector import named, parse
from ..core.call import Call
from ..core.call_step import call_once, call_record
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object, dumps
from ..core.lenient_json import MENDED
from ..core.result import NO_COST, Repair, Result
from ..core.template import Scope
from . import proof, verify
from .asking import ask_person
from .history import ACTS, PastCall, Turn
from .look import Look, look
from .own_tools import OWN
from .presses import FILLS
from .state import AgentState

ACTIONS: Final = 10
"""Calls that one decision may ask for."""
TYPING: Final = "page.type"
PRESSING: Final = "page.click"
REFERENCE: Final = re.compile(r"\{\{(?!\s*secret\.)")
"""By which a call refers to the result of another."""
BY_WORDS: Final = frozenset({"text", "role", "label", "placeholder", "act"})
"""Kinds of selectors that hold on a page which nobody has seen yet."""
WAITING: Final = "page.wait"
SHOWN: Final = 50_000
"""Characters of the page that are kept with an answer."""


async def act(state: AgentState, turn: Turn) -> Object | None:
    """Execute the turn's calls; return the final answer if one of them was `done`."""
    away = ""
    for number, call in enumerate(turn.wanted, 1):
        turn.halted = (
            turn.halted or _needs_failed(call, turn.actions) or ("" if _holds_elsewhere(state, call) else away)
        )
        if turn.halted and not (call["tool"] == "done" and all(each.result.ok for each in turn.actions)):
            break  # an answer is judged also where the last call led elsewhere
        action = await _action(state, f"{turn.path}/{number}", call)
        turn.actions.append(action)
        if action.tool == "done" and action.result.ok:
            answer: Object = action.result.data
            return answer
        turn.halted = _halts(action, number, is_read=_is_read(state, action.tool))
        away = away or _led_away(action, number)
    return None


def _holds_elsewhere(state: AgentState, call: Object) -> bool:
    """Return whether a call means the same on another page: it reads, or names by words what it acts on."""
    args = call["args"] if isinstance(call["args"], dict) else {}
    given = [*(args[name] for name in ("index", "to", "selector") if name in args), *args.get("fields", ())]
    is_by_words = all(map(_is_by_words, given))
    return is_by_words and (bool(given) or call["tool"] == WAITING or _is_read(state, call["tool"]))


def _is_by_words(given: Any) -> bool:
    try:
        return all(each.kind in BY_WORDS for each in parse(named(given)).candidates)
    except Fault:
        return False


def _is_read(state: AgentState, name: str) -> bool:
    """Return whether a tool only looks, so that nothing behind it rests on what it did."""
    tool = state.toolset.find(name)
    return tool is not None and tool.effect == "read" and name not in (*ACTS, *OWN)


def _needs_failed(call: Object, done: list[PastCall]) -> str:
    """Return why a call must not follow reads of which one failed: it is the answer, or refers to what was read."""
    failed = next((number for number, each in enumerate(done, 1) if not each.result.ok), None)
    needs = call["tool"] == "done" or REFERENCE.search(dumps(call["args"])) is not None
    return f"call {failed} failed" if failed is not None and needs else ""


def _halts(action: PastCall, number: int, *, is_read: bool) -> str:
    """Return why the turn's remaining calls must not follow this one, or an empty text if they may."""
    data = action.result.data if isinstance(action.result.data, dict) else {}
    if not action.result.ok and not (is_read and number < ACTIONS):
        return f"call {number} failed"
    if "dialog" in data:
        return f"call {number} opened a dialog"
    if "opened" in data:
        return f"call {number} opened a tab"
    if _leads_away(action.tool, data) and _site(data["from"]) != _site(data.get("url")):
        return f"call {number} led to another site"
    if action.tool == "ask":
        return "it was decided before the person answered"
    return f"an answer may have {ACTIONS} calls" if number >= ACTIONS else ""


def _led_away(action: PastCall, number: int) -> str:
    """Return why calls that belong to the page before this one must not follow it."""
    data = action.result.data if isinstance(action.result.data, dict) else {}
    return f"call {number} led to another page" if _leads_away(action.tool, data) else ""


def _leads_away(tool: str, data: Object) -> bool:
    """Return whether another page was loaded. An editor that puts its draft into the address has not left."""
    if "from" not in data or (tool == TYPING and "stays" in data):
        return False
    return _page(data["from"]) != _page(data.get("url"))


def _page(url: object) -> str:
    return str(url).partition("#")[0]


def _site(url: object) -> tuple[str, str]:
    """Return the origin of an address: what was decided for one must not be put into another."""
    parts = urlsplit(str(url))
    return parts.scheme, parts.netloc


async def _action(state: AgentState, path: str, call: Object) -> PastCall:
    steps = state.environment.steps
    pauses = steps.pauses

    async def work() -> Object:
        if await state.person() and not await _begun(state, path):
            return _not_done_record(state, "you were paused, and a person has acted in the browser")
        reopened = await state.ready() and isinstance(call["args"], dict) and "index" in call["args"]
        if not await _begun(state, path):
            if steps.pauses > pauses:
                return _not_done_record(state, "you were paused, and a person may have acted in the browser")
            if reopened:
                return _not_done_record(state, "the browser was opened again, and has other numbers now")
        return await _record(state, path, call)

    return PastCall.from_record(path, call["id"], call["tool"], call["args"], await state.step(path, work))


async def _record(state: AgentState, path: str, call: Object) -> Object:
    """Make one call once, and return what is kept of it."""
    begun, name = perf_counter(), str(call["tool"])
    made = Call(name, call["args"], scope=Scope((state.history.results,)))
    state.guards.effects.path = path
    if name == PRESSING and _has_filled(state.history.turns[-1].actions):
        state.history.behind = await _aside(state, rest=False)  # what is pressed may take only what is there by now
    result, did = await call_once(path, made, state.context, state.environment, state.snapshots)
    if call.get("mended"):
        result.repairs = (Repair("", MENDED), *result.repairs)
    if name == "done" and state.context.page is not None and not state.task.only_asks:
        await state.context.page.rest()
    state.history.late = await state.effects(last=name == "done")
    if name == "done" and result.ok:
        state.history.behind = None if path.endswith("/1") else await _aside(state)
        result = await _judged(state, result)
    if name == "ask" and result.ok:
        result = await ask_person(path, result.data, state.environment)
    result.notes = (*result.notes, *(f"Stopped: {each}" for each in _late_refusals(state)))
    checks = state.guards.effects
    result.cost, checks.cost = result.cost.plus(checks.cost._replace(ms=0.0)), NO_COST
    ms = (perf_counter() - begun) * 1000
    record = call_record(result, ms, did, state.context, state.snapshots)
    behind = None if state.history.behind is None else state.history.behind.to_json()
    more = {"effects": state.history.late, "shown": state.history.shown, "behind": behind}
    state.history.late, state.history.shown, state.history.behind = [], "", None
    return {**record, "place": _place(state, result), **more}


def _late_refusals(state: AgentState) -> list[str]:
    """Return what the page was kept from sending since the last act."""
    return [] if state.context.page is None else state.context.page.late_refusals()


def _not_done_record(state: AgentState, why: str) -> Object:
    return call_record(not_done(why), 0.0, "no", state.context, state.snapshots)


def _place(state: AgentState, result: Result) -> list[float] | None:
    """Return the box of the element that was acted on."""
    page = state.context.page
    touched = None if page is None or "/selector" not in result.proof else page.touched
    return None if touched is None else [round(each, 1) for each in touched]


async def _begun(state: AgentState, path: str) -> bool:
    """Return whether an earlier process started this call; the log then has its outcome."""
    log = state.context.log
    return log is not None and await log.find(f"{state.run}{path}", "call.started") is not None


def not_done(why: str) -> Result:
    """A result for a call that was decided on a page which has changed since."""
    return Result.failure(Fault("cancelled", f"Not done: {why}.", hint="Look and decide again.", retry=True))


async def _judged(state: AgentState, result: Result) -> Result:
    """Send an answer that does not fit its type back to the model; one that the run does not support, once."""
    if not result.data["success"]:
        return result
    if result.data.get("values") or verify.doubts(state.task, state.history, result.data):
        state.history.shown = await _page_text(state)  # an outline leaves out what a picture may have shown
    try:
        state.environment.check_output(result.data.get("values"))
    except Fault as fault:
        return Result.failure(Fault.from_issues("invalid_input", [each.below("values") for each in fault.issues]))
    if any(verify.is_refusal(action.result.fault) for action in state.history.actions if action.tool == "done"):
        return result
    found = verify.grave_claims(state.task, state.history, result.data)
    is_undone = bool(found) and bool(proof.not_done(state.task, state.history))
    if found:
        return Result.failure(verify.refusal(found, is_undone=is_undone))
    state.history.shown = state.history.shown or await _page_text(state)
    return result


async def _aside(state: AgentState, *, rest: bool = True) -> Look | None:
    """Return the page as it is behind the calls of the same answer, which nobody has looked at since."""
    if state.context.page is None or state.task.only_asks:
        return None
    return await look(replace(state.context, log=None), state.task.text, aside=True, rest=rest)


def _has_filled(done: list[PastCall]) -> bool:
    """Whether something was put into a page since it was looked at."""
    looked = [place for place, each in enumerate(done) if each.behind is not None]
    return any(each.tool in FILLS and each.result.ok for each in done[looked[-1] if looked else 0 :])


async def _page_text(state: AgentState) -> str:
    """Return the text of the last page, from which a compiled workflow can read the answer's values again too."""
    if not state.history.turns[-1].look.outline:
        return ""
    found = await invoke(Call("page.text", {}), replace(state.context, tools=state.toolset))
    return str(state.context.redactor.value(found.data["text"][:SHOWN])) if found.ok else ""
