"""A terminal: commands in a folder and a home of their own, each in its own process, forked from one that is warm."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

PATIENCE = 60.0
"""Seconds after which a command that has not ended is taken for stuck."""
OWN = ("POLLEX_", "OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "BROWSER_USE_")
"""Variables of whoever runs the tests that would change what a command does begin so."""


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


class Nursery:
    """The process that commands are forked from."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(PATIENCE)
        command = [sys.executable, str(Path(__file__).with_name("nursery.py")), str(theirs.fileno())]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        theirs.close()

    def fork(self, arguments: tuple[str, ...], environ: dict[str, str], folder: Path, files: list[int]) -> int:
        asked = {"arguments": arguments, "environ": environ, "folder": str(folder)}
        socket.send_fds(self._control, [json.dumps(asked).encode()], files)
        return int(self._control.recv(64))

    def wait(self, pid: int) -> int:
        self._control.send(json.dumps({"wait": pid}).encode())
        return int(self._control.recv(64))

    def close(self) -> None:
        self._control.close()
        self._process.wait(10)


class Command:
    """A command that goes on, what it has shown so far, and how it ends."""

    def __init__(self, nursery: Nursery, pid: int, name: str, streams: dict[int, str]) -> None:
        self.pid = pid
        self._nursery = nursery
        self._name = name
        self._streams = streams
        """What can be read from, and which stream it is."""
        self._shown = dict.fromkeys(streams.values(), b"")
        self._code: int | None = None

    def wait_for(self, words: str, stream: str = "stderr") -> str:
        """What a stream has shown, as soon as these words are in it."""
        self._read(lambda: words.encode() in self._shown[stream], f"{words!r} on {stream}")
        return self._shown[stream].decode()

    def signal(self, number: int) -> None:
        if self._code is None:
            os.kill(self.pid, number)

    def end(self) -> Ran:
        """How it ended, by itself or by a signal."""
        self._read(lambda: not self._streams, "its end")
        if self._code is None:
            self._code = self._nursery.wait(self.pid)
        return Ran(self._code, *(self._shown[each].decode() for each in ("stdout", "stderr")))

    def close(self) -> None:
        self.signal(signal.SIGKILL)
        self.end()

    def _read(self, enough: Callable[[], bool], what: str) -> None:
        """Read what it shows until that is enough."""
        deadline = time.monotonic() + PATIENCE
        while not enough():
            left = max(0, deadline - time.monotonic()) if self._streams else 0
            ready = select.select(self._streams, [], [], left)[0]
            assert ready, f"`pollex {self._name}` was waited for in vain, for {what}; it showed {self._shown}"
            for file in ready:
                came = os.read(file, 1 << 16)
                self._shown[self._streams[file]] += came
                if not came:
                    del self._streams[file]
                    os.close(file)


class Terminal:
    """Starts commands. They see the variables of `environ`, and no others that would change what they do."""

    def __init__(self, nursery: Nursery, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        others = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        self.environ = {**others, "POLLEX_HOME": str(self.home), "COLUMNS": "120"}
        self._nursery = nursery
        self._commands: list[Command] = []

    def begin(self, *arguments: str, stdin: object = "") -> Command:
        """A command that goes on while the test does other things; what is no text is given to it as JSON."""
        with TemporaryFile() as given:
            given.write((stdin if isinstance(stdin, str) else json.dumps(stdin)).encode())
            given.seek(0)
            (out, to_out), (err, to_err) = os.pipe(), os.pipe()
            pid = self._nursery.fork(arguments, self.environ, self.folder, [given.fileno(), to_out, to_err])
        os.close(to_out)
        os.close(to_err)
        command = Command(self._nursery, pid, " ".join(arguments), {out: "stdout", err: "stderr"})
        self._commands.append(command)
        return command

    def __call__(self, *arguments: str, stdin: object = "", **variables: str) -> Ran:
        """A command from its beginning to its end."""
        before = self.environ
        self.environ = {**before, **variables}
        try:
            return self.begin(*arguments, stdin=stdin).end()
        finally:
            self.environ = before

    def close(self) -> None:
        for command in self._commands:
            command.close()
