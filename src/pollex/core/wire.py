"""Results and calls in the formats of the source documents and of MCP."""

from __future__ import annotations

from typing import Any

from .call import Call
from .casing import camel
from .fault import Fault
from .json import Object, dumps
from .result import Result

ENVELOPE = ("id", "idempotencyKey", "traceId", "txnId", "windowId", "op", "params")


def tool_result(result: Result) -> Object:
    """Return the module specification's ToolResult (004)."""
    error = None if result.fault is None else result.fault.message
    return {"success": result.ok, "data": result.data, "error": error}


def action_result(result: Result) -> Object:
    """Return the page agent's ActionResult (002): what was read as text, and what is worth remembering."""
    if result.fault is not None:
        return {"success": False, "error": result.fault.message}
    data = result.data
    if not isinstance(data, dict) or not data.keys() & {"extracted_content", "long_term_memory"}:
        data = {} if data is None else {"extracted_content": data}
    texts = {
        name: result_text(data[name])
        for name in ("extracted_content", "long_term_memory")
        if data.get(name) is not None
    }
    return {"success": True, **texts}


def uicp_error(fault: Fault) -> Object:
    """Return the workspace specification's UICPValidationError (003)."""
    return {
        "message": fault.message,
        "pointer": fault.pointer or "",
        "issues": [issue.to_json() for issue in fault.issues],
    }


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
    fields = {camel(name): value for name, value in envelope.items()}
    unknown = [name for name in envelope if camel(name) not in ENVELOPE]
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


def result_text(data: Any) -> str:
    return data if isinstance(data, str) else dumps(data)
