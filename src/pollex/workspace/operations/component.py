"""`component.render`, `component.update`, `component.destroy`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.call import new_id
from ...core.fault import Fault
from ...core.json import Object
from ..bound_command import check_command
from ..change import DeskChange
from ..components import CATALOGUE, check_props, command_props, merge
from ..desk import DeskComponent
from ..tree import Place, content, with_content, without_place
from .dom import target
from .operation import ID, TARGET, WINDOW_ID, declare


def render(change: DeskChange, params: Object) -> Object:
    """Draw a component at the end of the target; one with the same id is replaced."""
    window = change.window_or_shell(params["windowId"])
    id_ = params.setdefault("id", f"{params['type']}-{new_id()[:8]}")
    props = _checked(change, params["type"], params.get("props", {}))
    path = target(change, window, params["target"])
    earlier = change.desk.components.get(id_)
    if earlier is not None and earlier.window != window.id:
        change.remove_component(earlier)
    change.put_component(DeskComponent(id_, params["type"], props, window.id, change.batch))
    nodes = window.content
    if Place(id_) not in content(nodes, path):
        nodes = with_content(nodes, path, (*content(nodes, path), Place(id_)))
        nodes = nodes if earlier is None else _moved(window.content, path, id_)
        change.put_window(replace(window, content=nodes))
    return {"id": id_}


def _moved(nodes: tuple[object, ...], path: tuple[int, ...], component: str) -> tuple[object, ...]:
    """Return the nodes with a component taken from where it was and put at the end of the target."""
    raise NotImplementedError


def update(change: DeskChange, params: Object) -> Object:
    """Merge props (RFC 7396)."""
    component = change.component(params["id"])
    props = _checked(change, component.type, merge(component.props, params["props"]))
    change.put_component(replace(component, props=props, batch=change.batch))
    return {"id": component.id}


def destroy(change: DeskChange, params: Object) -> Object:
    """Remove a component from its window."""
    change.remove_component(change.component(params["id"]))
    return {"id": params["id"]}
