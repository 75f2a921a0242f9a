"""What a run shows (a `show` node) as commands: a window a run, a component for each thing shown."""

from __future__ import annotations

from typing import Any

from ..core.json import Object, dumps
from .components import check_props, component_type
from .envelope import without_references


def show_batch(run: str, number: int, data: Object, *, opens: bool) -> list[Object]:
    """Return the commands that draw a shown value; with `opens`, also its window."""
    window = f"shown-{run[:8]}"
    title = without_references(str(data.get("title") or "") or "Shown by a run")
    type_, props = _component(str(data.get("as", "text")), without_references(data.get("value")))
    place = {"windowId": window, "target": "#root"}
    head = {"id": f"{window}-{number}-title", **place, "type": "text", "props": {"text": title, "variant": "h3"}}
    body = {"id": f"{window}-{number}", **place, "type": type_, "props": props}
    drawn = [{"op": "component.render", "params": params} for params in (head, body)]
    opened = {"op": "window.create", "params": {"id": window, "title": title[:200], "size": "lg"}}
    return [opened, *drawn] if opens else drawn


def _component(kind: str, value: Any) -> tuple[str, Object]:
    """Return the component that shows a value as was asked; as JSON where it does not fit."""
    props: Object = {"text": value if isinstance(value, str) else dumps(value)}
    match kind:
        case "table":
            props = {"rows": value}
        case "list":
            props = {"items": [each if isinstance(each, str) else dumps(each) for each in _items(value)]}
        case "json":
            props = {"value": value}
    checked = check_props(component_type(kind), props)
    return ("json", {"value": value}) if checked.issues else (kind, props)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
