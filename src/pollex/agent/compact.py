"""Compact definitions: of the tools that are always shown, the properties that a model needs, in few words.

Calls are checked by the whole schema, whose faults say what is expected.
"""

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
    "page.wait": ("text", "index", "says", "gone", "duration", "timeout", "then"),
    "page.navigate": ("url",),
    "page.refresh": (),
    "page.extract": ("instruction", "schema"),
    "page.read": ("index", "start"),
    "page.unfold": ("index",),
    "page.inspect": ("expression",),
    "page.collect": ("instruction", "schema"),
    "aggregate": ("rows", "what", "by", "where", "group", "give"),
}
"""The actions that are always shown, and the properties that are shown of each."""
SOMETIMES: Final[Mapping[str, tuple[str, ...]]] = {
    "page.search": ("query",),
    "page.upload": ("index", "files"),
    "login": ("credential",),
}
"""Those that only some tasks get from the beginning."""
ABOUT: Final[Mapping[str, str]] = {
    "page.click": "Click an element; count 2: double click.",
    "page.type": "Type into a field, or boxes from the first; no index: over what is selected.",
    "page.fill": "Fill in a form: by label or index its text, day, option, true or false.",
    "page.select": "Choose in a list.",
    "page.check": "Set a checkbox, radio or switch.",
    "page.keypress": "Press a key: Enter, Control+a.",
    "page.hover": "Point at an element.",
    "page.drag": "Drag an element to another, or by pixels.",
    "page.select_text": "Select text in an element.",
    "page.scroll": "Scroll the page, or the box around an element.",
    "page.wait": "Wait for `text`, or until an element or what follows `text` `says` so; then click.",
    "page.navigate": "Go to an address.",
    "page.refresh": "Reload.",
    "page.extract": "Extract data by a JSON Schema.",
    "page.read": "Read the page or an element; start at `next`.",
    "page.unfold": "Show the rows behind 'more like these'.",
    "page.inspect": "Evaluate JavaScript that only reads.",
    "page.collect": "Extract a list over all its pages; schema of a row.",
    "aggregate": "Count, add up, compare, choose among rows as pages write them.",
}
"""Descriptions in few words; else the first sentence."""
PLAIN: Final[Mapping[str, Object]] = {
    "position": {"description": "{x, y} from its corner."},
    "clear": {"type": "boolean", "description": "false: append."},
    "fields": {"type": "object"},
    "option": {"description": "Label or place from 0; or a list."},
    "index": {},
    "to": {},
    "page.drag position": {"description": "{x, y} on `to`."},
    "by": {"description": "{x, y}"},
    "says": {"description": "'>= 80', '!= Loading'"},
    "duration": {"description": "ms"},
    "then": {"type": "integer"},
    "rows": {"description": "{{extract_1}}, or values."},
    "aggregate by": {"type": "string"},
    "group": {},
    "where": {"description": "[{field, is, value}]; is: eq ne lt le gt ge contains lacks starts ends."},
    "give": {"description": "Field or fields."},
}
"""Properties in few words, some of one tool only. Others are as declared, without what their names say."""
UNSHOWN: Final = frozenset(
    {"description", "default", "minItems", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum"}
)


def compact(tool: Tool, table: Mapping[str, tuple[str, ...]]) -> Tool:
    """Return a tool with the few properties that a model needs, and few words; one not in the table as it is."""
    kept = table.get(tool.name)
    if kept is None:
        return tool
    document = tool.input.document
    assert isinstance(document, dict)
    declared = document["properties"]
    made: Object = {"type": "object", "properties": {name: _plain(tool, name, declared.get(name, {})) for name in kept}}
    needed = [name for name in document.get("required", ()) if name in kept]
    if needed:
        made["required"] = needed
    return tool.replace(description=ABOUT.get(tool.name) or first_sentence(tool), input=Schema(made), examples=())


def _plain(tool: Tool, name: str, declared: Object) -> Object:
    if (own := PLAIN.get(f"{tool.name} {name}", PLAIN.get(name))) is not None:
        return own
    unshown = {*UNSHOWN, "type"} if "enum" in declared else UNSHOWN
    return {key: each for key, each in declared.items() if key not in unshown}
