"""What a person does with a component: the command that it applies, the state that it changes, or what is heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING, ValuePath
from .bound_command import TokenValues, fill_tokens
from .components import check_event, component_type
from .desk import Desk, DeskComponent
from .state import StateKey


@dataclass(frozen=True, slots=True)
class ComponentUse:
    """An event of a component, checked."""

    component: DeskComponent
    event: str
    payload: Object

    def to_json(self) -> Object:
        return {"component": self.component.id, "type": self.component.type, "event": self.event, "data": self.payload}

    def state(self) -> StateKey | None:
        """Return the state that the event changes: that of the bound prop which it writes."""
        writes = component_type(self.component.type).events[self.event].writes
        binding = self.component.props.get("bind", {}).get(writes)
        if binding is None:
            return None
        window = self.component.window if binding["scope"] == "window" else None
        return StateKey(binding["scope"], window, binding["key"])

    def batch(self) -> list[Object] | None:
        """Return the batch that the event applies, with its tokens filled; None where it has no command."""
        pattern = component_type(self.component.type).events[self.event].command
        if pattern is None:
            return None
        fits = [batch for path, batch in self._commands() if _fits(path, pattern, self.payload)]
        if not fits:
            return None
        value = self.payload.get("value", MISSING)
        values = TokenValues(self.component.window, value, self.payload.get("form", {}), self.component.id)
        return fill_tokens(list(fits[0]), values)

    def _commands(self) -> list[tuple[ValuePath, tuple[Object, ...]]]:
        return [(path, command.batch) for path, command in self.component.commands()]


def component_use(desk: Desk, component: str, event: str, payload: Any, now: float) -> ComponentUse:
    """Return an event of a component, or raise a Fault where there is no such component, event or payload."""
    found = desk.components.get(component)
    if found is None:
        message, hint = f"There is no component {component!r} any more.", "Use what is drawn now."
        raise Fault("not_found", message, pointer="/component", received=repr(component), hint=hint, retry=False)
    shown = desk.component_page(found, now)["props"]
    checked = check_event(component_type(found.type), shown, event, payload)
    if checked.issues:
        raise Fault.from_issues("invalid_input", [issue.below("data") for issue in checked.issues])
    return ComponentUse(found, event, checked.value)


def _fits(path: ValuePath, pattern: str, payload: Object) -> bool:
    """Return whether a command stands where the event looks for it; `*` is the index that the event names."""
    wanted = [str(payload.get("index", part)) if part == "*" else part for part in pattern.split("/")]
    return [str(segment) for segment in path] == wanted
