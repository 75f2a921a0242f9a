"""The endpoints of runs: started, listed, shown, and as a page to read."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import HTMLResponse, Response

from ..core.call import checked_run_id
from ..core.event import last_end, was_stopped
from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..report import report
from ..runs.summary import state_of, summary
from .endpoint import ApiRequest

if TYPE_CHECKING:
    from ..app.app import App
    from ..core.protocols import RunSummary

SETTLING: Final = 10.0
"""Seconds in which the row of a run follows its last event."""
PLACE: Final = {"where": "where", "tab": "tab"}
TASK: Final = {
    "url": "url",
    "output": "output",
    "model": "model",
    "fallback": "fallback",
    "modelTimeout": "model_timeout",
    "allow": "allow",
    "tools": "tools",
    "files": "files",
    "readOnly": "read_only",
    "policy": "policy",
    "maxSteps": "max_steps",
    "history": "history",
    "pictures": "pictures",
    "vision": "vision",
    **PLACE,
}
"""The options of a task, as they are sent and as `App.start` has them."""
OPTIONS: Final[dict[str, dict[str, str]]] = {
    "task": TASK,
    "workflow": {"inputs": "inputs", "model": "model", **PLACE},
    "tool": {"inputs": "inputs"},
    "record": PLACE,
    "library tool": {"inputs": "inputs", "credentials": "credentials", "auth": "auth", "timeout": "timeout"},
}
ENDED: Final = ("done", "failed", "cancelled", "dead")
DEFAULT_LIMIT: Final = 20
STATUSES: Final = ("queued", "running", "interrupted", "paused", *ENDED)
LIST: Final[Object] = {
    "status": {"type": "string", "enum": list(STATUSES), "description": "Only runs that are so."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1_000, "default": DEFAULT_LIMIT, "description": "Most runs."},
}


async def start_run(asked: ApiRequest) -> Object:
    """Start a run without waiting for its end."""
    app, body = asked.state.app, dict(asked.body)
    kinds = [kind for kind in ("task", "workflow", "tool", "record") if kind in body]
    if len(kinds) != 1:
        received = " and ".join(kinds) or "nothing"
        expected = "task, workflow, tool or record"
        raise Fault("invalid_input", "A run is of one thing.", expected=expected, received=received)
    kind, chosen = kinds[0], body.pop("id", None)
    thing = body.pop(kind)
    options = _options(app, kind, thing, body)
    if chosen is not None and await app.runs.control.list(run=checked_run_id(chosen, new=True)):
        message, hint = (
            f"There is a run {chosen!r} already.",
            f"See /api/runs/{chosen}; leave the id out for a new run.",
        )
        raise Fault("conflict", message, pointer="/id", received=chosen, hint=hint)
    if kind == "task":
        run = await app.start(thing, run=chosen, **options)
    elif kind == "workflow":
        workflow = _below("/workflow", lambda: app.load_workflow(thing))
        _check_inputs(workflow.inputs, options)
        run = await app.start(workflow=workflow, run=chosen, **options)
    elif kind == "record":
        run = await app.start(record=thing, run=chosen, **options)
    else:
        _check_inputs(app.libraries.input_of(thing), options)
        run = await app.start(tool=thing, run=chosen, **options)
    asked.state.metrics.started.labels(kind).inc()
    return {"id": run.id}


def _options(app: App, kind: str, thing: Any, given: Object) -> Object:
    """Return the options as `App.start` has them; raise a Fault for those that this kind of run does not have."""
    of = "library tool" if kind == "tool" and app.libraries.tools.has(thing) else kind
    known = OPTIONS[of]
    expected = ", ".join(known) or "nothing more"
    issues = [
        Issue(f"/{name}", f"A run of a {of} takes no {name!r}.", expected, brief(value), "Leave it out.")
        for name, value in given.items()
        if name not in known
    ]
    if issues:
        raise Fault.from_issues("invalid_input", issues, what="The body")
    return {known[name]: value for name, value in given.items()}


def _check_inputs(schema: Any, options: Object) -> None:
    checked = schema.check(options.get("inputs") or {})
    if checked.issues:
        raise Fault.from_issues("invalid_input", [each.below("inputs") for each in checked.issues], what="The inputs")
    options["inputs"] = checked.value


def _below(pointer: str, read: Any) -> Any:
    """Return what `read` returns; the pointers of its faults lie below this one."""
    try:
        return read()
    except Fault as fault:
        if not fault.issues:
            raise
        name = pointer.removeprefix("/")
        raise Fault.from_issues(fault.code, [each.below(name) for each in fault.issues]) from fault


async def list_runs(asked: ApiRequest) -> Object:
    app, status, limit = asked.state.app, asked.query.get("status"), asked.query["limit"]
    same = "running" if status == "interrupted" else status
    listed = await app.runs.control.list(status=same, limit=10_000 if same == "running" else limit)
    found = [run for run in listed if status is None or state_of(run) == status]
    return {"runs": [await summary(app.runs, app.log, run) for run in found[:limit]]}


async def show_run(asked: ApiRequest) -> Object:
    app, run = asked.state.app, await _settled(asked)
    result = await app.runs.outcome(run.id) if run.status in ENDED else None
    questions = {} if run.status in ENDED else await app.runs.questions(run.id)
    return {
        **await summary(app.runs, app.log, run),
        "reason": run.reason,
        "questions": [each.to_json() for each in questions.values()],
        "result": None if result is None else result.to_json(),
    }


async def _settled(asked: ApiRequest) -> RunSummary:
    """Return the run that the path names. One whose last event is written, but whose row is not, is waited for."""
    run, app = await find(asked), asked.state.app
    if run.status == "running":
        _, end = await last_end(app.log, run.id)
        if end is not None and not was_stopped(end):
            with suppress(TimeoutError):
                async with asyncio.timeout(SETTLING):
                    await app.runs.outcome(run.id)
            return await find(asked)
    return run


async def show_report(asked: ApiRequest) -> Response:
    """Return a run or a workspace as one page for people, which loads and runs nothing."""
    app, id_ = asked.state.app, checked_run_id(asked.path["id"])
    is_workspace = any(each["id"] == id_ for each in await app.workspaces.list())
    status = None if is_workspace else state_of(await find(asked))
    events = await app.find_run(id_).events()
    if not events:
        raise Fault("not_found", f"The run {id_!r} has written nothing yet.")
    made = await asyncio.to_thread(report, events, status=status, folder=app.settings.home / "files" / id_)
    return HTMLResponse(made.html, headers={"Content-Security-Policy": "frame-ancestors 'none'"})


async def find(asked: ApiRequest) -> RunSummary:
    """Return the run that the path names; raise a Fault where there is none."""
    return await asked.state.app.runs.control.find(checked_run_id(asked.path["id"]))
