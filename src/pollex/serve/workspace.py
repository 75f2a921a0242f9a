"""The endpoints of workspaces: shown, drawn on by batches, spoken to, steered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from ..core.call import new_id
from ..core.fault import Code, Fault
from ..core.json import Object
from ..core.path import MISSING
from ..core.result import Result
from ..core.wire import uicp_error
from .answer import json_answer
from .endpoint import ApiRequest
from .refusal import status_of
from .workspace_schemas import BY

if TYPE_CHECKING:
    from ..app.workspaces.host import WorkspaceHost

INVALID: Final[frozenset[Code]] = frozenset({"invalid_input", "limit", "not_found", "ambiguous", "unknown_reference"})
"""Faults of what a batch says, all answered with 422: a 404 would mean that there is no such workspace."""


async def find_workspace(asked: ApiRequest) -> WorkspaceHost:
    """Return the workspace that the path names, or the last one used; raise a Fault where there is none of that id."""
    return await asked.state.app.workspaces.open(asked.path.get("workspace"), create=False)


async def list_workspaces(asked: ApiRequest) -> Object:
    return {"workspaces": await asked.state.app.workspaces.list()}


async def create_workspace(asked: ApiRequest) -> Object:
    host = await asked.state.app.workspaces.open(new_id())
    return {"id": host.workspace.id}


async def show_workspace(asked: ApiRequest) -> Object:
    return (await find_workspace(asked)).workspace.snapshot()


async def apply_batch(asked: ApiRequest) -> Response:
    """Apply a batch as a whole; answer each command, or everything that is wrong with them."""
    workspace = (await find_workspace(asked)).workspace
    try:
        answers = await workspace.apply(asked.body, by=BY)
    except Fault as fault:
        return _refused(fault)
    return json_answer([answer.to_json() for answer in answers])


async def press_command(asked: ApiRequest) -> Response:
    """Do what a click on an element, or a submit, does."""
    workspace, body = (await find_workspace(asked)).workspace, asked.body
    try:
        answers = await workspace.press(
            body["windowId"],
            body["command"],
            value=body.get("value", MISSING),
            form=body.get("form"),
            component=body.get("componentId"),
        )
    except Fault as fault:
        return _refused(fault)
    return json_answer([answer.to_json() for answer in answers])


async def use_component(asked: ApiRequest) -> Response:
    """Do what a person does with a component."""
    workspace, body = (await find_workspace(asked)).workspace, asked.body
    try:
        answers = await workspace.use(body["component"], body["event"], body.get("data", {}))
    except Fault as fault:
        return _refused(fault)
    return json_answer([answer.to_json() for answer in answers])


def _refused(fault: Fault) -> Response:
    """Return a fault with the workspace specification's UICPValidationError (003) beside it."""
    status = 422 if fault.code in INVALID else status_of(fault)
    return json_answer({**Result.failure(fault).to_json(), "error": uicp_error(fault)}, status)


async def undo_batch(asked: ApiRequest) -> Object:
    return await (await find_workspace(asked)).workspace.undo()


async def redo_batch(asked: ApiRequest) -> Object:
    return await (await find_workspace(asked)).workspace.redo()


async def say_in_workspace(asked: ApiRequest) -> Object:
    host = await find_workspace(asked)
    await host.say(asked.body["text"])
    return {"id": host.workspace.id, "status": "said"}


async def approve_in_workspace(asked: ApiRequest) -> Object:
    """Approve or refuse a call that the workspace asks about."""
    host, approved = await find_workspace(asked), asked.body["approved"]
    await host.approvals.answer(asked.body.get("path"), approved=approved, by=BY)
    return {"id": host.workspace.id, "status": "approved" if approved else "refused"}


async def save_workspace(asked: ApiRequest) -> Object:
    """Return a workspace as one file."""
    return (await (await find_workspace(asked)).workspace.save()).to_json()


async def open_workspace_file(asked: ApiRequest) -> Object:
    """Open a saved workspace as a new one. What it called is not called again."""
    return {"id": (await asked.state.app.workspaces.open_document(asked.body)).workspace.id}
