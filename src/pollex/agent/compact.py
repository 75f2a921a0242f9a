"""Compact definitions: of the tools that are always shown, the properties that a model needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..core.json import Object
from ..core.schema import Schema
from ..core.search import first_sentence
from ..core.tool import Tool

COMPACT: Final[Mapping[str, tuple[str, ...]]] = {
    "page.click": ("index", "times", "count", "button", "position"),
    "page.type": ("index", "text", "clear"),
    "page.fill": ("fields",),
    "page.select": ("index", "option"),
    "page.check": ("index", "on"),
    "page.keypress": ("key", "index", "times"),
    "page.hover": ("index",),
    "page.drag": ("index", "to", "position", "by"),
    "page.select_text": ("index", "text", "nth"),
    "page.scroll": ("index", "down", "pages"),
    "page.navigate": ("url",),
    "page.refresh": (),
    "page.search": ("query",),
    "page.extract": ("instruction", "schema"),
    "page.read": ("index", "start"),
    "page.unfold": ("index",),
    "page.inspect": ("expression",),
    "page.collect": ("instruction", "schema"),
    "aggregate": ("rows", "what", "by", "where", "give"),
}
"""The actions that are always shown, and the properties that are shown of each."""
ELEMENT: Final = frozenset({"page.click", "page.type", "page.select", "page.check", "page.hover", "page.drag"})
"""Those that need an element: a model names it by its index."""
INDEX: Final[Object] = {"type": "integer"}
"""The rules say what an index is."""


def compact(tool: Tool, table: Mapping[str, tuple[str, ...]] = COMPACT) -> Tool:
    """Return a tool with its first sentence and the few properties that a model needs; calls are checked in full.

    A tool that is not in the table is returned as it is.
    """
    kept = table.get(tool.name)
    if kept is None:
        return tool
    document = tool.input.document
    assert isinstance(document, dict)
    properties = {name: document["properties"][name] for name in kept if name in document["properties"]}
    if tool.name != "page.unfold" and "index" in properties:
        properties["index"] = INDEX
    needed = [name for name in document.get("required", []) if name in kept]
    if tool.name in ELEMENT:
        needed = ["index", *needed]
    schema = Schema({"type": "object", "properties": properties, "required": needed})
    return tool.replace(description=first_sentence(tool), input=schema, examples=())
