"""What a script prints: read slowly, so that a script that prints without end slows down only itself, kept up to a
limit, and reported as progress of the run, line by line."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from ..core.context import Context

KEPT: Final = 64 << 10
"""Bytes of a script's output that are reported."""
PIECE: Final = 64 << 10
PAUSE: Final = 0.1
"""Seconds between two reads: at most ten events a second."""


class Output:
    """The reading end of a pipe that is the script's standard output and error output."""

    def __init__(self, name: str, context: Context) -> None:
        self.descriptor, self.theirs = os.pipe()
        os.set_blocking(self.descriptor, False)
        self._name = name
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._line = b""
        self._room = KEPT
        self._dropped = False
        self._loop.add_reader(self.descriptor, self._read)

    @property
    def notes(self) -> tuple[str, ...]:
        cut = f"Only the first {KEPT >> 10} KB of what the script printed were kept."
        return (cut,) if self._dropped else ()

    def started(self) -> None:
        """Close the writing end here, once the process has it."""
        os.close(self.theirs)
        self.theirs = -1

    def close(self) -> None:
        """Report what is left in the pipe, and close it."""
        self._read()
        self._report(self._line)
        if self._timer is not None:
            self._timer.cancel()
        self._loop.remove_reader(self.descriptor)
        os.close(self.descriptor)
        if self.theirs >= 0:
            os.close(self.theirs)

    def _read(self) -> None:
        self._loop.remove_reader(self.descriptor)
        try:
            piece = os.read(self.descriptor, PIECE)
        except BlockingIOError:
            return
        if piece:
            lines, newline, self._line = (self._line + piece).rpartition(b"\n")
            self._report(lines + newline)
            if len(self._line) > self._room:
                self._report(self._line)
                self._line = b""
            self._timer = self._loop.call_later(PAUSE, self._loop.add_reader, self.descriptor, self._read)

    def _report(self, text: bytes) -> None:
        kept, self._room = text[: self._room], max(self._room - len(text), 0)
        self._dropped = self._dropped or len(kept) < len(text)
        if kept:
            said = kept.decode(errors="replace").rstrip("\n")
            self._context.progress({"script": self._name, "printed": said})
