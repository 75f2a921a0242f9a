"""The endpoints of workspaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.call import new_id
from ..core.fault import Code, Fault
from ..core.json import Object
from ..core.result import Result
from ..workspace.acting import HURRIED
from .answer import json_answer
from .endpoint import ApiRequest, Handler
from .refusal import status_of
from .workspace_requests import REQUESTS, refused, whole

if TYPE_CHECKING:
    from ..app.workspaces.host import WorkspaceHost

BY: Final = "program"
"""Who asks over HTTP."""
INVALID: Final[frozenset[Code]] = frozenset({"invalid_input", "limit", "not_found", "ambiguous", "unknown_reference"})
"""Faults of what was sent, all answered with 422: a 404 means that there is no such workspace."""


async def find_workspace(asked: ApiRequest) -> WorkspaceHost:
    """Return the workspace that the path names, or the last one used; raise a Fault where there is none of that id."""
    return await asked.state.app.workspaces.open(asked.path.get("workspace"), create=False)


async def list_workspaces(asked: ApiRequest) -> Object:
    return {"workspaces": await asked.state.app.workspaces.list()}


async def create_workspace(asked: ApiRequest) -> Object:
    return {"id": (await asked.state.app.workspaces.open(new_id())).workspace.id}


async def show_workspace(asked: ApiRequest) -> Object:
    return whole(await find_workspace(asked))


async def show_gate(asked: ApiRequest) -> Object:
    return (await find_workspace(asked)).gate()


def ask_workspace(name: str) -> Handler:
    """Return the handler of a request by its name."""

    async def handle(asked: ApiRequest) -> object:
        host = await find_workspace(asked)
        HURRIED.set(True)  # of this request
        try:
            return json_answer(await REQUESTS[name](host, asked.body, BY))
        except Fault as fault:
            status = 422 if fault.code in INVALID else status_of(fault)
            return json_answer({**Result.failure(fault).to_json(), **refused(fault)}, status)

    return handle


async def save_workspace(asked: ApiRequest) -> Object:
    """Return a workspace as one file."""
    return (await (await find_workspace(asked)).workspace.save()).to_json()


async def import_workspace_surface(asked: ApiRequest) -> Object:
    """Draw A2UI surfaces as windows."""
    return await (await find_workspace(asked)).import_surface(asked.body["messages"], asked.body.get("title"))


async def open_workspace_file(asked: ApiRequest) -> Object:
    """Open a saved workspace as a new one. What it called is not called again."""
    return {"id": (await asked.state.app.workspaces.open_document(asked.body)).workspace.id}
