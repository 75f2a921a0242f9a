"""The endpoints of workflows: those that are kept, and the draft in the editor of a workspace."""

from __future__ import annotations

from typing import Final

from ..app.workflows.draft import VERBS
from ..app.workflows.kept import node_types
from ..core.json import Object
from .endpoint import ApiRequest, Endpoint
from .schemas import TEXT, listed, ref, shape
from .workflow_schemas import COUNT
from .workspace import find_workspace

VERB: Final[Object] = {
    "type": "object",
    "properties": {
        "verb": {"enum": list(VERBS), "description": "What to do with the draft."},
        "args": {
            "type": "object",
            "description": "What it takes: `name` and `discard` of open; `node` and `place` of add; `position` and "
            "`place` of move, where a place is `after` or `into` the position of another node; `position`, `rest` and "
            "`inputs` of try; those of update_node, delete_node and save_workflow of update, delete and save.",
            "additionalProperties": True,
        },
    },
    "required": ["verb"],
}
VERSIONS: Final[Object] = {
    "before": {"type": "integer", "minimum": 0, "default": 0, "description": "The number of a version."},
    "after": {"type": "integer", "minimum": 0, "default": 0, "description": "The number of another version."},
}


async def list_workflows(asked: ApiRequest) -> Object:
    return {"workflows": asked.state.app.workspaces.workflows.rows()}


async def show_workflow(asked: ApiRequest) -> Object:
    return asked.state.app.workspaces.workflows.show(asked.path["workflow"])


async def compare_versions(asked: ApiRequest) -> Object:
    before, after = asked.query["before"], asked.query["after"]
    return {"differences": asked.state.app.workspaces.workflows.difference(asked.path["workflow"], before, after)}


async def list_node_types(asked: ApiRequest) -> Object:
    return {"types": node_types()}


async def show_draft(asked: ApiRequest) -> Object:
    return (await find_workspace(asked)).draft.to_json()


async def change_draft(asked: ApiRequest) -> Object:
    return await (await find_workspace(asked)).draft.do(asked.body["verb"], asked.body.get("args", {}))


KEPT_PATH: Final = "/api/workflows/{workflow}"
DRAFT_PATH: Final = "/api/workspace/{workspace}/draft"
ROW: Final = shape({"name": TEXT, "title": TEXT, "about": TEXT, "nodes": COUNT, "changed": TEXT})

WORKFLOW_ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        "GET", "/api/workflows", "List the workflows that are kept", list_workflows, shape({"workflows": listed(ROW)})
    ),
    Endpoint("GET", KEPT_PATH, "Show a workflow with its picture and its versions", show_workflow, ref("KeptWorkflow")),
    Endpoint(
        "GET",
        f"{KEPT_PATH}/difference",
        "Show what differs between two versions of a workflow",
        compare_versions,
        shape({"differences": listed(ref("WorkflowDifference"))}),
        query=VERSIONS,
    ),
    Endpoint(
        "GET", "/api/node-types", "List the types of nodes", list_node_types, shape({"types": listed(ref("NodeType"))})
    ),
    Endpoint("GET", DRAFT_PATH, "Show the draft in the editor of a workspace", show_draft, ref("WorkflowDraft")),
    Endpoint(
        "POST",
        DRAFT_PATH,
        "Change the draft in the editor of a workspace, or try it",
        change_draft,
        shape({"data": {}, "draft": {"oneOf": [ref("WorkflowDraft"), {"type": "null"}]}}),
        VERB,
    ),
)
