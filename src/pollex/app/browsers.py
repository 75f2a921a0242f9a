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
    from ..page.playwright_traffic import TrafficArchive
    from .chrome import TabOpener


class BrowserPool:
    """Opens pages; the browser starts when the first page is used."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.traffic: TrafficArchive | None = None
        """What records or answers the requests of the windows that are opened."""

    @cached_property
    def chromium(self) -> Chromium:
        """The browser process that all pages share."""
        return self.other(self._settings.headed, self._settings.cdp or None)

    def other(self, headed: bool, cdp: str | None = None) -> Chromium:
        """Return another browser, which the caller closes."""
        from ..page.playwright_browser import BrowserOptions, Chromium

        return Chromium(BrowserOptions(headed=headed, executable=self._settings.browser or None, cdp=cdp))

    def page(
        self,
        context: Context,
        *,
        chromium: Chromium | None = None,
        reopens: bool = True,
        trace: str | None = None,
        trial: bool = False,
        opener: TabOpener | None = None,
    ) -> LivePage:
        """Return a page for a context's calls, with its domains and its log; a `trace` is written into that file.

        What a `trial` downloads goes with its other files, and not where the person wants downloads. With an `opener`,
        it is in a tab of the person's own browser.
        """
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
            if opener is not None:
                return await opener.window(gate)
            traffic = self.traffic
            opened = await browser.window(gate, **({} if traffic is None else traffic.options()))
            if traffic is not None:
                await traffic.attach(opened.context)
            return opened if tracing is None else await tracing.of(opened)

        tracing = None if trace is None else Tracing(Path(trace), context.redactor, emit)
        is_offline = self.traffic is not None and self.traffic.offline
        allowed = ((), blocked) if is_offline else (context.domains, blocked, self._settings.allow_private)
        gate = NetworkGate(*allowed)
        files = self._settings.home / "files" / context.run
        downloads, extra = None if trial else self._settings.downloads, self._settings.interactive
        sleeps = browser.is_hidden and opener is None and tracing is None and self.traffic is None
        options = PageOptions(files, downloads, reopens=reopens, sleeps=sleeps, extra=extra)
        page = LivePage(window, context, options, gate)  # named, since `blocked` asks it
        return page

    async def close(self) -> None:
        if "chromium" in vars(self):
            await self.chromium.close()
