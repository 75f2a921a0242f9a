"""The table of what can be asked of workspaces. Each path also goes without an id: then the last one used is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from . import workspace
from .agui import stream_agui
from .endpoint import Endpoint, Handler, Method
from .schemas import APPROVAL, TEXT, listed, ref, shape
from .workspace_schemas import (
    BATCH,
    CHOICE,
    DECISION,
    IMPORTED,
    PRESS,
    SAVED,
    SAY,
    STEPPED,
    SURFACE,
    SWITCH,
    TYPED,
    USE,
)

LAST: Final = "/api/workspace"
ANSWERS: Final = listed(ref("CommandResult"))
NOTHING: Final = {"type": "null"}
REQUESTS: Final[tuple[tuple[str, str, Any, Any], ...]] = (
    ("batch", "Apply a batch of commands", ANSWERS, BATCH),
    ("press", "Press an element that has a command", ANSWERS, PRESS),
    ("use", "Do what a person does with a component", ANSWERS, USE),
    ("type", "Take what a person types into a bound control", NOTHING, TYPED),
    ("say", "Say something in the chat, which the model answers", ref("ChatMessage"), SAY),
    ("approve", "Approve or refuse a call that waits", NOTHING, APPROVAL),
    ("undo", "Take the last batch back", STEPPED, None),
    ("redo", "Do a batch again that was taken back", STEPPED, None),
    ("stop", "Stop all work, and lock Full Control", {"type": "object"}, None),
    ("gate", "Switch Full Control, or unlock it", ref("WorkspaceGate"), SWITCH),
    ("plan", "Decide about a plan that waits", shape({"gate": ref("WorkspaceGate"), "results": ANSWERS}), DECISION),
    ("model", "Choose the model that answers", ref("ModelState"), CHOICE),
)
"""The requests by name, with what each does, answers and takes."""


def _both(
    method: Method, tail: str, summary: str, handle: Handler, output: Any, body: Any = None, name: str = ""
) -> Iterator[Endpoint]:
    """Yield the endpoint of a workspace by its id, and that of the last one used."""
    judged, name = body is not BATCH, name or handle.__name__
    of_last = f"{summary} (the last one used)"
    yield Endpoint(method, f"{LAST}{tail}", of_last, handle, output, body, judged=judged, name=f"{name}_last")
    yield Endpoint(method, f"{LAST}/{{workspace}}{tail}", summary, handle, output, body, judged=judged, name=name)


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
    *_both("GET", "/gate", "Show the gate: flags, and plans that wait", workspace.show_gate, ref("WorkspaceGate")),
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
    *_both("POST", "/import", "Draw A2UI surfaces", workspace.import_workspace_surface, IMPORTED, SURFACE),
    *[
        endpoint
        for name, summary, output, body in REQUESTS
        for endpoint in _both(
            "POST", f"/{name}", summary, workspace.ask_workspace(name), output, body, f"{name}_workspace"
        )
    ],
    Endpoint(
        "GET",
        f"{LAST}/{{workspace}}/agui",
        "Follow a workspace as AG-UI events",
        stream_agui,
        {"type": "object"},
        media="text/event-stream",
    ),
)
