"""Tool definitions in the shape that each provider's interface takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..json import Object
from .form import Boxed
from .render import Rendering, render
from .rules import Dialect

if TYPE_CHECKING:
    from ..tool import Tool


def definition(tool: Tool, name: str, description: str, rendering: Rendering, dialect: Dialect) -> Object:
    """One tool as `dialect` takes it, under its exported name."""
    match dialect:
        case "openai":
            body = {"name": name, "description": description, "parameters": rendering.schema}
            return {"type": "function", "function": {**body, "strict": rendering.strict}}
        case "anthropic":
            body = {"name": name, "description": description, "input_schema": rendering.schema}
            return {**body, "strict": True} if rendering.strict else body
        case "google":
            return {"name": name, "description": description, "parametersJsonSchema": rendering.schema}
    return _mcp(tool, name, description, rendering)


def _mcp(tool: Tool, name: str, description: str, rendering: Rendering) -> Object:
    body: Object = {"name": name, "description": description, "inputSchema": rendering.schema}
    if tool.title:
        body["title"] = tool.title
    if (output := output_schema(tool)) is not None:
        body["outputSchema"] = output
    body["annotations"] = {
        "readOnlyHint": tool.effect == "read",
        "destructiveHint": tool.effect == "destroy",
        "idempotentHint": tool.idempotent,
    }
    return body


def output_schema(tool: Tool) -> Object | None:
    """The output schema for MCP, which knows only objects there."""
    if tool.output is None:
        return None
    rendering = render(tool.output.document, "mcp")
    return None if isinstance(rendering.form, Boxed) else rendering.schema
