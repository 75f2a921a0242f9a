"""A question of the model to the person: it waits for the answer, or ends the run where nobody can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.json import Object
from ..core.question import ask_by_form
from ..core.reply import checked_answer, question_form
from ..core.result import Result
from ..core.schema import Schema


async def ask_person(path: str, asked: Object, environment: RunEnvironment) -> Result:
    """Return the person's answer to the arguments of `ask`, as the form wants it."""
    question = str(asked["question"])
    try:
        form = _form(asked)
        if not environment.attended:
            return Result.failure(_nobody(question, environment.steps.run), {"question": question, "form": form})
        answer = await ask_by_form(environment, path, question, form)
        return Result.success(checked_answer(answer, form))
    except Fault as fault:
        if fault.code == "cancelled":
            raise
        return Result.failure(fault)


def open_question(result: Mapping[str, Any]) -> Object | None:
    """Return the question and its form where a call's result, as JSON, says that nobody could be asked; else None."""
    data = result.get("data")
    asks = not result.get("ok") and isinstance(data, dict) and data.keys() == {"question", "form"}
    return data if asks else None


def unanswered(kept: Mapping[str, Object]) -> str | None:
    """Return the path of the step in which a run asked what nobody could be asked; None where there is none."""
    return next((path for path, step in kept.items() if open_question(step.get("result") or {}) is not None), None)


def answered(kept: Mapping[str, Object], answer: Any) -> dict[str, Object]:
    """Return the steps of a run that ended with a question, with the answer; raise a Fault where it does not fit."""
    path = unanswered(kept)
    if path is None:
        message, hint = "The run did not end with a question, so there is nothing to answer.", "Leave the answer out."
        raise Fault("conflict", message, pointer="/answer", hint=hint, retry=False)
    value = checked_answer(answer, kept[path]["result"]["data"]["form"])
    return {**kept, path: {**kept[path], "result": Result.success(value).to_json()}}


def _form(asked: Object) -> Object:
    form = question_form(asked)
    try:
        Schema(form).verify()
    except Fault as fault:
        fault.pointer = f"/form{fault.pointer or ''}"
        raise
    if not form.get("properties"):
        expected = "a JSON schema of an object with properties"
        raise Fault("invalid_input", "The form has no fields.", pointer="/form", expected=expected)
    return form


def _nobody(question: str, run: str) -> Fault:
    hint = f"Go on with the answer: pollex runs resume {run} --answer JSON"
    message = f"Nobody can be asked here: {question}"
    return Fault("unavailable", message, expected="an answer of the person", hint=hint, retry=False)
