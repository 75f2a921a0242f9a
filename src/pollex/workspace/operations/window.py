"""`window.create`, `window.update`, `window.close`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.call import new_id
from ...core.fault import Fault
from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS
from ...text.disguise import undisguised
from ..change import DeskChange
from ..window import SIZES, USUAL_SIZE, DeskWindow, within_reach
from .operation import ID, WINDOW_ID, declare

LEAST: Final = DEFAULT_LIMITS.window_min
PLACE: Final[Object] = {
    "x": {"type": "number", "description": "Pixels from the left."},
    "y": {"type": "number", "description": "Pixels from the top."},
    "width": {"type": "number", "minimum": LEAST, "maximum": 8192, "description": f"Pixels, at least {LEAST}."},
    "height": {"type": "number", "minimum": LEAST, "maximum": 8192, "description": f"Pixels, at least {LEAST}."},
    "zIndex": {
        "type": "integer",
        "minimum": 0,
        "maximum": 1_000_000_000,
        "description": "Windows with a larger one lie above; a new one lies on top.",
    },
}
TITLE: Final[Object] = {"type": "string", "maxLength": 200, "description": "What its header says."}


def create(change: DeskChange, params: Object) -> Object:
    """Make a window, or complete one that the safety net made."""
    id_ = params.setdefault("id", f"w-{new_id()[:8]}")
    earlier = change.desk.windows.get(id_)
    if earlier is not None and not earlier.synthetic:
        raise Fault(
            "conflict",
            f"There is a window {id_!r} already.",
            pointer="/id",
            expected="an id that no window has",
            received=repr(id_),
            hint="Use `window.update`, or leave the id out.",
            retry=True,
        )
    size = params.pop("size", None)
    usual = SIZES[size or USUAL_SIZE] if size or earlier is None else (earlier.width, earlier.height)
    width, height = params.setdefault("width", usual[0]), params.setdefault("height", usual[1])
    x, y = change.next_place() if earlier is None else (earlier.x, earlier.y)
    params["x"], params["y"] = _reachable(change, params.get("x", x), params.get("y", y), width)
    z_index = params.setdefault("zIndex", change.top() + 1)
    synthetic = change.current.synthetic
    params["title"] = undisguised(params["title"])
    window = DeskWindow(id_, params["title"], params["x"], params["y"], width, height, z_index, synthetic=synthetic)
    change.put_window(window if earlier is None else replace(window, content=earlier.content, size=earlier.size))
    return {"id": id_}


def update(change: DeskChange, params: Object) -> Object:
    """Change what is named; an unknown window is made first."""
    window = change.window_or_shell(params["id"])
    width = params.get("width", window.width)
    if params.keys() & {"x", "y", "width"}:
        params["x"], params["y"] = _reachable(change, params.get("x", window.x), params.get("y", window.y), width)
    if "title" in params:
        params["title"] = undisguised(params["title"])
    changed = replace(
        window,
        title=params.get("title", window.title),
        x=params.get("x", window.x),
        y=params.get("y", window.y),
        width=width,
        height=params.get("height", window.height),
        z_index=params.get("zIndex", window.z_index),
    )
    change.put_window(changed)
    return {"id": window.id}


def close(change: DeskChange, params: Object) -> Object:
    """Close a window with everything in it."""
    change.close_window(change.window(params["id"], "/id"))
    return {"id": params["id"]}


def _reachable(change: DeskChange, x: float, y: float, width: float) -> tuple[float, float]:
    place = within_reach(x, y, width)
    if place != (x, y):
        change.note(f"The window was moved to {place[0]:g}, {place[1]:g}, so that its header can be reached.")
    return place


WINDOW_OPERATIONS: Final = (
    declare(
        "window.create",
        "Create a window",
        "Open a window with a header and an empty content slot. Draw into it by dom.* or component.render.",
        {
            "id": {**ID, "description": "A name of your choice; without one it is made and answered."},
            "title": TITLE,
            **PLACE,
            "size": {
                "enum": list(SIZES),
                "description": ", ".join(f"{name} {width}×{height}" for name, (width, height) in SIZES.items())
                + "; width and height win.",
            },
        },
        create,
        {"id": "notes", "title": "Notes", "size": "md"},
        required=("title",),
        names_window="id",
    ),
    declare(
        "window.update",
        "Change a window",
        "Change the title, place, size or layer of a window; one that is not there is made.",
        {"id": WINDOW_ID, "title": TITLE, **PLACE},
        update,
        {"id": "notes", "title": "Notes of today", "width": 720},
        required=("id",),
        names_window="id",
    ),
    declare(
        "window.close",
        "Close a window",
        "Close a window with its components and its state.",
        {"id": WINDOW_ID},
        close,
        {"id": "notes"},
        required=("id",),
        names_window="id",
    ),
)
