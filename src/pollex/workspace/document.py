"""A workspace as one file: the commands that drew it, its state, and what it may call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..core.call import new_id
from ..core.event import Event
from ..core.fault import Fault, placed
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.schema import Schema
from .batch import draw_batch, read_batch
from .desk import Desk
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
    done: list[tuple[str, list[Object]]] = []
    undone: list[tuple[str, list[Object]]] = []
    parts: list[Object] = []
    for event in events:
        if event.kind == "workspace.undone":
            source, target = (undone, done) if event.data["redo"] else (done, undone)
            target.append(source.pop())
        elif event.kind == "workspace.command":
            parts = [*parts, event.data] if parts and parts[0]["batch"] == event.data["batch"] else [event.data]
            if len(parts) == event.data["count"]:
                done.append((parts[0]["batch"], [_plain(part["command"]) for part in parts if "synthetic" not in part]))
                undone = []
    return _checked([batch for _, batch in done if batch], limits)


def _plain(command: Object) -> Object:
    """Return a command as it can be given again: without the identity of the first time."""
    params = {name: value for name, value in command["params"].items() if name != "expires"}
    return {"op": command["op"], "params": params} | {
        name: command[name] for name in ("traceId", "txnId", "windowId") if name in command
    }


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
            drawn = [each for each in batch if each.get("op") not in EFFECTS]
            read_batch(batch, limits)
            if drawn:
                desk = draw_batch(desk, new_id(), read_batch(drawn, limits), now=0, limits=limits).desk
        except Fault as fault:
            raise placed(fault, f"/batches/{index}") from None
    return WorkspaceDocument([list(batch) for batch in batches], desk, permissions(batches, desk))
