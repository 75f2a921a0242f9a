"""`save_workflow`: name, outputs and allowed domains of the workflow; and writing it to its file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.schema.parameters import TYPES
from ...core.tool import Tool
from ..workflow import Workflow
from .definition import strict_tool, unflattened
from .draft import CheckedDraft, check_draft
from .editor import WorkflowEditor
from .file import free_file, write_workflow

OUTPUT: Final[Object] = {
    "type": "object",
    "properties": {
        "display_name": {"type": "string", "description": "The output's name."},
        "type": {
            "type": "string",
            "enum": list(TYPES),
            "description": "What it is; json for a list, an object, or anything.",
        },
        "value": {
            "type": "string",
            "description": "What it is made of: {{alias.path}} or {{variable}}, perhaps with text around it.",
        },
        "description": {"type": "string", "description": "What it is, for whoever uses it."},
        "schema": {"type": "object", "description": "For json: a JSON schema of it."},
    },
    "required": ["display_name", "type", "value"],
    "additionalProperties": False,
}
SETTINGS: Final[dict[str, Object]] = {
    "name": {"type": "string", "description": "What the workflow is called."},
    "description": {"type": "string", "description": "What it does, for people."},
    "outputs": {"type": "array", "items": OUTPUT, "description": "All that it gives; replaces what was declared."},
    "allowedDomains": {
        "type": "array",
        "items": {"type": "string", "description": "A host such as example.org; its subdomains belong to it."},
        "description": "The hosts that it may reach, in trials too; without them, all public ones.",
    },
}
PROPERTIES: Final[dict[str, Object]] = {
    **SETTINGS,
    "save": {
        "type": "boolean",
        "description": "Whether to write the file; true if left out. With false they are only set, for the next trial.",
    },
}


def save_workflow(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        draft = _set(editor, args)
        file = _saved(editor, draft) if args.get("save", True) else None
        draft.accept(editor)
        editor.file = file or editor.file
        kept = {name: draft.document.get(name) for name in SETTINGS}
        answer = {**kept, "saved": None if file is None else str(file), "open": draft.open_issues()}
        return Result.success(answer, files=() if file is None else (str(file),))

    return strict_tool(
        "save_workflow",
        "Name the workflow, set its description, outputs and allowed domains, and save it. What is left out stays, and "
        "what is empty is taken out. A workflow with something open is not saved, and then nothing is set.",
        run,
        PROPERTIES,
        required=("name",),
        examples=(
            {
                "name": "Open orders",
                "outputs": [{"display_name": "orders", "type": "json", "value": "{{orders.rows}}"}],
                "allowedDomains": ["example.org"],
            },
            {"name": "Open orders", "allowedDomains": ["example.org"], "save": False},
        ),
    )


def _set(editor: WorkflowEditor, args: Object) -> CheckedDraft:
    """Return the draft with these settings; raise a Fault that points into the call where one is wrong."""
    read, source = unflattened(args, PROPERTIES)
    if source.issues:
        raise Fault.from_issues("invalid_input", source.issues)
    given = {name: value for name, value in read.items() if name in SETTINGS}
    merged = {**editor.document, **given}
    document = {name: value for name, value in merged.items() if value or name not in given or name == "name"}
    draft = check_draft(editor, document, anew=given)
    if issues := draft.issues({None: source.original}):
        raise Fault.from_issues("invalid_input", issues)
    return draft


def _saved(editor: WorkflowEditor, draft: CheckedDraft) -> Path:
    """Write the workflow and return its file; raise a Fault where it cannot run, or has no file."""
    try:
        workflow = Workflow.from_json(draft.document, folder=editor.folder, tools=editor.known)
    except Fault as fault:
        fault.hint = "Mend what list_nodes tells as open, then save; until then set it with 'save' false."
        raise
    if editor.file is None and editor.folder is None:
        hint = "Set it with 'save' false: whoever opened the editor takes the workflow from it."
        raise Fault("unavailable", "There is no file to save it to.", hint=hint, retry=False)
    file = editor.file or free_file(editor.folder or Path(), workflow.name)
    write_workflow(workflow, file)
    return file
