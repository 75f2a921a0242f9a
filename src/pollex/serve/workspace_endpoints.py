"""The endpoints of workspaces. Each path also goes without an id: then the last one used is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from . import workspace
from .agui import stream_agui
from .endpoint import Endpoint, Handler, Method
from .schemas import STEERED, TEXT, listed, ref, shape
from .workspace_schemas import APPROVAL, BATCH, PRESS, SAVED, SAY, STEPPED, USE

LAST: Final = "/api/workspace"
ANSWERS: Final = listed(ref("CommandResult"))


def _both(
    method: Method, tail: str, summary: str, handle: Handler, output: Any, body: Any = None
) -> Iterator[Endpoint]:
    """Yield the endpoint of the last workspace used and that of a workspace by its id."""
    judged = body is not BATCH
    name = f"{handle.__name__}_last"
    yield Endpoint(
        method, f"{LAST}{tail}", f"{summary} (the last one used)", handle, output, body, judged=judged, name=name
    )
    yield Endpoint(method, f"{LAST}/{{workspace}}{tail}", summary, handle, output, body, judged=judged)


WORKSPACE_ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        "GET",
        "/api/workspaces",
        "List the workspaces, the last one used first",
        workspace.list_workspaces,
        shape({"workspaces": listed(shape({"id": TEXT, "used": TEXT}))}),
    ),
    Endpoint(
        "POST", "/api/workspaces", "Open a new workspace", workspace.create_workspace, shape({"id": TEXT}), status=201
    ),
    *_both("GET", "", "Show a workspace", workspace.show_workspace, ref("WorkspaceSnapshot")),
    *_both("POST", "/batch", "Apply a batch of commands", workspace.apply_batch, ANSWERS, BATCH),
    *_both("POST", "/press", "Press what has a command", workspace.press_command, ANSWERS, PRESS),
    *_both("POST", "/use", "Use a component", workspace.use_component, ANSWERS, USE),
    *_both("POST", "/undo", "Take the last batch back", workspace.undo_batch, STEPPED),
    *_both("POST", "/redo", "Do a batch again", workspace.redo_batch, STEPPED),
    *_both("POST", "/say", "Say something in the chat", workspace.say_in_workspace, STEERED, SAY),
    *_both("GET", "/file", "Save a workspace as one file", workspace.save_workspace, SAVED),
    Endpoint(
        "POST",
        f"{LAST}/file",
        "Open a saved workspace as a new one",
        workspace.open_workspace_file,
        shape({"id": TEXT}),
        SAVED,
        judged=False,
        status=201,
    ),
    *_both("POST", "/approve", "Approve or refuse a call", workspace.approve_in_workspace, STEERED, APPROVAL),
    Endpoint(
        "GET",
        f"{LAST}/{{workspace}}/agui",
        "Follow a workspace as AG-UI events",
        stream_agui,
        {"type": "object"},
        media="text/event-stream",
    ),
)
