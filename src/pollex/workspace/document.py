"""A workspace as one file: the commands that drew it, its state, and what it may call."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..core.call import Call, new_id
from ..core.event import Event
from ..core.fault import Fault, placed
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.schema import Schema
from ..core.wire import call_envelope
from .batch import draw_batch, read_batch
from .desk import Desk
from .history import DeskHistory
from .permissions import permissions

FORMAT: Final = "pollex-workspace"
EFFECTS: Final = ("api.call", "txn.cancel")
"""Operations that are not repeated when a file is opened."""
DOCUMENT: Final = Schema(
    {
        "type": "object",
        "properties": {
            "format": {"const": FORMAT, "description": "What the file is."},
            "version": {"const": 1, "description": "The version of the format."},
            "batches": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "object"}, "minItems": 1},
                "description": "The batches of commands, in order.",
            },
            "state": {"type": "array", "items": {"type": "object"}, "description": "The values at the end."},
            "permissions": {"type": "object", "description": "The tools, hosts and files that its commands use."},
        },
        "required": ["format", "version", "batches"],
        "additionalProperties": False,
    }
)


@dataclass(frozen=True, slots=True)
class WorkspaceDocument:
    """A saved workspace that was checked as a whole."""

    batches: list[list[Object]]
    desk: Desk
    permissions: Object

    def to_json(self) -> Object:
        return {
            "format": FORMAT,
            "version": 1,
            "batches": self.batches,
            "state": self.desk.to_json()["state"],
            "permissions": self.permissions,
        }


def saved(events: Iterable[Event], limits: Limits = DEFAULT_LIMITS) -> WorkspaceDocument:
    """Return a workspace, as its events tell it, for a file. What was taken back is left out."""
    history = DeskHistory(limits=limits, most=sys.maxsize)
    history.replay(events)
    pieces = [piece.commands for batch in history.done for piece in batch.pieces]
    batches = [[_plain(each.call) for each in commands if not each.synthetic] for commands in pieces]
    return _checked([batch for batch in batches if batch], limits)


def _plain(call: Call) -> Object:
    """Return a command as it can be given again: without the identity of the first time."""
    params = {name: value for name, value in call.args.items() if name != "expires"}
    command = call_envelope(replace(call, args=params))
    return {name: command[name] for name in ("op", "params", "traceId", "txnId", "windowId") if name in command}


def read_document(data: Any, limits: Limits = DEFAULT_LIMITS) -> WorkspaceDocument:
    """Return a saved workspace; raise a Fault with everything that is wrong with the file."""
    checked = DOCUMENT.check(data, limits=limits)
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what="This is no saved workspace")
    return _checked(checked.value["batches"], limits)


def _checked(batches: Sequence[list[Object]], limits: Limits) -> WorkspaceDocument:
    desk = Desk()
    for index, batch in enumerate(batches):
        try:
            drawn = [each for each in read_batch(batch, limits) if each.call.tool not in EFFECTS]
            if drawn:
                desk = draw_batch(desk, new_id(), drawn, now=0, limits=limits).desk
        except Fault as fault:
            raise placed(fault, f"/batches/{index}") from None
    return WorkspaceDocument([list(batch) for batch in batches], desk, permissions(batches, limits))
