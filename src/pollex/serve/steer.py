"""The endpoints that steer a run: stop, pause, resume, move, fork, finish, answer, approve, compile, keep."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from ..runs.stop import only
from ..runs.summary import state_of
from .endpoint import ApiRequest
from .runs import find
from .schemas import ASKED_AT, TEXT, listed, shape

ANSWER: Final[Object] = {
    "type": "object",
    "properties": {"path": ASKED_AT, "answer": {"description": "The answer: an object that fits the question's form."}},
    "required": ["answer"],
}
COMPILE: Final[Object] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "description": "What the workflow is called."},
        "partial": {"type": "boolean", "default": False, "description": "Also of a run that did not end well."},
        "replay": {
            "type": "boolean",
            "default": True,
            "description": "Replay it at once in a fresh window, up to the first request that changes something.",
        },
    },
}
FORK: Final[Object] = {
    "type": "object",
    "properties": {
        "at": {
            "type": "string",
            "description": "The path of the step that is done anew; of a task, else behind the last good one.",
        }
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
        "answer": {"description": "The answer to the question that it waits or ended with."},
    },
}
GOAL: Final[Object] = {
    "to": {
        "enum": ["chrome", "headless"],
        "default": "chrome",
        "description": "Into the person's own Chrome, or a browser of Pollex.",
    }
}
MOVE: Final[Object] = {
    "type": "object",
    "properties": {**GOAL, "tab": {"type": "integer", "description": "With chrome: the tab; else a free one."}},
}
LUGGAGE: Final = shape({
    "id": TEXT, "to": TEXT, "domains": listed(TEXT), "tabs": listed(TEXT), "storage": listed(TEXT),
    "cookies": listed(shape({"domain": TEXT, "names": listed(TEXT)})),
})  # fmt: skip
MOVED: Final = shape({"id": TEXT, "status": TEXT, "notes": listed(TEXT)})
CHANGES: Final = {"maxSteps": "max_steps", "modelTimeout": "model_timeout"}
"""The names of changes where they are others than over HTTP."""
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
    run = await find(asked)
    changes = {CHANGES.get(name, name): value for name, value in asked.body.items()}
    return await asked.state.app.runs.go_on(run.id, changes)


async def look_at_move(asked: ApiRequest) -> Object:
    """Return what a run would take along, for the person to agree to."""
    run = await find(asked)
    return await asked.state.app.moves.look(run.id, asked.query["to"])


async def move_run(asked: ApiRequest) -> Object:
    """Move a run, with what its person has agreed to."""
    run = await find(asked)
    return await asked.state.app.moves.move(run.id, asked.body["to"], asked.body.get("tab"))


async def fork_run(asked: ApiRequest) -> Object:
    """Start a new run with what this one had done before a step."""
    run = await find(asked)
    started = await asked.state.app.runs.start_fork(run.id, at=asked.body.get("at"))
    return {"id": started, "status": "running", "forkedFrom": run.id}


async def finish_run(asked: ApiRequest) -> Object:
    """End a recording, and answer when it has ended."""
    run, runs = await find(asked), asked.state.app.runs
    await runs.finish(run.id)
    result = await runs.outcome(run.id)
    return {"id": run.id, "status": "done" if result.ok else "failed"}


async def answer_run(asked: ApiRequest) -> Object:
    run = await find(asked)
    await asked.state.app.runs.answer(run.id, asked.body.get("path"), asked.body["answer"], by=BY)
    return {"id": run.id, "status": "answered"}


async def approve_run(asked: ApiRequest) -> Object:
    run, approved, kind = await find(asked), asked.body["approved"], asked.body["kind"]
    await asked.state.app.runs.approve(run.id, asked.body.get("path"), approved=approved, kind=kind, by=BY)
    return {"id": run.id, "status": "approved" if approved else "refused"}


async def compile_run(asked: ApiRequest) -> Object:
    """Make a workflow of what an agent's run did."""
    run = await find(asked)
    made = (await asked.state.app.find_run(run.id).compile(**_options(asked))).document
    said = made["changes"][0] if made.get("changes") else {}
    return {"workflow": made, "did": said.get("did", []), "unsure": said.get("unsure", [])}


async def keep_run(asked: ApiRequest) -> Object:
    """Keep what an agent's run did as a workflow of the home folder."""
    run, app = await find(asked), asked.state.app
    return await app.workspaces.keep_run(app.find_run(run.id), **_options(asked))


def _options(asked: ApiRequest) -> Object:
    return {"name": asked.body.get("name"), **{each: asked.body[each] for each in ("partial", "replay")}}
