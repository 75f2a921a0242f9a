"""A window for tests: takes the commands of an import one by one, checks them, and shows what is drawn."""

from __future__ import annotations

from typing import Any

from pollex.core.json import Object
from pollex.core.path import MISSING
from pollex.workspace.a2ui import Imported
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.components import check_props, child_props, component_type, merge, resolve
from pollex.workspace.desk import Desk


class A2uiWindow:
    """The components and the state that commands made."""

    def __init__(self, imported: Imported) -> None:
        self.components: dict[str, tuple[str, Object]] = {}
        self.state: Object = {}
        self.open: dict[str, str] = {}
        desk = Desk()
        for number, batch in enumerate(imported.batches):
            desk = draw_batch(desk, f"b{number}", read_batch(batch), now=0).desk
            for command in batch:
                self.apply(command["op"], command["params"])
        assert list(self.components) == list(desk.components)
        assert list(self.open) == list(desk.windows)

    def apply(self, op: str, params: Object) -> None:
        match op:
            case "window.create":
                assert params["id"] not in self.open
                self.open[params["id"]] = params["title"]
            case "window.close":
                del self.open[params["id"]]
            case "state.set":
                assert params["scope"] == "window"
                assert params["windowId"] in self.open
                self.state[params["key"]] = params["value"]
            case "component.render":
                assert params["windowId"] in self.open
                assert params["target"] == "#root"
                self.put(params["id"], params["type"], params["props"])
            case "component.update":
                type_, props = self.components[params["id"]]
                self.put(params["id"], type_, merge(props, params["props"]))
            case "component.destroy":
                del self.components[params["id"]]
            case _:
                raise AssertionError(op)

    def put(self, id_: str, type_: str, props: Object) -> None:
        assert check_props(component_type(type_), props).issues == ()
        self.components[id_] = (type_, props)

    def resolved(self, id_: str) -> Object:
        """Return the props of a component with the values of the state, all of which must fit."""
        type_, props = self.components[id_]
        made = resolve(component_type(type_), props, lambda scope, key: self.state.get(key, MISSING))
        assert made.issues == ()
        return {name: value for name, value in made.props.items() if name != "bind"}

    def children(self, id_: str) -> list[str]:
        type_, props = self.components[id_]
        return [child for _, child in child_props(component_type(type_), props)]

    def tree(self, id_: str) -> Any:
        """Return a component as `[type, what it says]`, a holder of others as `[type, [children]]`."""
        type_, props = self.components[id_][0], self.resolved(id_)
        if inside := self.children(id_):
            return [props.get("kind", type_), [self.tree(each) for each in inside]]
        return [type_, props.get("text", props.get("label"))]
