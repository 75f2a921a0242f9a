"""Observes one tab: its documents, also frames in processes of their own, where it goes, and its dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import CdpSession, Frame
from .observer_history import TabHistory
from .observer_worlds import ObserverWorlds
from .open_tab import OpenTab

AGAIN: Final = 0.05
"""Seconds until a refused question is asked again."""
HearTab = Callable[["TabObserver", Object, ObserverWorlds | None, Frame | None], None]


class TabObserver:
    """Hears a tab by sessions of its own, from `start` on."""

    def __init__(self, opened: OpenTab, heard: HearTab, is_busy: Callable[[], bool]) -> None:
        """`is_busy` says whether the person's last act may still cause something."""
        self.opened = opened
        self.is_new = False
        """Whether a person opened it and it has not gone anywhere yet."""
        self.on_close: Callable[[], None] = _nothing
        self._tab = opened.tab
        self._lines = opened.tab.lines()
        self._heard = heard
        self._is_busy = is_busy
        self._history = TabHistory()
        self._url = opened.tab.url
        self._requested = False
        """Whether the page itself goes somewhere."""
        self._question: Object | None = None
        self._page: CdpSession | None = None
        self._worlds: list[ObserverWorlds] = []
        """Those of the page, and of each frame with a process of its own."""
        self._work: set[asyncio.Task[None]] = set()
        self._looking = asyncio.Lock()

    async def start(self) -> None:
        self._page = session = await self._lines.page()
        await self._observe(session)
        session.on("Page.frameRequestedNavigation", self._requests)
        session.on("Page.frameNavigated", self._navigated)
        session.on("Page.navigatedWithinDocument", self._moved_within)
        session.on("Page.javascriptDialogOpening", self._asked)
        session.on("Page.javascriptDialogClosed", self._answered)
        await self._look_back(reloaded=False, acted=False)
        await self._lines.follow(self._observe, self.on_close)

    async def caught_up(self) -> None:
        """Return when everything that was done before this is heard; at once where the tab is gone."""
        for worlds in list(self._worlds):
            if self._question is None:
                with suppress(Fault):
                    await worlds.caught_up()
        await self._lines.caught_up()
        await asyncio.gather(*self._work)

    async def load_again(self) -> None:
        """Load a document that was refused before; that is no act of the person."""
        self._requested = True
        assert self._page is not None, "it has started"
        with suppress(Fault):
            await self._page.send("Page.reload")

    async def close(self) -> None:
        for task in list(self._work):
            task.cancel()
        await self._lines.close()

    async def _observe(self, session: CdpSession) -> None:
        worlds = ObserverWorlds(session, lambda by, where, said: self._heard(self, said, by, where))
        self._worlds.append(worlds)
        await worlds.start()

    def _requests(self, event: Object) -> None:
        self._requested = self._requested or event["frameId"] == self._worlds[0].root

    def _navigated(self, event: Object) -> None:
        if "parentId" not in event["frame"]:
            caused, self._requested = self._requested or self._is_busy(), False
            self._do(self._look_back(reloaded=True, acted=caused))

    def _moved_within(self, _: Object) -> None:
        self._do(self._look_back(reloaded=False, acted=self._is_busy()))

    async def _look_back(self, *, reloaded: bool, acted: bool) -> None:
        async with self._looking:
            found = await self._visited()
            if found is None:
                return
            before, self._url = self._url, str(found["entries"][found["currentIndex"]]["url"])
            for move in self._history.moves(found, reloaded=reloaded, acted=acted):
                self._heard(self, {**move, "from": before}, None, None)

    async def _visited(self) -> Object | None:
        """The browser's list of visited pages; None where the tab is gone. It is refused between two documents."""
        assert self._page is not None, "it has started"
        while not self._tab.closed:
            try:
                return await self._page.send("Page.getNavigationHistory")
            except Fault:
                await asyncio.sleep(AGAIN)
        return None

    def _asked(self, event: Object) -> None:
        self._question = event
        question = {"kind": event["type"], "message": event["message"]}
        self._heard(self, {"kind": "asked", "question": question}, None, None)

    def _answered(self, event: Object) -> None:
        asked, self._question = self._question or {}, None
        self._tab.forget_question()
        said = {"text": event["userInput"]} if event["result"] and asked.get("type") == "prompt" else {}
        self._heard(self, {"kind": "dialog", "accept": event["result"], **said}, None, None)

    def _do(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)


def _nothing() -> None:
    """Nobody asked."""
