"""An A2UI surface as its messages made it, and the commands that make a window like it."""

from __future__ import annotations

from typing import Any

from ...core.json import Object
from .component import DrawnComponent, identifier
from .data_model import absolute, write
from .drawing import SurfaceDrawing
from .widgets import draw_widget


class A2uiSurface:
    """A surface: its components and its data. After each message, what differs is drawn."""

    def __init__(self, surface: str) -> None:
        self.surface = surface
        self.window = identifier(surface)
        self.lacking: dict[str, None] = {}
        self._components: dict[str, Object] = {}
        self._model: Any = {}
        self._drawn: dict[str, DrawnComponent] = {}
        self._values: dict[str, Any] = {}

    def put_components(self, components: list[Object]) -> None:
        self._components |= {each["id"]: each for each in components}

    def put_data(self, path: str, value: Any) -> None:
        self._model = write(self._model, absolute(path), value)

    def draw(self) -> list[Object]:
        """Return the commands from what was drawn last to what is there now: state, then children, then parents."""
        drawing = SurfaceDrawing(self.window, self.surface, self._components, self._model, draw_widget)
        drawing.draw(drawing.find("root"))
        self.lacking |= drawing.lacking
        made = [*self._states(drawing.values), *self._changes(drawing.drawn)]
        self._drawn, self._values = drawing.drawn, {**self._values, **drawing.values}
        return made

    def _states(self, values: Object) -> list[Object]:
        return [
            _envelope("state.set", scope="window", windowId=self.window, key=key, value=value)
            for key, value in values.items()
            if self._values.get(key) != value
        ]

    def _changes(self, drawn: dict[str, DrawnComponent]) -> list[Object]:
        made = []
        for id_, component in drawn.items():
            earlier = self._drawn.get(id_)
            if earlier is None or earlier.type != component.type:
                made.append(self._render(id_, component))
            elif earlier.props != component.props:
                made.append(_envelope("component.update", id=id_, props=merge_patch(earlier.props, component.props)))
        return [*made, *(_envelope("component.destroy", id=id_) for id_ in self._drawn if id_ not in drawn)]

    def _render(self, id_: str, component: DrawnComponent) -> Object:
        where = {"id": id_, "windowId": self.window, "target": "#root"}
        return _envelope("component.render", **where, type=component.type, props=component.props)


def merge_patch(before: Object, after: Object) -> Object:
    """Return the JSON Merge Patch (RFC 7396) from one object to another."""
    patch: Object = {name: None for name in before if name not in after}
    for name, value in after.items():
        earlier = before.get(name)
        if isinstance(value, dict) and isinstance(earlier, dict):
            if below := merge_patch(earlier, value):
                patch[name] = below
        elif name not in before or earlier != value:
            patch[name] = value
    return patch


def _envelope(op: str, **params: Any) -> Object:
    return {"op": op, "params": params}
