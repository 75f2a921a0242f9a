"""`dom.set`, `dom.replace`, `dom.append`: HTML into the content of a window, through the gate."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.fault import Fault, placed
from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS
from ..change import DeskChange
from ..html import gate
from ..selector import find
from ..tree import SLOT, Element, NodePath, Nodes, content, count, from_json, to_json, with_content
from ..window import DeskWindow
from .operation import TARGET, WINDOW_ID, Apply, Operation, declare

ROOT: Final = "div"


def draw(change: DeskChange, params: Object, *, append: bool) -> Object:
    """Replace the content of the target, or add at its end."""
    window = change.window_or_shell(params["windowId"])
    path = target(change, window, params["target"])
    nodes = _gated(change, params, window, path)
    kept, removed = (content(window.content, path), ()) if append else ((), content(window.content, path))
    size = window.size + count(nodes) - count(removed)
    if size > change.limits.window_nodes:
        raise _too_large(window.id, size, change.limits.window_nodes)
    change.forget_components(removed)
    change.put_window(replace(window, content=with_content(window.content, path, (*kept, *nodes)), size=size))
    return {"windowId": window.id}


def _too_large(window: str, size: int, most: int) -> Fault:
    return Fault(
        "limit",
        f"The window {window!r} would hold {size} nodes.",
        pointer="/html",
        expected=f"at most {most}",
        received=str(size),
        hint="Show less, or use a table, which shows pages.",
    )


def target(change: DeskChange, window: DeskWindow, selector: str) -> NodePath:
    """Return the path of the target. In a shell that the safety net made, one that is not there means the slot."""
    try:
        return find(window.content, selector, window.id)
    except Fault as fault:
        if not (window.synthetic and fault.code == "not_found"):
            raise placed(fault, "/target") from None
        change.note(f"There is nothing at {selector!r} in the new window: the whole content was meant.")
        return SLOT


def _gated(change: DeskChange, params: Object, window: DeskWindow, path: NodePath) -> Nodes:
    """Return the nodes of the HTML. A command that is applied again, at a restart, has them already."""
    if change.current.drawn is not None:
        return from_json(change.current.drawn)
    inside = _tag(window.content, path)
    try:
        made = gate(
            params["html"],
            window=window.id,
            inside=inside,
            depth=len(path),
            command=change.bind_command,
            limits=change.limits,
        )
    except Fault as fault:
        raise placed(fault, "/html") from None
    change.current.notes += made.notes
    change.current.drawn = to_json(made.nodes)
    return made.nodes


def _tag(nodes: Nodes, path: NodePath) -> str:
    if not path:
        return ROOT
    found = content(nodes, path[:-1])[path[-1]]
    assert isinstance(found, Element)
    return found.tag


def _set(change: DeskChange, params: Object) -> Object:
    return draw(change, params, append=False)


def _append(change: DeskChange, params: Object) -> Object:
    return draw(change, params, append=True)


def _operation(name: str, title: str, description: str, apply: Apply, example: Object) -> Operation:
    return declare(name, title, description, PROPERTIES, apply, example, required=("windowId", "target", "html"))


PROPERTIES: Final[Object] = {
    "windowId": WINDOW_ID,
    "target": TARGET,
    "html": {
        "type": "string",
        "description": f"HTML without scripts and styles, up to {DEFAULT_LIMITS.op_html_bytes // 1024} KB.",
    },
    "sanitize": {"const": True, "description": "HTML is always sanitised; leave this out."},
}
DOM_OPERATIONS: Final = (
    _operation(
        "dom.set",
        "Set the content",
        "Replace the content of the target by HTML. The preferred way to draw a whole window at once.",
        _set,
        {"windowId": "notes", "target": "#root", "html": "<p id='status'>Nothing saved yet.</p>"},
    ),
    _operation(
        "dom.replace",
        "Replace the content",
        "Replace the content of the target by HTML, as dom.set does.",
        _set,
        {"windowId": "notes", "target": "#status", "html": "Saved."},
    ),
    _operation(
        "dom.append",
        "Append content",
        "Add HTML at the end of the target.",
        _append,
        {"windowId": "notes", "target": "#root", "html": "<p>One more note.</p>"},
    ),
)
