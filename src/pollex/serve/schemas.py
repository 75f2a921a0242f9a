"""The shapes that are sent and answered, as JSON Schemas for the OpenAPI document and the checks."""

from __future__ import annotations

from typing import Final, get_args

from ..core.event import KINDS
from ..core.fault import Code
from ..core.json import Object

TEXT: Final[Object] = {"type": "string"}
MAYBE: Final[Object] = {"type": ["string", "null"]}
NUMBER: Final[Object] = {"type": ["number", "null"]}
ASKED_AT: Final[Object] = {"type": "string", "description": "What it asks, by its path; else the only thing it asks."}
APPROVAL: Final[Object] = {
    "type": "object",
    "properties": {
        "path": ASKED_AT,
        "approved": {"type": "boolean", "default": True, "description": "false refuses it."},
        "kind": {
            "type": "boolean",
            "default": False,
            "description": "Whether a yes holds for everything of this kind in the run, where the form offers it.",
        },
    },
}


def ref(name: str) -> Object:
    return {"$ref": f"#/components/schemas/{name}"}


def listed(schema: Object) -> Object:
    return {"type": "array", "items": schema}


def shape(required: Object, optional: Object | None = None) -> Object:
    """Return an object with these properties."""
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


ISSUE: Final = shape(
    {"pointer": TEXT, "message": TEXT, "expected": MAYBE, "received": MAYBE, "hint": MAYBE}, {"file": TEXT}
)
FAULT: Final = shape(
    {
        "code": {"enum": list(get_args(Code))},
        "message": TEXT,
        "pointer": MAYBE,
        "expected": MAYBE,
        "received": MAYBE,
        "hint": MAYBE,
        "retry": {"type": "boolean"},
        "uncertain": {"type": "boolean"},
        "issues": listed(ref("Issue")),
    }
)
COST: Final = shape({name: {"type": "number"} for name in ("ms", "tokensIn", "tokensOut", "usd")})
RESULT: Final = shape(
    {
        "ok": {"type": "boolean"},
        "data": {},
        "fault": {"oneOf": [ref("Fault"), {"type": "null"}]},
        "repairs": listed(shape({"pointer": TEXT, "did": TEXT})),
        "notes": listed(TEXT),
        "files": listed(TEXT),
        "cost": COST,
    },
    {"proof": {"type": "object"}},
)
EVENT: Final = shape(
    {
        "run": TEXT,
        "seq": {"type": "integer", "minimum": 1},
        "at": {"type": "string", "format": "date-time"},
        "kind": {"enum": list(KINDS)},
        "data": {"type": "object"},
    }
)
TOOL_BRIEF: Final = shape({"name": TEXT, "title": TEXT, "effect": TEXT, "description": TEXT})
TOOL: Final = shape(
    {
        **TOOL_BRIEF["properties"],
        "input": {"type": ["object", "boolean"]},
        "output": {"type": ["object", "boolean", "null"]},
        "examples": listed({"type": "object"}),
        "timeout": NUMBER,
        "isolation": TEXT,
        "idempotent": {"type": "boolean"},
    }
)
QUESTION: Final = shape(
    {"path": TEXT, "kind": {"enum": ["question", "approval"]}, "question": TEXT, "form": {"type": "object"}},
    {"call": TEXT, "tool": TEXT, "effect": TEXT, "args": {}, "details": {}},
)
RUN_SUMMARY: Final = shape(
    {
        "id": TEXT,
        "name": TEXT,
        "status": TEXT,
        "started": TEXT,
        "finished": MAYBE,
        "asks": listed(TEXT),
        "kind": MAYBE,
        "model": MAYBE,
        "steps": NUMBER,
        "ms": NUMBER,
        "tokensIn": NUMBER,
        "tokensOut": NUMBER,
        "usd": NUMBER,
    }
)
RUN: Final = shape(
    {
        **RUN_SUMMARY["properties"],
        "reason": MAYBE,
        "questions": listed(ref("Question")),
        "result": {"oneOf": [ref("Result"), {"type": "null"}]},
    }
)
STEERED: Final = shape({"id": TEXT, "status": TEXT}, {"forkedFrom": TEXT})
COMPILED: Final = shape({"workflow": {"type": "object"}, "did": listed(TEXT), "unsure": listed(TEXT)})
KEPT_RUN: Final = shape(
    {
        "name": TEXT,
        "file": TEXT,
        "nodes": {"type": "integer"},
        "inputs": listed(TEXT),
        "did": listed(TEXT),
        "unsure": listed(TEXT),
    }
)

SCHEMAS: Final[dict[str, Object]] = {
    "Issue": ISSUE,
    "Fault": FAULT,
    "Result": RESULT,
    "Event": EVENT,
    "Tool": TOOL,
    "Question": QUESTION,
    "Run": RUN,
}
