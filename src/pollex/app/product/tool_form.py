"""The form that a tool is tried with: fields where its schema names properties, else one field of JSON."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ...core.json import Object
from ...core.schema.walk import every
from ...core.tool import Tool
from ...workspace.envelope import without_references

WHOLE: Final = "input"
"""The only field of a form for arguments that have no names."""


class ToolForm(NamedTuple):
    """A form for the arguments of a tool."""

    schema: Object | None
    """None where the tool takes no arguments."""
    values: Object
    """What the fields hold at first: the tool's first example."""
    arguments: Any
    """What the command sends as arguments when the form is sent."""


def tool_form(tool: Tool) -> ToolForm:
    """Return the form that a tool is tried with."""
    example: Object = dict(tool.examples[0]) if tool.examples else {}
    document = tool.input.document
    if isinstance(document, dict) and document.get("properties"):
        return ToolForm(without_references(document), without_references(example), "{{form}}")
    if takes_nothing(document):
        return ToolForm(None, {}, {})
    field: Object = {"type": "object", "title": "Arguments", "description": "The arguments as a JSON object."}
    schema: Object = {"type": "object", "properties": {WHOLE: field}, "required": [WHOLE]}
    return ToolForm(schema, {WHOLE: without_references(example)}, f"{{{{form.{WHOLE}}}}}")


def takes_nothing(document: Any) -> bool:
    """Return whether a schema allows no arguments at all."""
    return isinstance(document, dict) and (
        document.get("properties") == {} or document.get("additionalProperties") is False
    )


def takes_secret(tool: Tool) -> bool:
    """Return whether an argument is a secret, which no window asks for: what is typed there is recorded."""
    parts = (part for _, part in every(tool.input.document) if isinstance(part, dict))
    return bool(tool.sealed) or any(part.get("format") == "password" for part in parts)


def sample(tool: Tool) -> Object:
    """Return arguments that show how the tool is called: its first example, else something for what it requires."""
    if tool.examples:
        return dict(tool.examples[0])
    document = tool.input.document
    if not isinstance(document, dict):
        return {}
    properties = document.get("properties", {})
    return {name: _something(properties.get(name)) for name in document.get("required", ())}


def without_defaults(tool: Tool, args: Object) -> Object:
    """Return arguments without those that say what holds anyway."""
    document = tool.input.document
    properties = document.get("properties", {}) if isinstance(document, dict) else {}
    plain = {name: each for name, each in properties.items() if isinstance(each, dict) and "default" in each}
    return {name: value for name, value in args.items() if name not in plain or value != plain[name]["default"]}


def _something(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return None
    if "default" in schema:
        return schema["default"]
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type")
    first = kind[0] if isinstance(kind, list) else kind
    empty: Object = {"string": "…", "number": 0, "integer": 0, "boolean": False, "array": [], "object": {}}
    return schema.get("minimum", empty[first]) if first in empty else None
