"""One process for isolated tools, seen from the parent: given one call at a time.

The channel is a socket of its own, used through whichever event loop asks, so that a worker outlives a loop.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.fault import Fault
from .child import BEGUN
from .process import ChildProcess

PIECE: Final = 1 << 18
"""Bytes read from the channel at once."""


class WorkerProcess(ChildProcess):
    """A process that serves calls until it is dropped."""

    def __init__(self, python: str) -> None:
        super().__init__("pollex.isolation.child", python=python)
        self.idle = False
        """Whether it has answered calls and waits for the next one."""

    async def ready(self) -> None:
        """Wait until it can be given a call."""
        if not await self._line():
            raise Fault(
                "unavailable",
                f"The process for isolated tools did not start: it {await self.ending()}.",
                hint="Its error output says why; is Pollex installed for that interpreter?",
            )

    async def begin(self, line: bytes) -> bool:
        """Send it a call; return whether it has begun, which it reports before it runs the tool."""
        try:
            await asyncio.get_running_loop().sock_sendall(self.channel, line)
        except ConnectionError:
            return False
        return await self._piece(len(BEGUN)) != b""

    async def answer(self) -> bytes:
        """Return the answer to the call that it has begun, or nothing if the process ended without one."""
        return await self._line()

    async def _line(self) -> bytes:
        pieces: list[bytes] = []
        while not pieces or not pieces[-1].endswith(b"\n"):
            piece = await self._piece(PIECE)
            if not piece:
                return b""
            pieces.append(piece)
        return b"".join(pieces)

    async def _piece(self, most: int) -> bytes:
        try:
            return await asyncio.get_running_loop().sock_recv(self.channel, most)
        except ConnectionError:
            return b""
