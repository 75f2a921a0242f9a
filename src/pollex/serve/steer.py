"""The endpoints that steer a run: stop, pause, resume, answer, approve, compile."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from ..runs.stop import only
from ..runs.summary import state_of
from .endpoint import ApiRequest
from .runs import find

PATH: Final[Object] = {"type": "string", "description": "What it asks, by its path; else the only thing it asks."}
ANSWER: Final[Object] = {
    "type": "object",
    "properties": {"path": PATH, "answer": {"description": "The answer: an object that fits the question's form."}},
    "required": ["answer"],
}
APPROVE: Final[Object] = {
    "type": "object",
    "properties": {
        "path": PATH,
        "approved": {"type": "boolean", "default": True, "description": "false refuses it."},
    },
}
COMPILE: Final[Object] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "description": "What the workflow is called."},
        "partial": {"type": "boolean", "default": False, "description": "Also of a run that did not end well."},
    },
}
RESUME: Final[Object] = {
    "type": "object",
    "properties": {
        "model": {"type": "string", "description": "Of a task that failed: another model."},
        "fallback": {"type": "string", "description": "Of a task that failed: a second model."},
        "maxSteps": {"type": "integer", "minimum": 1, "description": "Of a task that failed: how many decisions."},
        "modelTimeout": {
            "type": "number",
            "exclusiveMinimum": 0,
            "description": "Seconds for one answer of the model.",
        },
    },
}
CHANGES: Final = {"model": "model", "fallback": "fallback", "maxSteps": "max_steps", "modelTimeout": "model_timeout"}
BY: Final = "http"


async def stop_run(asked: ApiRequest) -> Object:
    run = await find(asked)
    only(run.id, {run.id: state_of(run)})
    await asked.state.app.runs.control.cancel(run.id)
    return {"id": run.id, "status": "cancelled"}


async def pause_run(asked: ApiRequest) -> Object:
    run = await find(asked)
    await asked.state.app.runs.control.pause(run.id)
    return {"id": run.id, "status": "paused"}


async def resume_run(asked: ApiRequest) -> Object:
    """Let a run go on; a task that failed goes on as a new run, whose id is answered."""
    runs, run = asked.state.app.runs, await find(asked)
    if await runs.has_failed(run.id):
        changes = {CHANGES[name]: value for name, value in asked.body.items()}
        return {"id": await runs.start_fork(run.id, variables=changes), "status": "running", "forkedFrom": run.id}
    if run.status == "paused":
        await runs.control.resume(run.id)
    else:
        await runs.start_again(run.id)
    return {"id": run.id, "status": "running"}


async def answer_run(asked: ApiRequest) -> Object:
    run = await find(asked)
    await asked.state.app.runs.answer(run.id, asked.body.get("path"), asked.body["answer"], by=BY)
    return {"id": run.id, "status": "answered"}


async def approve_run(asked: ApiRequest) -> Object:
    run, approved = await find(asked), asked.body["approved"]
    await asked.state.app.runs.approve(run.id, asked.body.get("path"), approved=approved, by=BY)
    return {"id": run.id, "status": "approved" if approved else "refused"}


async def compile_run(asked: ApiRequest) -> Object:
    """Make a workflow of what an agent's run did."""
    run = await find(asked)
    name, partial = asked.body.get("name"), asked.body["partial"]
    made = (await asked.state.app.find_run(run.id).compile(name=name, partial=partial)).document
    said = made["changes"][0] if made.get("changes") else {}
    return {"workflow": made, "did": said.get("did", []), "unsure": said.get("unsure", [])}
