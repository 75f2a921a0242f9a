"""A Python process with a channel, seen from the parent: started, and killed with all that it started."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..core.fault import Fault

PROGRAM: Final = """import sys
descriptor, parent, count, *rest = sys.argv[1:]
sys.path[:] = dict.fromkeys([*rest[int(count):], *sys.path[{skip}:]])
del sys.argv[1:]
from {module} import main
main(int(descriptor), int(parent), *rest[:int(count)])"""
DYING: Final = 1.0
"""Seconds between the end of the channel and the end of the process, after which it is killed."""


class ChildProcess:
    """A running process. It leads a process group of its own, so that what it starts is killed with it."""

    def __init__(
        self,
        module: str,
        *arguments: str,
        python: str = sys.executable,
        options: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        output: int = subprocess.DEVNULL,
        errors: int | None = None,
    ) -> None:
        """`main` of `module` is called in it with the channel's descriptor, our process id and the arguments."""
        channel, theirs = socket.socketpair()
        channel.setblocking(False)
        command = child_command(module, theirs.fileno(), arguments, python=python, options=options)
        try:
            with theirs:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    env=environment,
                    cwd=folder,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
        except OSError as error:
            channel.close()
            raise Fault(
                "unavailable",
                f"No process could be started with {python!r}: {error}.",
                hint="Give it the path of a Python interpreter that has Pollex.",
            ) from error
        self.channel = channel
        self.pid = self.process.pid

    async def ending(self) -> str:
        """Return how the process ended, as the end of a sentence."""
        try:
            code = await asyncio.to_thread(self.process.wait, DYING)
        except subprocess.TimeoutExpired:
            return "closed its channel"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal_name(-code)}"

    def end(self) -> None:
        """Kill the process and all that it started. The channel stays open for its reader."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def drop(self) -> None:
        """Kill it and forget it; a thread waits for its end."""
        self.end()
        self.channel.close()
        if self.process.poll() is None:
            threading.Thread(target=self.process.wait, name=f"pollex end of {self.pid}", daemon=True).start()

    async def gone(self) -> None:
        await asyncio.to_thread(self.process.wait)


def child_command(
    module: str, channel: int, arguments: Sequence[str], *, python: str = sys.executable, options: Sequence[str] = ()
) -> list[str]:
    """Return the command of a process that calls `main` of a module."""
    program = PROGRAM.format(module=module, skip=0 if "-I" in options else 1)
    given = [str(channel), str(os.getpid()), str(len(arguments)), *arguments]
    return [python, *options, "-c", program, *given, *path_for(python)]


def path_for(python: str) -> Iterable[str]:
    """Return the process's module path: ours, or, with another interpreter, at least the folder of Pollex."""
    if python == sys.executable:
        return map(str, sys.path)
    return [str(Path(__file__).parents[2])]


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
