"""The browsers of an app: one process for all pages, each in a window of its own and held to its domains."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..settings import Settings

if TYPE_CHECKING:
    from ..page.driver import Window
    from ..page.live import LivePage
    from ..page.playwright_browser import Chromium


class BrowserPool:
    """Opens pages; the browser starts when the first page is used."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def chromium(self) -> Chromium:
        """The browser process that all pages share."""
        return self.other(self._settings.headed, self._settings.cdp or None)

    def other(self, headed: bool, cdp: str | None = None) -> Chromium:
        """Return another browser, which the caller closes."""
        from ..page.playwright_browser import BrowserOptions, Chromium

        return Chromium(BrowserOptions(headed=headed, executable=self._settings.browser or None, cdp=cdp))

    def page(
        self, context: Context, *, chromium: Chromium | None = None, reopens: bool = True, trace: str | None = None
    ) -> LivePage:
        """Return a page for a context's calls, with its domains and its log; a `trace` is written into that file."""
        from ..page.gate import NetworkGate
        from ..page.live import LivePage, PageOptions
        from ..page.playwright_trace import Tracing

        browser = chromium or self.chromium

        def emit(kind: EventKind, data: Object) -> None:
            if context.log is not None:
                context.log.post(context.run, kind, data)

        def blocked(host: str, port: int, reason: Fault) -> None:
            by = "page" if page.asked(host) else "browser"
            emit("page.blocked", {"host": host, "port": port, "why": reason.message, "by": by})

        async def window() -> Window:
            opened = await browser.window(gate)
            return opened if tracing is None else await tracing.of(opened)

        tracing = None if trace is None else Tracing(Path(trace), context.redactor, emit)
        gate = NetworkGate(context.domains, blocked, self._settings.allow_private)
        files = self._settings.home / "files" / context.run
        downloads, extra = self._settings.downloads, self._settings.interactive
        options = PageOptions(files, downloads, reopens=reopens, extra=extra)
        page = LivePage(window, context, options, gate)  # named, since `blocked` asks it
        return page

    async def close(self) -> None:
        if "chromium" in vars(self):
            await self.chromium.close()
