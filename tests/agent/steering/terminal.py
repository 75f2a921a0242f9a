"""The command line on a home of its own, and which processes it has left behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ...processes import Nursery, Process, Ran
from ...waits import until

CHILD: Final = Path(__file__).with_name("child.py")


class Terminal:
    """Runs `pollex`; everything that it starts is known by the home in its environment."""

    def __init__(self, nursery: Nursery, home: Path) -> None:
        self.home = home
        self._nursery = nursery
        self._environ = {
            "POLLEX_HOME": str(home),
            "OPENAI_API_KEY": "sk-test",
            "POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843",
        }

    def begin(self, *command: str) -> Process:
        return self._nursery.start("pollex", *command, environ=self._environ)

    def child(self, job: dict[str, Any]) -> Process:
        """A task that is done by a program, which kills itself where the job says."""
        return self._nursery.start(CHILD, json.dumps(job), environ=self._environ)

    def do(self, *command: str) -> Ran:
        with self.begin(*command) as process:
            return process.end()

    def result(self, *command: str) -> dict[str, Any]:
        """What a command answers, as JSON."""
        with self.begin(*command, "--json") as process:
            return told(process)

    def living(self) -> list[str]:
        """The processes that were started on this home and are alive, each by its command."""
        mark = f"POLLEX_HOME={self.home}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:100])
            except OSError:
                continue
        return found

    def all_gone(self) -> None:
        """Nothing of this home is left."""
        until("all processes of the run are gone", lambda: not self.living())


def told(process: Process, *seconds: float) -> dict[str, Any]:
    """The Result that a process prints at its end, within some seconds."""
    out = process.rest(*seconds)
    assert out, process.errors()
    result: dict[str, Any] = json.loads(out)
    return result
