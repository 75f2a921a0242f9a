"""The frames of a tab of a person's Chrome. What gets a process of its own waits until it is held and followed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .background import forgotten
from .chrome_events import ChromeEvents
from .chrome_holding import ChromeHolding
from .chrome_lines import ChromeLines
from .chrome_listeners import DebuggerFrameSession
from .chrome_page import ChromeConnection
from .chrome_person import PersonWatch
from .chrome_session import ChromeLine, ChromeSession
from .frame_session import FrameSession
from .tab_frames import TabFrames

ATTACHING: Final[Object] = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


class ChromeFrames(ChromeConnection, TabFrames, ChromeEvents):
    """Has a session for each frame with a process of its own from the moment it begins."""

    def __init__(self, line: ChromeLine, holding: ChromeHolding) -> None:
        ChromeConnection.__init__(self, line)
        ChromeEvents.__init__(self, line.tab, line.page)
        self._worlds = DebuggerFrameSession(line.page)
        self._holding = holding
        self._person = PersonWatch(line.page, lambda: self._heard is not None and self._heard.hears)
        self._inside: dict[str, FrameSession] = {}
        """By session, the frames with a process of their own."""
        self._heard: ChromeLines | None = None
        """What hears a person here."""
        self._entering: set[asyncio.Task[None]] = set()
        line.page.on("Tab.renewed", lambda _: self._keep(self._renew()))

    def lines(self) -> ChromeLines:
        self._heard = ChromeLines(self._line.page, lambda: [self._line.session(each) for each in self._inside])
        return self._heard

    def _apart(self) -> Sequence[FrameSession]:
        return list(self._inside.values())

    async def _find_apart(self) -> None:
        if self._entering:
            await asyncio.wait(self._entering)

    async def _start(self) -> None:
        await self._follow()
        await self._prepare(self._line.page)
        await self._worlds.start()
        await self._person.start(self._line.page)

    async def _prepare(self, session: ChromeSession) -> None:
        """Hold and hear what a session sends, and wait for the processes that it begins."""
        session.on("Target.attachedToTarget", lambda event: self._keep(self._enter(event, session)))
        session.on("Target.detachedFromTarget", self._leave)
        self._hear_requests(session, self._frame)
        await asyncio.gather(
            self._holding.start(session),
            session.send("Network.enable"),
            session.send("Target.setAutoAttach", ATTACHING),
            session.send("Emulation.setFocusEmulationEnabled", {"enabled": True}),
        )

    async def _enter(self, event: Object, around: ChromeSession) -> None:
        """Take in a frame or worker with a process of its own, and let it begin."""
        target, session = event["targetInfo"], self._line.session(event["sessionId"], around.id)
        with suppress(Fault):  # it has gone again
            self._meet_foreign(target)
            if target["type"] != "iframe":
                await self._let_begin(session)
                return
            await self._prepare(session)
            worlds = DebuggerFrameSession(session)
            starting = asyncio.ensure_future(worlds.start())
            starting.add_done_callback(forgotten)
            await self._let_begin(session)
            await starting
            await self._person.start(session)
            if self._parent(worlds.root) is None:
                self._of_session(around).adopt(worlds.root, target.get("parentFrameId"))
            self._inside[event["sessionId"]] = worlds
            if self._heard is not None:
                await self._heard.entered(session)

    async def _let_begin(self, session: ChromeSession) -> None:
        await session.send("Runtime.runIfWaitingForDebugger")

    def _of_session(self, session: ChromeSession) -> FrameSession:
        return self._worlds if session.id is None else self._inside.get(session.id, self._worlds)

    def _leave(self, event: Object) -> None:
        self._line.forget(event["sessionId"])
        known = {each.id for each in self._line.all()}
        self._inside = {session: worlds for session, worlds in self._inside.items() if session in known}

    async def _renew(self) -> None:
        """Be told again what was told to a worker of the extension that has ended."""
        for session in self._line.all():
            with suppress(Fault):  # it has gone meanwhile
                await self._holding.renew(session)
                await session.send("Runtime.disable")
                await session.send("Runtime.enable")
                await self._person.renew(session)
                if self._heard is not None:
                    await self._heard.renewed(session)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._entering.add(task)
        task.add_done_callback(self._entering.discard)
