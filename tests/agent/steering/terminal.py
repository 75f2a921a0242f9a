"""The command line on a home of its own, and which processes it has left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

CHILD: Final = Path(__file__).with_name("child.py")


class Terminal:
    """Runs `pollex`; everything that it starts is known by the home in its environment."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "POLLEX_HOME": str(home),
            "OPENAI_API_KEY": "sk-test",
            "POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843",
        }

    def begin(self, *command: str) -> subprocess.Popen[str]:
        return self._open([sys.executable, "-m", "pollex", *command])

    def child(self, job: dict[str, Any]) -> subprocess.Popen[str]:
        """A task that is done by a program, which kills itself where the job says."""
        return self._open([sys.executable, str(CHILD), json.dumps(job)])

    def do(self, *command: str) -> tuple[int, str, str]:
        with self.begin(*command) as process:
            out, err = process.communicate(timeout=150)
            return process.returncode, out, err

    def result(self, *command: str) -> dict[str, Any]:
        """What a command answers, as JSON."""
        return told(self.begin(*command, "--json"))

    def living(self) -> list[str]:
        """The processes of this home that are alive, each by its command."""
        mark = f"POLLEX_HOME={self.home}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:100])
            except OSError:
                continue
        return found

    def all_gone(self, seconds: float = 3) -> bool:
        """Whether nothing of this home is left, within some seconds."""
        return until(lambda: not self.living(), seconds)

    def _open(self, command: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
            encoding="utf-8",
        )


def told(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The Result that a process prints at its end."""
    with process:
        out, err = process.communicate(timeout=150)
    assert out, err
    result: dict[str, Any] = json.loads(out)
    return result


def until(happened: Callable[[], object], seconds: float = 150) -> bool:
    """Whether something comes to be, within some seconds."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
