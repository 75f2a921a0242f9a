"""`/socket`: takes clients up to a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..sockets import SocketPath
from .client import SocketClient
from .state import SocketLimits, SocketState

if TYPE_CHECKING:
    from ..state import ServerState


def socket_path(server: ServerState, limits: SocketLimits | None = None) -> SocketPath:
    state = SocketState(server, limits)
    return SocketPath(lambda socket: SocketClient(state, socket).serve(), state.limits.sockets)
