"""The shapes that the doors of a workspace take and send, as JSON Schemas: for HTTP and for the socket."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from ..workspace.document import DOCUMENT
from ..workspace.envelope import ENVELOPE_SCHEMA
from .schemas import COST, MAYBE, TEXT, listed, ref, shape

COUNT: Final[Object] = {"type": "integer", "minimum": 0}
TOKEN_VALUES: Final[Object] = {
    "windowId": {"type": "string", "description": "The window of the element."},
    "command": {"type": "string", "description": "The id of its command, as the snapshot has it."},
    "value": {"description": "The value of the control."},
    "form": {"type": "object", "description": "The fields of the nearest form.", "additionalProperties": True},
    "componentId": {"type": "string", "description": "The component that the element is in."},
}
PRESS: Final[Object] = {"type": "object", "properties": TOKEN_VALUES, "required": ["windowId", "command"]}
USE: Final[Object] = {
    "type": "object",
    "properties": {
        "component": {"type": "string", "description": "The id of the component."},
        "event": {"type": "string", "description": "What was done, as its type declares it."},
        "data": {"type": "object", "description": "What belongs to the event.", "additionalProperties": True},
    },
    "required": ["component", "event"],
}
SAY: Final[Object] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 100_000, "description": "What a person says."}
    },
    "required": ["text"],
}
TYPED: Final[Object] = {
    "type": "object",
    "properties": {
        "scope": {"enum": ["workspace", "window", "user"], "description": "The scope of the state."},
        "key": {"type": "string", "description": "The key of the state."},
        "windowId": {"type": "string", "description": "The window, for the scope 'window'."},
        "value": {"description": "The whole value as it is now."},
    },
    "required": ["scope", "key", "value"],
}
SWITCH: Final[Object] = {
    "type": "object",
    "properties": {
        "fullControl": {"type": "boolean", "description": "Whether what the model draws is applied at once."},
        "unlock": {"type": "boolean", "description": "true takes away the lock that STOP has set."},
    },
}
SURFACE: Final[Object] = {
    "type": "object",
    "properties": {
        "messages": {"type": "array", "description": "A2UI messages in order, as an agent streams them."},
        "title": {
            "type": "string",
            "maxLength": 200,
            "description": "The title of the windows; else the surface's.",
        },
    },
    "required": ["messages"],
}
IMPORTED: Final[Object] = shape({"windows": listed(shape({"id": TEXT, "title": TEXT})), "lacking": listed(TEXT)})
DECISION: Final[Object] = {
    "type": "object",
    "properties": {
        "plan": {"type": "string", "description": "The id of the plan."},
        "decision": {"enum": ["accept", "edit", "refuse"], "description": "What becomes of the steps."},
        "steps": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "description": "Their numbers from 0; without it, all that wait. An edit is of one step.",
        },
        "command": {"description": "Of an edit: the envelope that takes the place of the step's."},
    },
    "required": ["plan", "decision"],
}
CHOICE: Final[Object] = {
    "type": "object",
    "properties": {
        "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "`provider:model` or `local`; without it, the one that has a key.",
        }
    },
}
SAVED: Final[Object] = dict(DOCUMENT.document) if isinstance(DOCUMENT.document, dict) else {}
BATCH: Final[Object] = {
    "type": "array",
    "items": ENVELOPE_SCHEMA.document,
    "minItems": 1,
    "maxItems": 64,
    "description": "Envelopes, applied as a whole or not at all.",
}
STATE_AT: Final = shape({"scope": TEXT, "key": TEXT}, {"windowId": TEXT})

WINDOW: Final = shape(
    {
        "id": TEXT,
        "title": TEXT,
        **{name: {"type": "number"} for name in ("x", "y", "width", "height", "zIndex")},
        "synthetic": {"type": "boolean"},
        "content": listed({}),
    }
)
COMPONENT: Final = shape(
    {"id": TEXT, "type": TEXT, "windowId": TEXT, "props": {"type": "object"}}, {"issues": listed(ref("Issue"))}
)
CHAT_MESSAGE: Final = shape(
    {"message": TEXT, "role": {"enum": ["person", "model", "system"]}, "text": TEXT, "seq": COUNT, "at": TEXT},
    {
        "nodes": {**listed({}), "description": "Of a model: its text, read as Markdown."},
        "request": {**TEXT, "description": "What the person asked for first, where the text adds to it."},
        "answers": {"type": "object", "description": "What was entered into a form, by the names of its fields."},
        "file": {**shape({"src": TEXT, "name": TEXT}), "description": "A kept file that comes with it."},
    },
)
GATE: Final = shape(
    {"fullControl": {"type": "boolean"}, "locked": {"type": "boolean"}, "plans": listed({"type": "object"})}
)
MODEL: Final = shape(
    {
        "name": TEXT,
        "choices": listed(TEXT),
        "busy": {"type": "boolean"},
        "cost": {**COST, "description": "What the answers in this workspace have cost so far."},
    }
)
SNAPSHOT: Final = shape(
    {
        "id": TEXT,
        "seq": COUNT,
        "windows": listed(ref("DeskWindow")),
        "components": listed(ref("DeskComponent")),
        "state": listed({**STATE_AT, "properties": {**STATE_AT["properties"], "value": {}}}),
        "chat": listed(ref("ChatMessage")),
        "trace": MAYBE,
        "undo": COUNT,
        "redo": COUNT,
        "gate": ref("WorkspaceGate"),
        "model": ref("ModelState"),
    }
)
UPDATE: Final = shape(
    {
        "seq": COUNT,
        "batch": TEXT,
        "by": TEXT,
        "windows": {"type": "object", "additionalProperties": {"oneOf": [ref("DeskWindow"), {"type": "null"}]}},
        "components": {"type": "object", "additionalProperties": {"oneOf": [ref("DeskComponent"), {"type": "null"}]}},
        "state": listed({**STATE_AT, "properties": {**STATE_AT["properties"], "old": {}, "new": {}}}),
    }
)
COMMAND_RESULT: Final[Object] = {"allOf": [ref("Result"), shape({"id": TEXT})]}
VALIDATION_ERROR: Final = shape(
    {
        "message": TEXT,
        "pointer": TEXT,
        "issues": listed(
            {"allOf": [ref("Issue"), shape({"path": listed({"type": ["string", "integer"]}), "code": TEXT})]}
        ),
        "hint": MAYBE,
    }
)
STEPPED: Final = shape({"batch": TEXT, "redo": {"type": "boolean"}})

WORKSPACE_SCHEMAS: Final[dict[str, Object]] = {
    "DeskWindow": WINDOW,
    "DeskComponent": COMPONENT,
    "ChatMessage": CHAT_MESSAGE,
    "WorkspaceGate": GATE,
    "ModelState": MODEL,
    "WorkspaceSnapshot": SNAPSHOT,
    "DeskUpdate": UPDATE,
    "CommandResult": COMMAND_RESULT,
    "UICPValidationError": VALIDATION_ERROR,
}
