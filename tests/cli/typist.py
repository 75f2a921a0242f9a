"""A person at a real terminal: a command on a pseudo-terminal, what it shows there, and what is typed."""

from __future__ import annotations

import os
import pty
import re
import select
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

from ..processes import Nursery
from ..waits import PATIENCE

COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Typist:
    """Starts `pollex` with a terminal as its input and output."""

    def __init__(self, nursery: Nursery, *arguments: str, environ: Mapping[str, str], folder: Path) -> None:
        self._screen, theirs = pty.openpty()
        self.process = nursery.start("pollex", *arguments, environ=environ, folder=folder, terminal=theirs)
        os.close(theirs)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.close()
        os.close(self._screen)

    def wait_for(self, text: str) -> str:
        """Return what was shown since the last time, up to where it shows this text."""
        end = monotonic() + PATIENCE
        while text not in self.shown:
            assert monotonic() < end, f"It does not show {text!r}, but: {self.shown}"
            assert self._read() or text in self.shown, f"It ended without {text!r}: {self.shown}"
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._screen, f"{text}\n".encode())

    def end(self) -> str:
        """Return what else it shows until it ends."""
        while self._read():
            pass
        self.process.wait(PATIENCE)
        return self.shown

    def _read(self) -> bool:
        """Read what it shows; whether there may be more."""
        if select.select([self._screen], [], [], 0.2)[0]:
            with suppress(OSError):  # a terminal that nobody writes to any more
                self.shown += COLOURS.sub("", os.read(self._screen, 65_536).decode(errors="replace")).replace("\r", "")
                return True
            return False
        return self.process.poll() is None
