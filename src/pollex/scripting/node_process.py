"""The process of a Node script: its output is reported while it runs and kept up to a limit, and everything that it
started ends with it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import loads
from ..isolation.process import DYING, child_command
from .confinement import Walls
from .node_start import GO

KEPT: Final = 64 * 1024
"""Bytes of the end of stdout and of stderr that are kept."""
MOST: Final = 32 * 1024 * 1024
"""Bytes of output after which the process is killed."""
LIVE: Final = 200
"""How often its output is reported while it runs; the rest is reported at its end."""
DRAINING: Final = 1.0
"""Seconds for what it printed to arrive after its end."""
CHANNEL: Final = 1 << 16
"""Bytes of what the process says about itself."""


class NodeScriptProcess(asyncio.SubprocessProtocol):
    """A running script, in a process group of its own."""

    def __init__(self, report: Callable[[str], None], channel: socket.socket) -> None:
        """`report` gets what it prints, in whole lines; with the `channel` ends the process."""
        loop = asyncio.get_running_loop()
        self.flooded = False
        """Whether it was killed because it printed without end."""
        self._tails = {1: bytearray(), 2: bytearray()}
        self._printed = {1: 0, 2: 0}
        self._reported = {1: 0, 2: 0}
        """Bytes of stdout and stderr."""
        self._loop = loop
        self._report = report
        self._channel = channel
        self._live = LIVE
        self._transport: asyncio.SubprocessTransport | None = None
        self._pid = 0
        self._exited: asyncio.Future[None] = loop.create_future()
        self._drained: asyncio.Future[None] = loop.create_future()

    @classmethod
    async def start(
        cls, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, report: Callable[[str], None]
    ) -> NodeScriptProcess:
        """Start the process that confines itself and waits; it works in `folder`."""
        channel, theirs = socket.socketpair()
        command = child_command("pollex.scripting.supervisor", theirs.fileno(), arguments, options=("-I",))
        try:
            with theirs:
                _, process = await asyncio.get_running_loop().subprocess_exec(
                    lambda: cls(report, channel),
                    *command,
                    stdin=subprocess.DEVNULL,
                    env=dict(environment),
                    cwd=folder,
                    start_new_session=True,
                    pass_fds=[theirs.fileno()],
                )
        except OSError as error:
            channel.close()
            raise Fault("unavailable", f"Node could not be started: {error}.", retry=False) from error
        return process

    async def confined(self) -> tuple[Walls, list[socket.socket]]:
        """Return what holds the process, and the door that it has left open; it waits for `begin`."""
        said, doors, *_ = await asyncio.to_thread(socket.recv_fds, self._channel, CHANNEL, 1)
        if not said:
            raise Fault("unavailable", f"Node could not be started: {self.output(2)}", retry=False)
        walls: Any = loads(said)
        return Walls(**walls), [socket.socket(fileno=each) for each in doors]

    def begin(self) -> None:
        """Let the script begin."""
        self._channel.send(GO)

    async def wait(self) -> int:
        """Return the exit code, below zero for a signal, once the process has ended and its output is read."""
        await asyncio.shield(self._exited)
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAINING):
                await asyncio.shield(self._drained)
        code = self._transport.get_returncode() if self._transport else None
        return -1 if code is None else code

    async def close(self) -> None:
        """Kill the process with all that it started, and wait for its end; safe to call twice."""
        self.kill()
        if self._transport is not None:
            await asyncio.shield(self._exited)
            self._transport.close()
            self._channel.close()
        for stream in self._tails:
            self._report_lines(stream, at_end=True)

    def kill(self) -> None:
        """End the process, and all that it started; may be called from any thread."""
        with suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)  # its supervisor ends everything then
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.call_later, DYING, self._kill_group)

    def _kill_group(self) -> None:
        if not self._exited.done():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)

    def output(self, stream: int) -> str:
        """Return the end of stdout (1) or stderr (2)."""
        return self._tails[stream].decode(errors="replace")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport
        self._pid = transport.get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        tail = self._tails[fd]
        tail += data
        del tail[:-KEPT]
        self._printed[fd] += len(data)
        if sum(self._printed.values()) > MOST and not self.flooded:
            self.flooded = True
            self.kill()
        if self._live > 0:
            self._report_lines(fd, at_end=False)

    def _report_lines(self, stream: int, *, at_end: bool) -> None:
        """Report what was printed since the last report: its whole lines, at the end all that is kept of it."""
        new = self._printed[stream] - self._reported[stream]
        text = bytes(self._tails[stream][-new:]) if new else b""
        if not at_end:
            text = text[: text.rfind(b"\n") + 1] if new <= KEPT else b""
        if text:
            self._live -= 1
            self._reported[stream] = self._printed[stream] if at_end else self._reported[stream] + len(text)
            self._report(text.decode(errors="replace").rstrip("\n"))

    def process_exited(self) -> None:
        if not self._exited.done():
            self._exited.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._drained.done():
            self._drained.set_result(None)
