"""State of a workspace: values by scope and key, some of which expire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING

StateScope = Literal["workspace", "window", "user"]
SCOPES: Final[dict[StateScope, str]] = {
    "workspace": "shared by all windows, and kept with the workspace",
    "window": "belongs to one window and dies with it",
    "user": "kept across workspaces",
}


CALL_STATUS: Final = ("loading", "ready", "error")
CALL_SHAPES: Final = ({"status", "call"}, {"status", "data"}, {"status", "error"})
"""The keys of what an `api.call` keeps in the state: on its way, answered, failed."""


class StateKey(NamedTuple):
    """Where a value stands. Only the scope `window` has a window."""

    scope: str
    window: str | None
    key: str

    def to_json(self) -> Object:
        made: Object = {"scope": self.scope, "key": self.key}
        return made if self.window is None else {**made, "windowId": self.window}

    @classmethod
    def from_json(cls, data: Object) -> StateKey:
        return cls(data["scope"], data.get("windowId"), data["key"])


@dataclass(frozen=True, slots=True)
class StateEntry:
    """A value, and when it expires, in milliseconds since 1970."""

    value: Any
    expires: float | None = None


@dataclass(frozen=True, slots=True)
class StateChange:
    """A value that became another; None where there is none. `gone` tells a value that is gone from null."""

    at: StateKey
    old: Any
    new: Any
    gone: bool = False

    def to_json(self) -> Object:
        made = {**self.at.to_json(), "old": self.old, "new": self.new}
        return {**made, "gone": True} if self.gone else made


def state_key(params: Object) -> StateKey:
    """Return the key that a command names; raise a Fault where a window's state names no window."""
    scope, window = params["scope"], params.get("windowId")
    if scope != "window":
        return StateKey(scope, None, params["key"])
    if window is None:
        raise Fault(
            "invalid_input",
            f"The state {params['key']!r} belongs to a window, and none is named.",
            pointer="/windowId",
            expected="the id of a window",
            received="nothing",
            hint="Name `windowId`, or use the scope 'workspace'.",
        )
    return StateKey(scope, window, params["key"])


def is_call_state(value: Any) -> bool:
    """Return whether a value is what an `api.call` keeps `into` the state."""
    return isinstance(value, dict) and value.keys() in CALL_SHAPES and value["status"] in CALL_STATUS


def answered(value: Any) -> Any:
    """Return a value as components show it: of an `api.call` its data, and MISSING as long as there is none."""
    return value.get("data", MISSING) if is_call_state(value) else value
