"""What only hears a tab of a person's Chrome: its sessions are those that drive it, since Chrome gives no others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..core.fault import Fault
from ..core.json import Object
from .chrome_session import ChromeSession
from .driver import HearLine


class SharedLine:
    """Implements `CdpSession`. It hears what is there already as if it had just begun, and leaves what it found."""

    def __init__(self, session: ChromeSession) -> None:
        self.session = session
        self._handlers: list[tuple[str, Callable[[Object], None]]] = []
        self._scripts: list[str] = []
        self._bindings: list[Object] = []

    async def send(self, method: str, params: Object | None = None) -> Object:
        if method == "Runtime.enable":
            await self.session.send("Runtime.disable")
        answer = await self.session.send(method, params)
        if method == "Page.addScriptToEvaluateOnNewDocument":
            self._scripts.append(str(answer["identifier"]))
        if method == "Runtime.addBinding":
            self._bindings.append(params or {})
        return answer

    def on(self, event: str, handler: Callable[[Object], None]) -> None:
        self._handlers.append((event, handler))
        self.session.on(event, handler)

    async def renew(self) -> None:
        """Add again what is forgotten when execution contexts are told anew."""
        for each in self._bindings:
            await self.session.send("Runtime.addBinding", each)

    async def leave(self) -> None:
        for event, handler in self._handlers:
            self.session.off(event, handler)
        with suppress(Fault):  # the tab is gone
            for each in self._bindings:
                await self.session.send("Runtime.removeBinding", {"name": each["name"]})
            for identifier in self._scripts:
                await self.session.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})


class ChromeLines:
    """Implements `TabLines`."""

    def __init__(self, page: ChromeSession, frames: Callable[[], list[ChromeSession]]) -> None:
        """`frames` returns the sessions of frames with a process of their own."""
        self._page = page
        self._frames = frames
        self._lines: dict[ChromeSession, SharedLine] = {}
        self._begin: HearLine | None = None

    @property
    def hears(self) -> bool:
        """Whether somebody observes the person here now."""
        return self._begin is not None

    async def page(self) -> SharedLine:
        return self._share(self._page)

    async def follow(self, begin: HearLine, closed: Callable[[], None]) -> None:
        self._begin = begin
        for event in ("Tab.closed", "Tab.detached"):
            self._page.on(event, lambda _: closed())
        for session in self._frames():
            await self.entered(session)

    async def caught_up(self) -> None:
        """Return at once: frames are told of before they begin."""

    async def entered(self, session: ChromeSession) -> None:
        """Hear a frame with a process of its own, before it begins."""
        if self._begin is not None and session not in self._lines:
            with suppress(Fault):  # it has gone again
                await self._begin(self._share(session))

    async def renewed(self, session: ChromeSession) -> None:
        if session in self._lines:
            await self._lines[session].renew()

    async def close(self) -> None:
        self._begin = None
        for line in self._lines.values():
            await line.leave()

    def _share(self, session: ChromeSession) -> SharedLine:
        self._lines[session] = line = SharedLine(session)
        return line
