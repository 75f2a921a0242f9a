"""The browser of one Node script: a Chromium of its own behind a proxy of its own, to which the script and Pollex are
connected side by side. Pollex attaches only for as long as it does something there."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, Self, TypeAlias
from urllib.parse import urlsplit

from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.secret import Secret
from ..page.driver import Window
from ..page.gate import NetworkGate
from ..page.live import LivePage, PageOptions
from ..page.playwright_attached import Attacher
from ..page.playwright_pipe import PipeChromium
from .cdp_relay import CdpRelay
from .downloads import ScriptDownloads
from .loopback import LoopbackServer

Launch: TypeAlias = Callable[[str], Awaitable[PipeChromium]]
"""Starts a Chromium behind the proxy at an address, such as `page.playwright_pipe.launch_pipe_chromium`."""
ORIGINS: Final = 20
"""Sites that were visited and are not open any more, whose storage is kept."""


class ScriptBrowser:
    """`async with ScriptBrowser(context, domains, launch) as browser`; `cdp_url` is for the script."""

    def __init__(self, context: Context, domains: tuple[str, ...] | None, launch: Launch) -> None:
        self.refused: dict[str, Fault] = {}
        """Why each host was refused that the browser asked for."""
        self.cdp_url = ""
        self._context = context
        self._launch = launch
        self._gate = NetworkGate(domains, self._refuse)
        self.server = LoopbackServer()
        """Where the script finds the browser, and what else it may ask."""
        self._chromium: PipeChromium | None = None
        self._relay: CdpRelay | None = None
        self._attacher: Attacher | None = None
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        try:
            self._chromium = await self._launch(await self._gate.address())
            self.downloads = ScriptDownloads(self._chromium.folder / "downloads")
            self._relay = CdpRelay(self._chromium, self.downloads)
            self._relay.on_navigated = self._navigated
            await self.server.open()
            self.cdp_url = f"ws://{self.server.add(self._relay.serve_script)}"
            self._attacher = Attacher(f"ws://{self.server.add(self._relay.serve_pollex)}")
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def works_in(self, folder: Path) -> None:
        """Let what the script downloads go to the folder that it works in."""
        self.downloads.own = folder

    @property
    def alive(self) -> bool:
        return self._chromium is not None and self._chromium.alive

    async def restore(self, snapshot: Object) -> list[str]:
        """Put cookies, storage and tabs of a snapshot into the browser; return what could not be restored."""
        async with self._attached() as (page, _):
            notes = await page.restore(snapshot)
            blank, *_, last = page.tabs
            await page.drop_tab(blank if snapshot["tabs"] else last)  # without tabs, it served to write storage
        return notes

    async def type(self, selector: object, secret: Secret) -> Result:
        """Type a secret into an element of the tab that the script used last, as `page.type` does."""
        async with self._attached() as (page, _):
            await page.opened()
            page.context = replace(self._context, page=page)
            return await page.call("page.type", {"selector": selector, "text": secret})

    async def snapshot(self, earlier: Object | None) -> Object:
        """Return the state of the browser: its cookies, and the storage of the sites that were visited."""
        async with self._attached() as (page, window):
            await page.opened()
            names = {opened.name for opened in page.tabs}
            await self._open_visited(page, window)
            state = await page.snapshot(earlier=earlier)
        return {**state, "tabs": [tab for tab in state["tabs"] if tab["name"] in names]}

    async def close(self) -> None:
        """End browser, proxy, server and all connections; safe to call twice."""
        try:
            await self.server.close()
            if self._chromium is not None:
                await self._chromium.close()
        finally:
            await self._gate.close()
            if self._attacher is not None:
                await self._attacher.close()

    @asynccontextmanager
    async def _attached(self) -> AsyncIterator[tuple[LivePage, Window]]:
        """Attach to the browser, with the tab that the script used last as the current one; nothing is logged."""
        assert self._attacher is not None
        assert self._relay is not None
        async with self._turn:
            window = await self._attacher.window(self._relay.used)

            async def opened() -> Window:
                return window

            with tempfile.TemporaryDirectory(prefix="pollex-node-") as folder:
                options = PageOptions(Path(folder), reopens=False)
                try:
                    yield LivePage(opened, replace(self._context, log=None), options, self._gate), window
                finally:
                    await window.close()

    async def _open_visited(self, page: LivePage, window: Window) -> None:
        """Open an empty document of each site whose tabs are closed again, so that its storage can be read."""
        assert self._relay is not None
        shown = {origin(opened.tab.url) for opened in page.tabs}
        visited = [url for url in self._relay.visited if urlsplit(url).hostname not in self.refused]
        sites = dict.fromkeys(origin(url) for url in visited if url.startswith("http"))
        for site in [each for each in sites if each not in shown][:ORIGINS]:
            opened = await page.new_tab()
            await window.state.blank(opened.tab, site, site, page.options.loading)

    def _refuse(self, host: str, port: int, reason: Fault) -> None:
        self.refused.setdefault(host, reason)
        self._post("page.blocked", {"host": host, "port": port, "why": reason.message, "by": "browser"})

    def _navigated(self, tab: str, url: str) -> None:
        if url.startswith("http"):
            self._post("page.navigated", {"tab": tab, "url": url, "by": "script"})

    def _post(self, kind: EventKind, data: Object) -> None:
        if self._context.log is not None:
            self._context.log.post(self._context.run, kind, self._context.redactor.value(data))


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
