"""The shapes of the live view: whom to watch, what a person does in the browser, and what is seen of it."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ..schemas import TEXT, listed, shape

SWITCHED: Final[Object] = {
    "run": {"type": "string", "maxLength": 1_000, "description": "The id of a run that goes on."},
    "on": {"type": "boolean", "description": "Begin, or end."},
}
KINDS: Final = (
    *("click", "hover", "drag", "scroll"),
    *("type", "press", "choose"),
    *("goto", "back", "forward", "reload", "tab"),
)


def _pixels(about: str) -> Object:
    return {"type": "number", "minimum": -100_000, "maximum": 100_000, "description": about}


ACT: Final[Object] = {
    "type": "object",
    "description": "What the person does; coordinates are CSS pixels of the viewport.",
    "properties": {
        "kind": {"enum": list(KINDS), "description": "What is done."},
        "x": _pixels("Of click, hover, drag and scroll: where."),
        "y": _pixels("Of click, hover, drag and scroll: where."),
        "button": {"enum": ["left", "middle", "right"], "description": "Of click; by default left."},
        "count": {"type": "integer", "minimum": 1, "maximum": 3, "description": "Of click: 2 is a double click."},
        "text": {
            "type": "string",
            "maxLength": 100_000,
            "description": "Of type: what is typed where the focus is. Of choose: an option.",
        },
        "secret": {
            "type": "string",
            "maxLength": 300,
            "description": "Of type: a stored secret instead, `NAME.FIELD`.",
        },
        "key": {"type": "string", "maxLength": 50, "description": "Of press: `Enter`, `Control+a`, …"},
        "dx": _pixels("Of drag and scroll: how far to the right."),
        "dy": _pixels("Of drag and scroll: how far down."),
        "url": {"type": "string", "maxLength": 20_000, "description": "Of goto: the address."},
        "index": {"type": "integer", "minimum": 0, "maximum": 1_000, "description": "Of tab: its place in `tabs`."},
    },
    "required": ["kind"],
}
FRAME: Final[Object] = {
    "type": "object",
    "properties": {
        "run": TEXT,
        "image": {**TEXT, "description": "A JPEG in base64; without it, there is nothing to see now."},
        "width": {"type": "number", "description": "Of the viewport, in CSS pixels."},
        "height": {"type": "number", "description": "Of the viewport, in CSS pixels."},
        "url": TEXT,
        "title": TEXT,
        "tabs": listed(shape({"title": TEXT, "url": TEXT, "active": {"type": "boolean"}})),
        "taken": {"type": "boolean", "description": "Whether the person is at the wheel."},
        "recorded": {"type": "boolean", "description": "Whether it is a recording: nobody else acts."},
        "note": {**TEXT, "description": "What the person should know."},
        "ended": {"type": "boolean", "description": "The run has ended; there will be no further frame."},
    },
    "required": ["run", "url", "title", "tabs", "taken"],
}
