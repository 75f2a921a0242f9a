"""Programs in processes of their own, which tests talk to, signal and kill."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self

from .waits import PATIENCE, until

OWN: Final = ("POLLEX_", "OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "BROWSER_USE_")
"""Variables of whoever runs the tests that would change what a program does begin so."""


def environment(**own: str) -> dict[str, str]:
    """These variables, and those of this process that change nothing."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OWN)} | own


class Nursery:
    """The process that programs are forked from, since it has loaded everything that they need."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, str(Path(__file__).with_name("nursery.py")), str(theirs.fileno())]
        environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}  # programs of the tests import `tests`
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environ)
        theirs.close()

    def start(
        self,
        program: str | Path,
        *arguments: str,
        environ: Mapping[str, str] | None = None,
        folder: str | Path = "/",
        terminal: int | None = None,
    ) -> Process:
        """Start `pollex` or a Python file, with these variables, and those of this process that change nothing.

        Where it is given a terminal, that is all that it reads and writes.
        """
        asked = {
            "program": str(program),
            "arguments": arguments,
            "environ": environment(**(environ or {})),
            "folder": str(folder),
        }
        stdin, stdout, end = os.pipe(), os.pipe(), os.pipe()
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        own = (stdin[0], stdout[1], errors.fileno()) if terminal is None else (terminal,) * 3
        theirs = (*own, end[1])
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


class Ran(NamedTuple):
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def result(self) -> Any:
        """The one Result on stdout."""
        made = json.loads(self.stdout)
        assert {"ok", "data", "fault", "repairs", "notes", "files", "cost"} <= made.keys()
        return made

    @property
    def data(self) -> Any:
        assert self.returncode == 0, self
        return self.result["data"]

    @property
    def fault(self) -> Any:
        assert self.returncode != 0, self
        return self.result["fault"]


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

    def says(self, words: str) -> str:
        """What it has written to stderr, as soon as these words are in it."""

        def found() -> str:
            errors = self.errors()
            assert words in errors or self.poll() is None, f"it ended without {words!r}: {errors}"
            return errors if words in errors else ""

        return until(f"{words!r} on stderr", found)

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

    def end(self) -> Ran:
        """How it ended, and all that it said."""
        said = self.rest()
        return Ran(self.wait(), said, self.errors())

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
