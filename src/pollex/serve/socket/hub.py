"""One workspace for all its clients: each hears the same, and one who was away hears what it has missed."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...core.json import Object
from ..workspace_requests import shown_message, whole
from .message import written

if TYPE_CHECKING:
    from ...app.workspaces.host import WorkspaceHost
    from .outbox import Outbox

KEPT: Final = 1_000
"""Messages that are kept for those who come again."""
KEPT_CHARACTERS: Final = 8_000_000


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A message that was sent to all. `position` is the highest number that had been sent with it."""

    position: int
    late: bool
    """Whether a higher number was sent before it: who has that number may not have this message."""
    text: str


class WorkspaceHub:
    """Hears a workspace, and tells its clients."""

    def __init__(self, host: WorkspaceHost) -> None:
        self.host = host
        self.clients: set[Outbox] = set()
        self._asking: set[Outbox] = set()
        """Those who want to know what runs ask."""
        self._kept: deque[KeptMessage] = deque()
        self._characters = 0
        self._floor = self._position = host.workspace.record.seq
        host.workspace.updates.add(lambda update: self._tell("update", update.to_json()))
        host.workspace.messages.add(lambda message: self._tell("chat", shown_message(message.to_json())))
        host.workspace.record.deltas.add(lambda delta: self._send(written("delta", delta)))
        host.orchestrator.full_control.changes.add(self._tell_gate)
        host.orchestrator.plans.changes.add(self._tell_gate)
        host.orchestrator.work.add(self._tell_model)

    def join(self, client: Outbox, after: int | None = None, *, questions: bool = False) -> None:
        """Bring a client up to date and tell it everything from now on; also what runs ask, if it wants `questions`."""
        self._position = max(self._position, self.host.workspace.record.seq)
        missed = None if after is None else self._since(after)
        if missed is None:
            client.put(written("snapshot", whole(self.host)))
        for text in missed or ():
            client.put(text)
        self.clients.add(client)
        self.host.watchers.add(client)
        if questions:
            self._asking.add(client)
            self.host.product.show(True)

    def leave(self, client: Outbox) -> None:
        self.clients.discard(client)
        self.host.watchers.discard(client)
        self._asking.discard(client)
        self.host.product.show(bool(self._asking))

    def _since(self, after: int) -> list[str] | None:
        """Return what was told behind a number; None where not all of it is kept.

        The number with which this hub began is not enough: what other workspaces changed for the user has no number.
        """
        if not self._floor < after <= self._position:
            return None
        return [each.text for each in self._kept if each.position > after or (each.position == after and each.late)]

    def _tell(self, name: str, data: Object) -> None:
        text, seq = written(name, data), int(data["seq"])
        late = seq <= self._position
        self._position = max(self._position, seq)
        self._keep(KeptMessage(self._position, late, text))
        self._send(text)

    def _tell_gate(self, _: object) -> None:
        self._tell("gate", {**self.host.gate(), "seq": self.host.workspace.record.seq})

    def _tell_model(self, _: object) -> None:
        self._tell("model", {**self.host.model_state(), "seq": self.host.workspace.record.seq})

    def _send(self, text: str) -> None:
        for client in self.clients:
            client.put(text)

    def _keep(self, message: KeptMessage) -> None:
        self._kept.append(message)
        self._characters += len(message.text)
        while len(self._kept) > KEPT or self._characters > KEPT_CHARACTERS:
            gone = self._kept.popleft()
            self._characters -= len(gone.text)
            self._floor = gone.position
