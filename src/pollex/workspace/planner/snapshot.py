"""The environment in front of a prompt: flags, windows, state without secrets, what changed, the last trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...core.fence import Fence
from ...core.json import Object
from ...core.path import MISSING
from ..desk import Desk
from ..outline import clipped_lines, is_secret_control, window_head, window_outline
from ..shown_value import HIDDEN, shown_value
from ..state import StateKey
from ..tree import Element, every
from ..workspace import Workspace

WINDOW: Final = 1_600
"""Characters of one window's outline."""
WINDOWS: Final = 6_000
"""Characters of all of them; windows on top come first."""
VALUE: Final = 120
STATE: Final = 3_000
"""Characters of the state."""


def snapshot_text(
    workspace: Workspace,
    *,
    flags: Object,
    model: str,
    fence: Fence,
    redact: Callable[[str], str] = str,
) -> str:
    """Return what a model should know of a workspace, and forget the changes of watched values that it lists."""
    desk = workspace.desk
    head = f"Full Control {_switch(flags)}; model {model}; last trace {workspace.record.trace or 'none'}"
    seen = "\n".join(
        [
            "windows:" if desk.windows else "windows: none",
            *_windows(desk),
            "state:" if desk.state else "state: empty",
            clipped_lines(_state(desk, workspace.now), STATE),
            *_changes(workspace),
        ]
    )
    return f"{head}\n{fence.around(redact(seen), 'workspace')}"


def _switch(flags: Object) -> str:
    return "locked" if flags.get("locked") else "on" if flags.get("fullControl") else "off (a person decides)"


def _windows(desk: Desk) -> Iterator[str]:
    left = WINDOWS
    for window in sorted(desk.windows.values(), key=lambda window: -window.z_index):
        yield window_head(window)
        outline = window_outline(desk, window, min(WINDOW, max(left, 0)))
        left -= len(outline)
        if outline:
            yield "\n".join(f" {line}" for line in outline.split("\n"))


def _state(desk: Desk, now: float) -> Iterator[str]:
    hidden = _secret_controls(desk)
    for at in desk.state:
        if (value := desk.value(at, now)) is not MISSING:
            yield f"{key_text(at)} = {HIDDEN if at in hidden else shown_value(value, VALUE, name=at.key)}"


def _secret_controls(desk: Desk) -> set[StateKey]:
    """Return the values of controls that are named like one for a secret."""
    found = set()
    for window in desk.windows.values():
        for _, node in every(window.content):
            if isinstance(node, Element) and node.binding is not None and is_secret_control(node):
                own = window.id if node.binding.scope == "window" else None
                found.add(StateKey(node.binding.scope, own, node.binding.key))
    return found


def _changes(workspace: Workspace) -> list[str]:
    hidden = _secret_controls(workspace.desk)
    watched, workspace.watched = workspace.watched, {}
    lines = [
        f"{key_text(change.at)}: "
        + (
            HIDDEN
            if change.at in hidden
            else f"{shown_value(change.old, VALUE, name=change.at.key)} → "
            f"{shown_value(change.new, VALUE, name=change.at.key)}"
        )
        for change in watched.values()
    ]
    return ["watched values that changed:", *lines] if lines else []


def key_text(at: StateKey) -> str:
    """Return a key of the state as a model sees it: scope, window, key."""
    return f"{at.scope}.{at.key}" if at.window is None else f"{at.scope}({at.window}).{at.key}"
