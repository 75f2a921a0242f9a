"""What commands would do: the part of the desk that each touches, before and after, drawn on a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING
from .batch import draw_batch, read_batch
from .desk import Desk
from .effectful_desk import CALL
from .envelope import ReadCommand
from .outline import component_line, window_head, window_outline
from .shown_value import shown_value
from .state import state_key
from .workspace import Workspace

MOST: Final = 2_000
"""Characters of one side."""


@dataclass(frozen=True, slots=True)
class StepPreview:
    """What a command touches, before and after, as text; None where there is nothing. `fault` says why it cannot be."""

    before: str | None
    after: str | None
    fault: str | None = None

    def to_json(self) -> Object:
        return {"before": self.before, "after": self.after if self.fault is None else f"Cannot be done: {self.fault}"}


def preview(workspace: Workspace, batch: Sequence[Object]) -> list[StepPreview]:
    """Return before and after of each command, if all before it are applied."""
    desk, found = workspace.desk, []
    for envelope in batch:
        try:
            command = read_batch([envelope], workspace.limits)[0]
            change = draw_batch(desk, "preview", [command], now=workspace.now, limits=workspace.limits)
        except Fault as fault:
            found.append(StepPreview(None, None, fault.message))
            continue
        before = None if command.call.tool == CALL else _touched(desk, command, workspace.now)
        found.append(StepPreview(before, _touched(change.desk, command, workspace.now)))
        desk = change.desk
    return found


def _touched(desk: Desk, command: ReadCommand, now: float) -> str | None:
    """Return the part of a desk that a command is about."""
    call, params = command.call, command.call.args
    family = call.tool.split(".")[0]
    if call.tool == CALL:
        return f"{params.get('method', 'GET')} {params['url']} {shown_value(params.get('body'), MOST)}"
    if family == "component":
        component = desk.components.get(params.get("id", ""))
        return None if component is None else component_line(component)
    if family == "state":
        value = desk.value(state_key(params), now)
        return None if value is MISSING else shown_value(value, MOST, name=params["key"])
    window = desk.windows.get(params.get("windowId", params.get("id")) or "")
    return None if window is None else f"{window_head(window)}\n{window_outline(desk, window, MOST)}".rstrip()
