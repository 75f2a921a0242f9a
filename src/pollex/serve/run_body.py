"""What a run is started with: the body of `POST /api/runs`."""

from __future__ import annotations

from typing import Final

from ..core.json import Object


def _text(about: str) -> Object:
    return {"type": "string", "description": about}


def _texts(about: str) -> Object:
    return {"type": "array", "items": {"type": "string"}, "description": about}


START: Final[Object] = {
    "type": "object",
    "properties": {
        "task": _text("What an agent shall do, in words."),
        "workflow": {
            "type": "object",
            "additionalProperties": True,
            "description": "A workflow, as its file has it.",
        },
        "tool": _text("The name of a tool."),
        "record": {
            "type": "object",
            "properties": {
                "url": _text("Where the browser opens."),
                "name": _text("What it is called."),
                "domains": _texts("Domains that may be reached, and no others."),
                "credentials": _texts("In Chrome: names of stored credentials for what is typed into secret fields."),
            },
            "required": ["url"],
            "additionalProperties": False,
            "description": "A recording: a person does the work in the browser, until it is finished.",
        },
        "inputs": {"type": "object", "additionalProperties": True, "description": "Of a workflow or tool: its inputs."},
        "id": {"type": "string", "format": "uuid", "description": "The id of the run; by default a new one."},
        "model": _text("Of a task or workflow: `provider:model` or `local`."),
        "fallback": _text("Of a task: a second model, for when the first cannot answer."),
        "modelTimeout": {"type": "number", "exclusiveMinimum": 0, "description": "Of a task: seconds for one answer."},
        "url": _text("Of a task: where to begin."),
        "output": {
            "type": "object",
            "additionalProperties": True,
            "description": "Of a task: a JSON Schema that the answer must fit.",
        },
        "allow": _texts("Of a task: domains that may be reached, and no others."),
        "tools": _texts("Of a task: names of tools that may be used in addition to the page."),
        "files": _texts("Of a task: files of the server's machine that may be uploaded."),
        "readOnly": {"type": "boolean", "description": "Of a task: whether nothing may be changed."},
        "policy": {
            "enum": ["ask", "allow", "deny"],
            "description": "Of a task: what happens to actions that it does not ask for.",
        },
        "maxSteps": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10_000,
            "description": "Of a task: how many decisions.",
        },
        "history": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1_000,
            "description": "Of a task: last actions that the model is reminded of.",
        },
        "pictures": {"type": "boolean", "description": "Of a task: whether a picture of each step is kept."},
        "vision": {"enum": ["auto", "always", "off"], "description": "Of a task: whether the model is shown pictures."},
        "where": {"enum": ["chrome"], "description": "The person's own browser, paired by the extension; of no tool."},
        "tab": {"type": "integer", "description": "In Chrome: the number of its tab; else a free one."},
        "credentials": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Of a library tool: names of stored credentials, by type.",
        },
        "auth": _text("Of a library tool: the login to use, where its app has several."),
        "timeout": {
            "type": "number",
            "exclusiveMinimum": 0,
            "description": "Of a library tool: seconds for its script.",
        },
    },
}
