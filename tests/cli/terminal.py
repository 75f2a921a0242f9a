"""A terminal: commands in a folder and a home of their own, each in its own process."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from ..processes import Nursery, Process, Ran, environment


class Terminal:
    """Starts commands. They see the variables of `environ`, and no others that would change what they do."""

    def __init__(self, nursery: Nursery, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.environ = environment(POLLEX_HOME=str(self.home), COLUMNS="120")
        self.nursery = nursery
        self._commands: list[Process] = []

    def begin(self, *arguments: str, stdin: object = "") -> Process:
        """A command that goes on while the test does other things; what is no text is given to it as JSON."""
        process = self.nursery.start("pollex", *arguments, environ=self.environ, folder=self.folder)
        with suppress(BrokenPipeError):  # it has ended without reading
            process.say(stdin if isinstance(stdin, str) else json.dumps(stdin))
        process.hang_up()
        self._commands.append(process)
        return process

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
