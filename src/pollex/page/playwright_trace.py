"""A Playwright trace of a window, for those who want to look into a run with Playwright's own viewer.

It has snapshots of the documents but no screenshots, since secrets cannot be taken out of those; it is cleaned before
it is put where it was asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Error

from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..core.pipeline.redact import Redactor
from .driver import Interceptor, Tab, WindowState
from .playwright_shared import SharedWindow
from .playwright_trace_redaction import clean
from .playwright_window import PlaywrightWindow

EmitEvent = Callable[[EventKind, Object], None]


@dataclass
class Tracing:
    """The traces of a run: one file for its window, and one more for each time that it was opened again."""

    file: Path
    redactor: Redactor
    """Knows the secrets of the run, when a window is closed."""
    emit: EmitEvent = field(default=lambda _kind, _data: None)
    """Hears `file.written` of each trace, or a `note` why there is none."""
    begun: int = 0

    async def of(self, window: PlaywrightWindow) -> TracedWindow:
        """The window, traced from now on until it is closed."""
        if isinstance(window, SharedWindow):
            message = "A trace of a person's own browser would show what its other tabs do."
            raise Fault("unavailable", message, hint="Trace a browser that is started for the run.", retry=False)
        await window.context.tracing.start(snapshots=True, screenshots=False, sources=False)
        self.begun += 1
        ending = f"-{self.begun}" if self.begun > 1 else ""
        return TracedWindow(window, self, self.file.with_stem(self.file.stem + ending))


class TracedWindow:
    """Implements `Window`: the one that it holds, whose trace is kept when it is closed."""

    def __init__(self, window: PlaywrightWindow, tracing: Tracing, file: Path) -> None:
        self.notes = window.notes
        self._window = window
        self._tracing = tracing
        self._file = file

    @property
    def alive(self) -> bool:
        return self._window.alive

    @property
    def state(self) -> WindowState:
        return self._window.state

    async def improve(self) -> None:
        await self._window.improve()

    async def new_tab(self) -> Tab:
        return await self._window.new_tab()

    async def hold(self, interceptor: Callable[[], Interceptor | None]) -> None:
        await self._window.hold(interceptor)

    def on_tab(self, heard: Callable[[Tab], None]) -> None:
        self._window.on_tab(heard)

    async def close(self) -> None:
        try:
            await self._keep()
        except (Error, OSError) as error:
            self._tracing.emit("note", {"text": f"The trace {str(self._file)!r} could not be kept: {error}"})
        else:
            self._tracing.emit("file.written", {"path": str(self._file), "what": "trace"})
        finally:
            await self._window.close()

    async def _keep(self) -> None:
        with TemporaryDirectory(prefix="pollex-trace-") as folder:  # which nobody else may read
            raw = Path(folder) / "raw.zip"
            await self._window.context.tracing.stop(path=raw)
            await asyncio.to_thread(clean, raw, self._file, self._tracing.redactor)
