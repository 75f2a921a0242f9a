"""The agent's loop: look, decide, act, until the task is done, cannot be done, or has taken too long.

Every decision and every action is a step of the engine: after a kill the run goes on behind the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Final

from ..core.call import new_id
from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import Model
from ..core.result import Result
from . import loop_detection, verify
from .act import act
from .asking import open_question
from .decide import decide
from .history import Turn
from .look import Look
from .state import AgentState
from .task import Task

REFUSALS: Final = 10
"""After so many things that were not allowed the run ends."""


async def run_task(
    task: Task,
    model: Model,
    environment: RunEnvironment,
    kept: Mapping[str, Object] | None = None,
    judge: Model | None = None,
) -> Result:
    """Run a task and return its result. A failed run still reports how far it came.

    `kept` are the steps of an earlier run that it begins with; `judge` decides what the rules leave open.
    """
    begun = perf_counter()
    state = AgentState(task, model, environment, kept=kept or {}, judge=judge)
    with state.guarded():
        try:
            result = await _run_steps(state)
        except Fault as fault:
            result = Result.failure(fault, _outcome(state))
        await state.effects(last=True)
    result.cost = state.history.cost._replace(ms=(perf_counter() - begun) * 1000)
    result.notes = (*result.notes, *state.guards.effects.notes)
    result.files = tuple(dict.fromkeys(file for each in state.history.actions for file in each.result.files))
    return result


async def _run_steps(state: AgentState) -> Result:
    page = state.context.page
    if state.task.where is not None and page is not None:
        await page.state()  # it begins with what the person's tab shows
    if (check := getattr(state.model, "check", None)) is not None:  # what it cannot do it says before anything is done
        check(state.task.text, state.task.url or ("" if page is None else page.url))
    if state.task.url is not None:
        going = {"id": new_id(), "tool": "page.navigate", "args": {"url": state.task.url}}
        arrived = Turn("/0", Look("about:blank", "", ""), wanted=[going])
        await _execute_turn(state, arrived)
        fault = arrived.actions[0].result.fault
        if fault is not None and fault.code != "conflict":  # a page that asks something is there
            return Result.failure(fault, _outcome(state))
    while (ended := _ended(state)) is None:
        turn = await decide(state, f"/{state.history.decisions + 1}")
        answer = await _execute_turn(state, turn)
        if answer is not None:
            return _answered(state, answer)
        if turn.actions and (asked := open_question(turn.actions[-1].result.to_json())) is not None:
            return _asking(state, asked, turn.actions[-1].result)
    return Result.failure(ended, _outcome(state))


async def _execute_turn(state: AgentState, turn: Turn) -> Object | None:
    """Execute a turn's calls and record the step."""
    state.history.turns.append(turn)
    answer = await act(state, turn)
    kept: Object = {"notes": state.history.notes, "plan": state.history.plan}
    if answer is not None and turn.actions[-1].shown:
        kept["shown"] = turn.actions[-1].shown
    data = {"path": turn.path, "step": state.history.decisions, **turn.to_event(), **kept}
    await state.emit("step.finished", turn.path, data)
    return answer


def _asking(state: AgentState, asked: Object, result: Result) -> Result:
    """Return the result of a run that ends with a question, since nobody can be asked."""
    return replace(result, data={**_outcome(state, {"text": asked["question"]}), "asks": asked})


def _answered(state: AgentState, answer: Object) -> Result:
    if not answer["success"]:
        return Result.failure(Fault("failed", str(answer["text"]), retry=False), _outcome(state, answer))
    found = verify.judge(state.task, state.history, answer)
    if found.proof == "not done" or verify.is_unfounded(state.task, state.history, answer):
        outcome = _outcome(state, answer, "not done")
        message = f"Not done: {'; '.join(found.open)}."
        return Result.failure(Fault("failed", message, hint="Look at the steps, and resume it.", retry=False), outcome)
    notes = tuple(f"not proven: {each}" for each in found.open)
    return Result.success(_outcome(state, answer, found.proof), notes=notes)


def _outcome(state: AgentState, answer: Object | None = None, proof: verify.ProofLevel = "nothing to check") -> Object:
    said = answer or {}
    proven = {"proven": proof == "proven", "proof": proof}
    outcome = {"answer": said.get("text", ""), "values": said.get("values"), **proven}
    return {"run": state.run, **outcome, "steps": state.history.decisions}


def _ended(state: AgentState) -> Fault | None:
    """Return why the run must end, or None."""
    last = state.history.turns[-1] if state.history.turns else None
    if last is not None and last.ending is not None:
        fault = Fault.from_json(last.ending)
        fault.hint = fault.hint or "Choose another model with --model, or mend its key."
        return fault
    errors, most = state.context.limits.consecutive_errors, state.task.max_steps
    if state.history.errors >= errors:
        message = f"{errors} errors in a row; the last: {state.history.turns[-1].failure}"
        hint = "Mend what the last error says, or say the task in other words."
        return Fault("failed", message, hint=hint, retry=False)
    if state.history.refusals >= REFUSALS:
        message = f"{REFUSALS} times something was refused; the last: {state.history.turns[-1].failure}"
        hint = "The page may have talked the model into it. Say in the task what is to be done, or allow it."
        return Fault("denied", message, hint=hint, retry=False)
    if state.history.decisions >= most:
        message, hint = f"The task was not done within {most} steps.", "Allow more with --max-steps, or split the task."
        return Fault("limit", message, expected=f"at most {most} steps", hint=hint, retry=False)
    if getattr(state.model, "literal", False):
        return None  # its orders come to an end by themselves
    return loop_detection.stop(state.history)
