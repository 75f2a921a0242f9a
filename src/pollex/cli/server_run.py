"""A run that the running server of this home does: only it speaks with the person's own browser."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Literal

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result

if TYPE_CHECKING:
    from ..app.app import App
    from ..runs.run import Run

ANSWERING: Final = 10.0
MOVING: Final = 180.0
"""Seconds in which a run finishes its step, and goes on in the other browser."""
Kind = Literal["task", "workflow", "record"]


async def run_on_server(app: App, id: str, kind: Kind, thing: Any, options: Object) -> Run:  # noqa: A002 - the run's id
    """Return the run when it has ended; it is stopped when this is. `options` are those of `App.run` or `App.start`."""
    run = app.find_run(id)
    try:
        await start_on_server(app, id, kind, thing, options)
    except Fault as fault:
        run.result = Result.failure(fault)
        return run
    try:
        await run.wait()
    except asyncio.CancelledError:
        await app.runs.control.cancel(id)
        raise
    return run


async def start_on_server(app: App, id: str, kind: Kind, thing: Any, options: Object) -> None:  # noqa: A002
    """Start a run of one thing there, or raise a Fault."""
    from ..serve.runs import OPTIONS

    names = {own: sent for sent, own in OPTIONS[kind].items()}
    given = {name: value for name, value in options.items() if value not in (None, ())}
    for name in given:
        if name not in names:
            raise Fault("invalid_input", f"There is no {name} in Chrome.", hint=f"Leave --{name} out.")
    body = {kind: thing, "id": id, **{names[name]: value for name, value in given.items()}}
    await asyncio.to_thread(_ask, app, "/api/runs", body)


async def resume_on_server(app: App, run: str, changes: Object) -> str:
    """Let a run go on there; return its id, or that of the new run which goes on behind a failed one."""
    from ..serve.steer import CHANGES

    names = {own: sent for sent, own in CHANGES.items()}
    body = {names.get(name, name): value for name, value in changes.items()}
    return str((await asyncio.to_thread(_ask, app, f"/api/runs/{run}/resume", body))["id"])


def look_at_move(app: App, run: str, to: str) -> Object:
    """Return what a run that goes on there would take into another browser."""
    return _ask(app, f"/api/runs/{run}/move?to={to}", None, "GET")


def move_on_server(app: App, run: str, to: str, tab: int | None) -> Object:
    """Move a run that goes on there, once it has finished its step."""
    given = {} if tab is None else {"tab": tab}
    return _ask(app, f"/api/runs/{run}/move", {"to": to, **given}, patience=MOVING)


def _ask(app: App, path: str, body: Object | None, method: str = "POST", patience: float = ANSWERING) -> Object:
    from ..serve.server_file import ask_server, no_server

    said = ask_server(app.settings.home, method, path, body, patience)
    if said is None:
        raise no_server()
    if "fault" in said:
        raise Fault.from_json(said["fault"])
    return said
