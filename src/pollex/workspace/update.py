"""What changed between two desks, as clients hear of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
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


@dataclass(frozen=True)
class DeskUpdate:
    """One change for every client: what to draw again, and what is gone (None). It is written when it is sent."""

    seq: int
    batch: str
    by: str
    desk: Desk = field(repr=False)
    now: float
    changed_windows: tuple[str, ...] = ()
    changed_components: tuple[str, ...] = ()
    state: tuple[StateChange, ...] = ()
    lifecycle: tuple[WindowEvent, ...] = ()

    @cached_property
    def windows(self) -> dict[str, Object | None]:
        known = self.desk.windows
        return {id_: known[id_].to_page() if id_ in known else None for id_ in self.changed_windows}

    @cached_property
    def components(self) -> dict[str, Object | None]:
        known = self.desk.components
        return {
            id_: self.desk.component_page(known[id_], self.now) if id_ in known else None
            for id_ in self.changed_components
        }

    def to_json(self) -> Object:
        return {
            "seq": self.seq,
            "batch": self.batch,
            "by": self.by,
            "windows": self.windows,
            "components": self.components,
            "state": [change.to_json() for change in self.state],
        }


def update_between(before: Desk, after: Desk, *, seq: int, batch: str, by: str, now: float) -> DeskUpdate:
    """Return the update from one desk to another. Parts that are shared are the same and cost nothing."""
    windows = _changed(before.windows, after.windows)
    state = _state_changes(before, after, now)
    bound = [id_ for change in state for id_ in bound_to(after, change.at)]
    return DeskUpdate(
        seq,
        batch,
        by,
        after,
        now,
        tuple(windows),
        tuple(dict.fromkeys([*_changed(before.components, after.components), *bound])),
        tuple(state),
        tuple(_lifecycle(before.windows.get(id_), after.windows.get(id_)) for id_ in windows),
    )


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [id_ for id_ in {**before, **after} if before.get(id_) is not after.get(id_)]


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
