"""`state.set`, `state.get`, `state.watch`, `state.unwatch`."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ...core.leaves import copy
from ...core.path import MISSING
from ..change import DeskChange
from ..state import StateEntry, StateKey, state_key
from .operation import STATE, declare


def set_value(change: DeskChange, params: Object) -> Object:
    """Set a value; components bound to it are drawn again."""
    at = known_state(change, params)
    if "ttlMs" in params:
        params.setdefault("expires", change.now + params["ttlMs"])
    change.put_state(at, StateEntry(params["value"], params.get("expires")))
    return at.to_json()


def get_value(change: DeskChange, params: Object) -> Object:
    """Read a value; `found` says whether there is one."""
    value = change.desk.value(known_state(change, params), change.now)
    return {"value": None if value is MISSING else copy(value), "found": value is not MISSING}


def watch(change: DeskChange, params: Object) -> Object:
    """Have changes of a value reported: to the planner, to listeners, to AG-UI clients."""
    at = known_state(change, params)
    change.desk.watches[at] = None
    return at.to_json()


def unwatch(change: DeskChange, params: Object) -> Object:
    """Stop watching a value."""
    at = known_state(change, params)
    if change.desk.watches.pop(at, MISSING) is MISSING:
        change.note(f"The state {at.key!r} was not watched.")
    return at.to_json()


def known_state(change: DeskChange, params: Object) -> StateKey:
    """Return the key that params name; raise a Fault where its window is not there."""
    at = state_key(params)
    if at.window is not None:
        change.window(at.window)
    return at


NAMED: Final = ("scope", "key")
STATE_OPERATIONS: Final = (
    declare(
        "state.set",
        "Set a value",
        "Keep a value under a key. Controls and components that are bound to it show it.",
        {
            **STATE,
            "value": {"description": "Any JSON value."},
            "ttlMs": {"type": "integer", "minimum": 1, "description": "Milliseconds after which it is forgotten."},
        },
        set_value,
        {"scope": "workspace", "key": "orders", "value": [{"name": "Lamp"}]},
        required=(*NAMED, "value"),
    ),
    declare(
        "state.get",
        "Read a value",
        "Read the value under a key.",
        STATE,
        get_value,
        {"scope": "workspace", "key": "orders"},
        required=NAMED,
        effect="read",
    ),
    declare(
        "state.watch",
        "Watch a value",
        "Hear of changes of a value: your next snapshot lists them.",
        STATE,
        watch,
        {"scope": "workspace", "key": "orders"},
        required=NAMED,
    ),
    declare(
        "state.unwatch",
        "Stop watching a value",
        "Hear no more of changes of a value.",
        STATE,
        unwatch,
        {"scope": "workspace", "key": "orders"},
        required=NAMED,
    ),
)
