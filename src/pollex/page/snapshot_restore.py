"""A snapshot put back into a fresh window: first cookies, then what sites keep, then the tabs, so that a page finds
all of it when its own scripts begin. Storage is written in empty documents of each origin, made without the network.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Window
from .gate import NetworkGate
from .open_tab import OpenTab
from .tabs import Tabs

SCROLLING: Final = 1_000
"""Milliseconds for a page to grow as long as it was."""
BLANK: Final = "about:blank"


class SnapshotRestore:
    """The restoration of one snapshot in one window."""

    def __init__(self, snapshot: Object, window: Window, tabs: Tabs, gate: NetworkGate | None, loading: float) -> None:
        self._snapshot = snapshot
        self._window = window
        self._tabs = tabs
        self._gate = gate
        self._loading = loading
        self.notes: list[str] = []
        """Notes on what could not be restored."""

    async def run(self) -> None:
        copies: list[Object] = self._snapshot["tabs"] or [{"name": None, "url": BLANK, "scroll": [0, 0], "session": []}]
        opened = [self._tabs.add(await self._window.new_tab(), copy["name"]) for copy in copies]
        self.notes += await self._window.state.set_cookies(self._snapshot["cookies"])
        pairs = list(zip(opened, copies, strict=True))
        written = await asyncio.gather(*(self._write(each, copy, first=each is opened[0]) for each, copy in pairs))
        self._name_hosts()
        await asyncio.gather(*(self._open(*pair, past=past) for pair, past in zip(pairs, written, strict=True)))
        for each, copy in pairs:
            if copy.get("active"):
                self._tabs.switch(each.name)
                await each.tab.front()
        await self._compare_settings()

    async def _write(self, opened: OpenTab, copy: Object, *, first: bool) -> bool:
        """Write a tab's session storage and, with the first, what origins share; whether there was any."""
        kept = {(each["top"], each["origin"]): each for each in self._snapshot["origins"]} if first else {}
        session = {(each["top"], each["origin"]): each["items"] for each in copy["session"]}
        written = False
        for top, origin in sorted({*kept, *session}):
            shared = kept.get((top, origin), {})
            parts = {
                "local": shared.get("local", {}),
                "session": session.get((top, origin), {}),
                "databases": shared.get("databases", []),
            }
            if any(parts.values()):
                written = True
                await self._write_origin(opened, origin, top, parts)
        return written

    async def _write_origin(self, opened: OpenTab, origin: str, top: str, parts: Object) -> None:
        try:
            frame = await self._window.state.blank(opened.tab, origin, top, self._loading)
            failed = await opened.tab.wait(frame, "putBack", parts)
        except Fault as fault:
            failed = [fault.message]
        self.notes += [f"What {origin} keeps was not all put back: {why}" for why in failed]

    def _name_hosts(self) -> None:
        """Allow the hosts of the snapshot, if no domains are listed: its run could reach them too."""
        if self._gate is not None:
            for each in (*self._snapshot["origins"], *self._snapshot["tabs"]):
                self._gate.name(each.get("url") or each["origin"])
            self._gate.forget()

    async def _open(self, opened: OpenTab, copy: Object, *, past: bool) -> None:
        url = str(copy["url"])
        if not url.startswith(("http:", "https:", "file:", "data:", BLANK)):
            self.notes.append(f"The tab {opened.name!r} cannot be opened at {url!r} again.")
            url = BLANK
        if past or url != BLANK:
            await self._go(opened, url)
        if past:
            await self._window.state.forget_past(opened.tab)
        if any(copy["scroll"]):
            await self._scroll(opened, *copy["scroll"])

    async def _go(self, opened: OpenTab, url: str) -> None:
        opened.address = url
        if opened.tab.url == url and not self._window.state.is_ours:
            return  # a person's tab is there still, with all that was done in it
        try:
            await opened.tab.goto(url, self._loading)
            failed = None
        except Fault as fault:
            if fault.code not in ("timeout", "failed"):
                raise
            failed = fault
        refusal = self._gate.refusal([url]) if self._gate is not None else None
        if why := refusal or failed:
            self.notes.append(f"The tab {opened.name!r} could not be opened at {url!r}: {why.message}")

    async def _scroll(self, opened: OpenTab, x: float, y: float) -> None:
        try:
            if await opened.tab.wait(await opened.tab.main(), "scrollBack", x, y, SCROLLING):
                return
        except Fault as fault:
            if fault.code not in ("not_found", "conflict"):
                raise
        self.notes.append(f"The tab {opened.name!r} could not be scrolled back to {x}, {y}.")

    async def _compare_settings(self) -> None:
        """Note settings of the window that differ from those in the snapshot; they are not changed."""
        wanted, current = self._snapshot["settings"], self._tabs.current
        if not wanted or current is None or current.tab.dialog is not None:
            return
        found = await current.tab.run(await current.tab.main(), "windowSettings")
        self.notes += [
            f"The window's {name} is {found.get(name)!r} now; it was {value!r}."
            for name, value in wanted.items()
            if found.get(name) != value
        ]
