"""`component.render`, `component.update`, `component.destroy`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.call import new_id
from ...core.fault import Fault, placed
from ...core.json import Object
from ...core.path import pointer
from ...core.result import Repair
from ...core.schema import Checked
from ..change import DeskChange
from ..components import CATALOGUE, check_props, command_props, component_type, update_props
from ..desk import DeskComponent, outdated
from ..tree import Nodes, Place, content, count, replaced_place, with_content, without_place
from .dom import target
from .operation import ID, TARGET, WINDOW_ID, declare

MOVED: Final = Place("")
"""Marks where a component goes, while it may still stand elsewhere."""


def render(change: DeskChange, params: Object) -> Object:
    """Draw a component at the end of the target; one with the same id is replaced."""
    window = change.window_or_shell(params["windowId"])
    id_ = params.setdefault("id", f"{params['type']}-{new_id()[:8]}")
    component = DeskComponent(id_, params["type"], {}, window.id, change.batch)
    try:
        component = replace(component, props=_fitting(change, params))
    except Fault as fault:
        if not change.replayed:
            raise
        component = outdated(component, fault.message)
    earlier = change.desk.components.get(id_)
    if earlier is not None and earlier.window != window.id:
        change.remove_component(earlier)
    path = target(change, window, params["target"])
    change.put_component(component)
    if Place(id_) not in content(window.content, path):
        nodes = with_content(window.content, path, (*content(window.content, path), MOVED))
        settled = _settled(without_place(nodes, id_), id_)
        change.put_window(replace(window, content=settled, size=count(settled)))
    return {"id": id_}


def _fitting(change: DeskChange, params: Object) -> Object:
    """Return the props of a component as its type takes them, or raise a Fault."""
    try:
        kind = component_type(params["type"])
    except Fault as fault:
        raise placed(fault, "/type") from None
    return _accepted(change, kind.name, check_props(kind, params.get("props", {})))


def _settled(nodes: Nodes, component: str) -> Nodes:
    """Return the nodes with the component where it was marked to go."""
    return replaced_place(nodes, MOVED, Place(component))


def update(change: DeskChange, params: Object) -> Object:
    """Merge props (RFC 7396)."""
    component = change.component(params["id"])
    try:
        checked = update_props(component_type(component.type), component.props, params["props"])
        props = _accepted(change, component.type, checked)
    except Fault:
        if not change.replayed:
            raise
        props = component.props
    change.put_component(replace(component, props=props, batch=change.batch))
    return {"id": component.id}


def destroy(change: DeskChange, params: Object) -> Object:
    """Remove a component from its window."""
    change.remove_component(change.component(params["id"]))
    return {"id": params["id"]}


def _accepted(change: DeskChange, type_: str, checked: Checked) -> Object:
    """Return checked props; raise a Fault with everything that is wrong with them or with the commands in them."""
    if checked.issues:
        raise placed(Fault.from_issues("invalid_input", checked.issues), "/props")
    change.current.repairs += tuple(Repair(f"/props{repair.pointer}", repair.did) for repair in checked.repairs)
    for path, batch in command_props(component_type(type_), checked.value):
        try:
            change.read_command(batch)
        except Fault as fault:
            raise placed(fault, "/props" + pointer(path)) from None
    return dict(checked.value)


PROPS: Final[Object] = {"type": "object", "description": "As the catalogue declares them for the type."}
COMPONENT_OPERATIONS: Final = (
    declare(
        "component.render",
        "Draw a component",
        "Draw a component of the catalogue at the end of the target. The same id again replaces it.",
        {
            "id": {**ID, "description": "A name of your choice; without one it is made and answered."},
            "windowId": WINDOW_ID,
            "target": TARGET,
            "type": {"type": "string", "description": "A component type: " + ", ".join(CATALOGUE) + "."},
            "props": PROPS,
        },
        render,
        {
            "id": "orders",
            "windowId": "notes",
            "target": "#root",
            "type": "table",
            "props": {"columns": [{"key": "name", "label": "Name"}], "rows": [{"name": "Lamp"}]},
        },
        required=("windowId", "target", "type"),
    ),
    declare(
        "component.update",
        "Change a component",
        "Merge props into those of a component: null removes one, objects are merged, all else is replaced.",
        {"id": {**ID, "description": "The component."}, "props": PROPS},
        update,
        {"id": "orders", "props": {"rows": []}},
        required=("id", "props"),
        names_window=None,
    ),
    declare(
        "component.destroy",
        "Remove a component",
        "Remove a component from its window.",
        {"id": {**ID, "description": "The component."}},
        destroy,
        {"id": "orders"},
        required=("id",),
        names_window=None,
    ),
)
