"""The workflows that a tool's workflow calls, as files beside its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..flow.definition import WorkflowDefinition

WORKFLOW: Final = ".workflow.json"


def files_of(slug: str, workflow: Object, called: Mapping[str, WorkflowDefinition]) -> dict[str, Object]:
    """Return a workflow and those that it calls by the names of their files, each with these names in its calls.

    Raises a Fault where it calls one that did not come with it.
    """
    refuse_unknown(workflow, called)
    own = f"{slug}{WORKFLOW}"
    made: dict[str, Object] = {own: {}}
    made[own] = _placed(slug, workflow, called, made)
    return made


def refuse_unknown(workflow: Object, called: Mapping[str, WorkflowDefinition]) -> None:
    missing = [
        Issue(
            f"/nodes/{at}/config/workflow",
            f"The workflow {named!r}, which is called here, did not come with this one.",
            "a workflow that was loaded from its file, with those that it calls",
            repr(named),
            "Publish the file: it brings those that it calls.",
        )
        for at, node in enumerate(workflow["nodes"])
        if node["type"] == "workflow" and (named := node["config"]["workflow"]) not in called
    ]
    if missing:
        raise Fault.from_issues("not_found", missing, what="The workflow calls others")


def _placed(slug: str, workflow: Object, called: Mapping[str, WorkflowDefinition], made: dict[str, Object]) -> Object:
    """Return a workflow with the names of the files of those that it calls, which are added to what is made."""
    names: dict[str, str] = {}
    for named, inner in called.items():
        stem = PurePath(named).name.removesuffix(WORKFLOW).removesuffix(".json")
        document = _placed(slug, inner.document, inner.called, made)
        name = f"{slug}.{stem}{WORKFLOW}"
        if made.get(name, document) != document:
            name = f"{slug}.{stem}-{len(made)}{WORKFLOW}"
        made[name], names[named] = document, name
    nodes = [
        {**each, "config": {**each["config"], "workflow": names[each["config"]["workflow"]]}}
        if each["type"] == "workflow"
        else each
        for each in workflow["nodes"]
    ]
    return {**workflow, "nodes": nodes}
