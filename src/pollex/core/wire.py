"""Results and calls in the formats of the source documents and of MCP."""

from __future__ import annotations

from typing import Any, Final

from .call import Call
from .casing import camel
from .fault import Fault, Issue
from .json import Object, dumps
from .path import parse
from .result import Result

ENVELOPE = ("id", "idempotencyKey", "traceId", "txnId", "windowId", "op", "params")
ENVELOPE_NAMES = frozenset(ENVELOPE)


def tool_result(result: Result) -> Object:
    """Return the module specification's ToolResult (004)."""
    error = None if result.fault is None else result.fault.message
    return {"success": result.ok, "data": result.data, "error": error}


def uicp_error(fault: Fault) -> Object:
    """Return the workspace specification's UICPValidationError (003), its issues also with Zod's `path` and `code`."""
    hint = fault.hint or next((issue.hint for issue in fault.issues if issue.hint), None)
    return {
        "message": fault.message,
        "pointer": fault.pointer or "",
        "issues": [{**issue.to_json(), "path": _zod_path(issue), "code": _zod_code(issue)} for issue in fault.issues],
        "hint": hint,
    }


ZOD_CODES: Final = {
    "type": "invalid_type",
    "required": "invalid_type",
    "enum": "invalid_value",
    "const": "invalid_value",
    "additionalProperties": "unrecognized_keys",
    "minimum": "too_small",
    "exclusiveMinimum": "too_small",
    "minLength": "too_small",
    "minItems": "too_small",
    "maximum": "too_big",
    "exclusiveMaximum": "too_big",
    "maxLength": "too_big",
    "maxItems": "too_big",
    "pattern": "invalid_format",
    "format": "invalid_format",
    "anyOf": "invalid_union",
    "oneOf": "invalid_union",
}
"""Zod's codes for the keywords of JSON Schema; a rule beyond the schema is `custom`."""


def _zod_path(issue: Issue) -> list[str | int]:
    return [int(each) if str(each).isdigit() else each for each in parse(issue.pointer)] if issue.pointer else []


def _zod_code(issue: Issue) -> str:
    return ZOD_CODES.get(issue.keyword or "", "custom")


def mcp_result(result: Result) -> Object:
    """Return an MCP tool result: text for models, structured content for programs. A fault is content too."""
    if result.fault is not None:
        shape = result.fault.to_json()
        return {"content": [{"type": "text", "text": str(result.fault)}], "structuredContent": shape, "isError": True}
    made: Object = {"content": [{"type": "text", "text": result_text(result.data)}], "isError": False}
    if result.data is not None:
        made["structuredContent"] = result.data if isinstance(result.data, dict) else {"result": result.data}
    return made


def envelope_call(envelope: Object) -> Call:
    """Return the workspace specification's (003) envelope, with keys in camelCase or snake_case, as a call."""
    known = envelope.keys() <= ENVELOPE_NAMES
    fields = envelope if known else {camel(name): value for name, value in envelope.items()}
    unknown = [] if known else [name for name in envelope if camel(name) not in ENVELOPE_NAMES]
    if unknown or not isinstance(fields.get("op"), str):
        raise Fault(
            "invalid_input",
            f"An envelope has no key {unknown[0]!r}." if unknown else "An envelope needs an 'op'.",
            pointer=f"/{unknown[0]}" if unknown else "/op",
            expected=", ".join(ENVELOPE) if unknown else "the name of an operation",
            received=unknown[0] if unknown else None,
        )
    return Call(
        fields["op"],
        fields.get("params", {}),
        given_id=fields.get("id"),
        key=fields.get("idempotencyKey"),
        trace=fields.get("traceId"),
        group=fields.get("txnId"),
        target=fields.get("windowId"),
    )


def call_envelope(call: Call) -> Object:
    """Return a call as the workspace specification's (003) envelope; fields that it does not have are left out."""
    fields = (call.id, call.key, call.trace, call.group, call.target, call.tool, call.args)
    return {name: value for name, value in zip(ENVELOPE, fields, strict=True) if value is not None}


def result_text(data: Any) -> str:
    return data if isinstance(data, str) else dumps(data)
