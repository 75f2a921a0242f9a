"""Full Control: whether what a model draws is applied at once. STOP locks it until a person unlocks it."""

from __future__ import annotations

from ..core.fault import Fault
from ..core.json import Object
from .gate_events import with_gate_event
from .listeners import Listeners
from .record import WorkspaceRecord


class FullControl:
    """The flags of the gate, kept as events of the workspace."""

    def __init__(self, record: WorkspaceRecord) -> None:
        self.changes: Listeners[Object] = Listeners()
        """Told the flags whenever one changes."""
        self._record = record

    @property
    def on(self) -> bool:
        return bool(self._record.gate.get("fullControl"))

    @property
    def locked(self) -> bool:
        return bool(self._record.gate.get("locked"))

    @property
    def applies(self) -> bool:
        """Whether batches are applied without being asked for."""
        return self.on and not self.locked

    def to_json(self) -> Object:
        return {"fullControl": self.on, "locked": self.locked}

    async def switch(self, *, on: bool, by: str = "person") -> None:
        """Switch it on or off; raise a Fault where it is locked."""
        if on and self.locked:
            hint = "Unlock it first: only a person can do that."
            raise Fault("denied", "Full Control is locked since STOP.", expected="an unlocked gate", hint=hint)
        await self._set({"fullControl": on}, by)

    async def lock(self, *, by: str = "person") -> None:
        """Hold it off until a person unlocks it."""
        await self._set({"locked": True}, by)

    async def unlock(self, *, by: str = "person") -> None:
        """Let it be again what it was."""
        await self._set({"locked": False}, by)

    async def _set(self, flags: Object, by: str) -> None:
        data: Object = {"flags": flags, "by": by}
        self._record.gate = with_gate_event(self._record.gate, data)
        await self._record.append("workspace.gate", data)
        self.changes.tell(self.to_json())
