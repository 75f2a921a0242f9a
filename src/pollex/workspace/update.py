"""What changed between two desks, as clients hear of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..core.json import Object
from ..core.path import MISSING
from .change import bound_to
from .desk import Desk
from .state import StateChange
from .window import DeskWindow

Lifecycle = Literal["created", "updated", "destroyed"]


@dataclass(frozen=True, slots=True)
class WindowEvent:
    """A window that was created, updated or destroyed."""

    kind: Lifecycle
    id: str
    title: str

    def to_json(self) -> Object:
        return {"kind": self.kind, "id": self.id, "title": self.title}


@dataclass(frozen=True, slots=True)
class DeskUpdate:
    """One change for every client: what to draw again, and what is gone (None)."""

    seq: int
    batch: str
    by: str
    windows: dict[str, Object | None]
    components: dict[str, Object | None]
    state: tuple[StateChange, ...] = ()
    lifecycle: tuple[WindowEvent, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> Object:
        return {
            "seq": self.seq,
            "batch": self.batch,
            "by": self.by,
            "windows": self.windows,
            "components": self.components,
            "state": [change.to_json() for change in self.state],
            "notes": list(self.notes),
        }


def update_between(before: Desk, after: Desk, *, seq: int, batch: str, by: str, now: float) -> DeskUpdate:
    """Return the update from one desk to another. Parts that are shared are the same and cost nothing."""
    windows = [id_ for id_ in {**before.windows, **after.windows} if _differs(before.windows, after.windows, id_)]
    parts = [
        id_ for id_ in {**before.components, **after.components} if _differs(before.components, after.components, id_)
    ]
    state = _state_changes(before, after, now)
    bound = [id_ for change in state for id_ in bound_to(after, change.at)]
    drawn = {
        id_: None if id_ not in after.components else after.component_page(after.components[id_], now)
        for id_ in dict.fromkeys([*parts, *bound])
    }
    return DeskUpdate(
        seq,
        batch,
        by,
        {id_: None if id_ not in after.windows else after.windows[id_].to_page() for id_ in windows},
        drawn,
        tuple(state),
        tuple(_lifecycle(before.windows.get(id_), after.windows.get(id_)) for id_ in windows),
    )


def _differs(before: Mapping[str, object], after: Mapping[str, object], id_: str) -> bool:
    return before.get(id_) is not after.get(id_)


def _state_changes(before: Desk, after: Desk, now: float) -> list[StateChange]:
    changed = [at for at in {**before.state, **after.state} if before.state.get(at) is not after.state.get(at)]
    made = [(at, before.value(at, now), after.value(at, now)) for at in changed]
    return [
        StateChange(at, None if old is MISSING else old, None if new is MISSING else new, gone=new is MISSING)
        for at, old, new in made
        if old is not new
    ]


def _lifecycle(before: DeskWindow | None, after: DeskWindow | None) -> WindowEvent:
    if after is None:
        assert before is not None
        return WindowEvent("destroyed", before.id, before.title)
    return WindowEvent("created" if before is None else "updated", after.id, after.title)
