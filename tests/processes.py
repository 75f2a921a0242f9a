"""Programs in processes of their own, which tests talk to, signal and kill; and a wait for what happens elsewhere."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, TypeVar

T = TypeVar("T")
PATIENCE: Final = 100.0
"""Seconds after which what is waited for is not going to happen any more."""
PAUSE: Final = 0.01


class Nursery:
    """The process that programs are forked from, since it has loaded everything that they need."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, str(Path(__file__).with_name("nursery.py")), str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()

    def start(
        self, program: str | Path, *arguments: str, environ: Mapping[str, str] | None = None, folder: str | Path = "/"
    ) -> Process:
        """Start `pollex` or a Python file, with these variables beside those of this process."""
        asked = {
            "program": str(program),
            "arguments": arguments,
            "environ": {**os.environ, **(environ or {})},
            "folder": str(folder),
        }
        stdin, stdout, end = os.pipe(), os.pipe(), os.pipe()
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        theirs = (stdin[0], stdout[1], errors.fileno(), end[1])
        socket.send_fds(self._control, [json.dumps(asked).encode()], theirs)
        for file in (stdin[0], stdout[1], end[1]):
            os.close(file)
        answer = self._control.recv(100)
        assert answer, "the nursery has ended"
        return Process(int(answer), stdin[1], stdout[0], end[0], errors)

    def load(self, *modules: str) -> None:
        """Load more that programs need."""
        self._control.send(json.dumps({"load": modules}).encode())
        assert self._control.recv(100), "the nursery has ended"

    def close(self) -> None:
        self._control.close()
        self._process.wait(10)


class Process:
    """A process that was forked from the nursery."""

    def __init__(self, pid: int, stdin: int, stdout: int, end: int, errors: IO[bytes]) -> None:
        self.pid = pid
        self.code: int | None = None
        """How it ended, where that is known."""
        self._files = {"in": stdin, "out": stdout, "end": end}
        self._errors = errors
        self._read = b""

    def say(self, text: str) -> None:
        """Write to its input."""
        data = text.encode()
        while data:
            data = data[os.write(self._files["in"], data) :]

    def hang_up(self) -> None:
        """End its input."""
        os.close(self._files.pop("in"))

    def line(self, seconds: float = PATIENCE) -> str:
        """The next line that it says; empty where it says no more."""
        while b"\n" not in self._read:
            if not self._hear(seconds, "say a line"):
                break
        line, newline, self._read = self._read.partition(b"\n")
        return (line + newline).decode()

    def rest(self, seconds: float = PATIENCE) -> str:
        """All that it says until its end."""
        while self._hear(seconds, "come to its end"):
            pass
        text, self._read = self._read, b""
        return text.decode()

    def errors(self) -> str:
        """What it has written to stderr so far."""
        size = os.fstat(self._errors.fileno()).st_size
        return os.pread(self._errors.fileno(), size, 0).decode()

    def poll(self) -> int | None:
        """How it ended; None where it has not."""
        if self.code is None and select.select([self._files["end"]], [], [], 0)[0]:
            self.code = int(os.read(self._files["end"], 100))
        return self.code

    def wait(self, seconds: float = PATIENCE) -> int:
        """How it ended: its exit code, or the number of a signal below zero."""
        self._ready("end", seconds, "end")
        code = self.poll()
        assert code is not None
        return code

    def signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended since
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait()

    def close(self) -> None:
        """Kill it where it lives, and forget it."""
        self.kill()
        for file in self._files.values():
            os.close(file)
        self._errors.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hear(self, seconds: float, what: str) -> bytes:
        self._ready("out", seconds, what)
        heard = os.read(self._files["out"], 1 << 16)
        self._read += heard
        return heard

    def _ready(self, name: str, seconds: float, what: str) -> None:
        if name != "end" or self.code is None:
            ready, _, _ = select.select([self._files[name]], [], [], seconds)
            assert ready, f"the process {self.pid} did not {what} within {seconds:g} s: {self.errors()}"


def until(what: str, happened: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What `happened` gives, as soon as it is true; `what` says what was waited for where it never is."""
    deadline = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < deadline, f"{what}: that did not happen within {seconds:g} s"
        time.sleep(PAUSE)
    return found


async def until_async(what: str, happened: Callable[[], Awaitable[T]], seconds: float = PATIENCE) -> T:
    deadline = time.monotonic() + seconds
    while not (found := await happened()):
        assert time.monotonic() < deadline, f"{what}: that did not happen within {seconds:g} s"
        await asyncio.sleep(PAUSE)
    return found
