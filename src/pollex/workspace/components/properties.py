"""Fragments of JSON Schema from which the props of components are declared.

`x-pollex` marks what is more than text: a command, a link, an image, a file, Markdown, the id of a component.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS

Mark = Literal["command", "component", "file", "image", "link", "markdown"]

MARK: Final = "x-pollex"
LABEL: Final = 200
SENTENCES: Final = 2_000
LONG: Final = 64 * 1024
"""Characters of a label, of a few sentences, of a document."""
MOST_ROWS: Final = 10_000
MOST_ITEMS: Final = 1_000
MOST_PARTS: Final = 100
"""Rows of a table and points of a chart; items of a list; columns, children, tabs."""
TONES: Final = ("neutral", "info", "success", "warning", "danger")
SCALAR: Final = ["string", "number", "boolean", "null"]


def text(about: str, most: int = LABEL, **more: Any) -> Object:
    return {"type": "string", "maxLength": most, "description": about, **more}


def flag(about: str, default: bool = False) -> Object:
    return {"type": "boolean", "default": default, "description": about}


def number(about: str, **more: Any) -> Object:
    return {"type": "number", "description": about, **more}


def whole(about: str, least: int = 0, **more: Any) -> Object:
    return {"type": "integer", "minimum": least, "description": about, **more}


def choice(about: str, *values: str, default: str | None = None) -> Object:
    made: Object = {"type": "string", "enum": list(values), "description": about}
    return made if default is None else {**made, "default": default}


def tone(about: str = "Its meaning, shown by colour.") -> Object:
    return choice(about, *TONES)


def scalar(about: str) -> Object:
    return {"type": SCALAR, "maxLength": SENTENCES, "description": about}


def array(about: str, items: Object, most: int = MOST_ITEMS, **more: Any) -> Object:
    return {"type": "array", "maxItems": most, "description": about, "items": items, **more}


def record(properties: Object, required: tuple[str, ...] = (), **more: Any) -> Object:
    """Return a closed object."""
    closed: Object = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**closed, **({"required": list(required)} if required else {}), **more}


def command(about: str) -> Object:
    """Return the schema of a batch of envelopes. JSON text and a single envelope are repaired."""
    envelope = {"type": "object", "required": ["op"]}
    return array(about, envelope, DEFAULT_LIMITS.batch_ops, minItems=1, **{MARK: "command"})


def link(about: str) -> Object:
    return text(about, SENTENCES, **{MARK: "link"})


def image(about: str) -> Object:
    return text(about, 2_000_000, **{MARK: "image"})


def file(about: str) -> Object:
    return text(about, LABEL, **{MARK: "file"})


def markdown(about: str) -> Object:
    return text(about, LONG, **{MARK: "markdown"})


def children(about: str) -> Object:
    return array(about, {"type": "string", "maxLength": LABEL, MARK: "component"}, MOST_PARTS, uniqueItems=True)
