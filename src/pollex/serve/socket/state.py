"""What all clients of the socket share: limits, the hubs of workspaces, and the requests under way."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .hub import WorkspaceHub

if TYPE_CHECKING:
    from ..state import ServerState


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """What clients of the socket may take at the most."""

    sockets: int = 64
    requests: int = 256
    """Requests under way, of all clients together."""
    outbox: int = 500
    """Messages that wait for one client."""
    outbox_characters: int = 8_000_000
    burst: int = 200
    """Messages of one client at once."""
    per_second: float = 100.0
    """Messages of one client from then on."""
    stall_seconds: float = 60.0
    """How long a client may read nothing."""
    hello_seconds: float = 10.0
    """How long a client has to show its token, where the handshake had none."""
    close_seconds: float = 2.0
    """How long a client has to hear why it is left."""


class WorkspaceHubs:
    """The hubs of all open workspaces that were followed."""

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self._hubs: dict[str, WorkspaceHub] = {}

    async def find(self, workspace: str | None) -> WorkspaceHub:
        """Return the hub of a workspace, or of the last one used; raise a Fault where there is none of that id."""
        host = await self._state.app.workspaces.open(workspace, create=False)
        id_ = host.workspace.id
        if id_ not in self._hubs:
            self._hubs[id_] = WorkspaceHub(host)
            host.on_close.append(lambda: self._hubs.pop(id_, None))
        return self._hubs[id_]


class RunningRequests:
    """Requests under way: kept from being forgotten, and not more than so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> bool:
        """Begin a piece of work, if there is room for it."""
        if len(self._tasks) >= self._most:
            work.close()
            return False
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True


class SocketState:
    """The state of one `/socket`."""

    def __init__(self, server: ServerState, limits: SocketLimits | None = None) -> None:
        self.server = server
        self.limits = limits or SocketLimits()
        self.hubs = WorkspaceHubs(server)
        self.requests = RunningRequests(self.limits.requests)
