"""The desk: the server's picture of all windows, components and state. Its parts are immutable and shared by copies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING, ValuePath, pointer
from .components import check_props, command_props, component_type, for_page, resolve
from .state import StateEntry, StateKey, answered, is_call_state
from .tree import BoundCommand
from .window import DeskWindow

OUTDATED: Final = "An earlier version drew a {} here, which this one does not draw any more: {}"


@dataclass(frozen=True, slots=True)
class DeskComponent:
    """A component of a window. `batch` drew it: the ids of its commands begin with it."""

    id: str
    type: str
    props: Object
    window: str
    batch: str

    def to_json(self) -> Object:
        return {"id": self.id, "type": self.type, "props": self.props, "windowId": self.window, "batch": self.batch}

    @classmethod
    def from_json(cls, data: Object) -> DeskComponent:
        return cls(data["id"], data["type"], data["props"], data["windowId"], data["batch"])

    def commands(self) -> list[tuple[ValuePath, BoundCommand]]:
        """Return the commands in its props, each with its path."""
        return [
            (path, BoundCommand(self.command_id(path), tuple(batch)))
            for path, batch in command_props(component_type(self.type), self.props)
        ]

    def command_id(self, path: ValuePath) -> str:
        return f"{self.batch}.{self.id}{pointer(path)}"


@dataclass(slots=True)
class Desk:
    """Windows, components, state and watches of one workspace. A change works on a copy."""

    windows: dict[str, DeskWindow] = field(default_factory=dict)
    components: dict[str, DeskComponent] = field(default_factory=dict)
    state: dict[StateKey, StateEntry] = field(default_factory=dict)
    watches: dict[StateKey, None] = field(default_factory=dict)

    def copy(self) -> Desk:
        return Desk(dict(self.windows), dict(self.components), dict(self.state), dict(self.watches))

    def value(self, at: StateKey, now: float) -> Any:
        """Return a value of the state, or MISSING where there is none or it has expired."""
        entry = self.state.get(at)
        return MISSING if entry is None or (entry.expires is not None and entry.expires <= now) else entry.value

    def component_page(self, component: DeskComponent, now: float) -> Object:
        """Return a component as the page gets it: bound props resolved, commands by their ids only."""

        calls: list[Object] = []

        def bound(scope: str, key: str) -> Any:
            value = self.value(StateKey(scope, component.window if scope == "window" else None, key), now)
            if is_call_state(value) and "data" not in value:
                calls.append(value)
            return answered(value)

        kind = component_type(component.type)
        resolved = resolve(kind, component.props, bound)
        shown = for_page(
            kind,
            resolved.props,
            command=lambda path, _: component.command_id(path),
        )
        made: Object = {"id": component.id, "type": component.type, "windowId": component.window, "props": shown}
        if calls:
            made["call"] = {name: calls[0][name] for name in ("status", "error") if name in calls[0]}
        return made if not resolved.issues else {**made, "issues": [issue.to_json() for issue in resolved.issues]}

    def to_json(self) -> Object:
        """Return the desk as it is kept. The scope `user` is kept elsewhere, across workspaces."""
        return {
            "windows": [window.to_json() for window in self.windows.values()],
            "components": [component.to_json() for component in self.components.values()],
            "state": [
                {**at.to_json(), "value": entry.value, "expires": entry.expires}
                for at, entry in self.state.items()
                if at.scope != "user"
            ],
            "watches": [at.to_json() for at in self.watches],
        }

    @classmethod
    def from_json(cls, data: Object) -> Desk:
        return cls(
            {each["id"]: DeskWindow.from_json(each) for each in data["windows"]},
            {each["id"]: as_drawn_today(DeskComponent.from_json(each)) for each in data["components"]},
            {StateKey.from_json(each): StateEntry(each["value"], each["expires"]) for each in data["state"]},
            {StateKey.from_json(each): None for each in data["watches"]},
        )

    def to_page(self, now: float) -> Object:
        """Return the whole desk as a page draws it."""
        return {
            "windows": [window.to_page() for window in self.windows.values()],
            "components": [self.component_page(component, now) for component in self.components.values()],
            "state": [
                {**at.to_json(), "value": entry.value}
                for at, entry in self.state.items()
                if self.value(at, now) is not MISSING
            ],
        }


def as_drawn_today(component: DeskComponent) -> DeskComponent:
    """Return a component that was drawn before: as it is, or the words of `outdated` where its type has gone or does
    not take its props any more."""
    try:
        kind = component_type(component.type)
    except Fault as fault:
        return outdated(component, fault.message)
    issues = check_props(kind, component.props).issues
    return outdated(component, issues[0].message) if issues else component


def outdated(component: DeskComponent, why: str) -> DeskComponent:
    """Return what stands in the place of a component that cannot be drawn any more."""
    return replace(component, type="text", props={"text": OUTDATED.format(component.type, why), "tone": "warning"})
