"""Observes one tab: its documents, also frames in processes of their own, where it goes, and its dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import Frame as PlaywrightFrame

from ..core.json import Object
from .driver import Frame
from .observer_history import TabHistory
from .observer_worlds import ObserverWorlds
from .open_tab import OpenTab
from .playwright_driver import PlaywrightTab

AGAIN: Final = 0.05
"""Seconds until a refused question is asked again."""
HearTab = Callable[["TabObserver", Object, ObserverWorlds | None, Frame | None], None]


class TabObserver:
    """Hears a tab by sessions of its own, from `start` on."""

    def __init__(self, opened: OpenTab, heard: HearTab, is_busy: Callable[[], bool]) -> None:
        """`is_busy` says whether the person's last act may still cause something."""
        assert isinstance(opened.tab, PlaywrightTab)
        self.opened = opened
        self.is_new = False
        """Whether a person opened it and it has not gone anywhere yet."""
        self.on_close: Callable[[], None] = _nothing
        self._tab = opened.tab
        self._page = opened.tab.page
        self._heard = heard
        self._is_busy = is_busy
        self._history = TabHistory()
        self._url = opened.tab.url
        self._requested = False
        """Whether the page itself goes somewhere."""
        self._question: Object | None = None
        self._sessions: dict[PlaywrightFrame | None, tuple[CDPSession, ObserverWorlds]] = {}
        """By frame with a process of its own; None is the page."""
        self._work: set[asyncio.Task[None]] = set()
        self._turn, self._looking = asyncio.Lock(), asyncio.Lock()

    async def start(self) -> None:
        session = await self._page.context.new_cdp_session(self._page)
        await self._observe(None, session)
        session.on("Page.frameRequestedNavigation", self._requests)
        session.on("Page.frameNavigated", self._navigated)
        session.on("Page.navigatedWithinDocument", self._moved_within)
        session.on("Page.javascriptDialogOpening", self._asked)
        session.on("Page.javascriptDialogClosed", self._answered)
        await self._look_back(reloaded=False, acted=False)
        self._page.on("close", self._closed)
        self._page.on("framenavigated", self._frame_navigated)
        for frame in self._page.frames:
            await self._attach(frame)

    async def caught_up(self) -> None:
        """Return when everything that was done before this is heard; at once where the tab is gone."""
        for _, worlds in list(self._sessions.values()):
            if self._question is None:
                with suppress(Error):
                    await worlds.caught_up()
        await asyncio.gather(*self._work)

    async def load_again(self) -> None:
        """Load a document that was refused before; that is no act of the person."""
        self._requested = True
        with suppress(Error):
            await self._sessions[None][0].send("Page.reload")

    async def close(self) -> None:
        self._page.remove_listener("framenavigated", self._frame_navigated)
        for task in list(self._work):
            task.cancel()
        for session, _ in self._sessions.values():
            with suppress(Error):
                await session.detach()

    async def _observe(self, frame: PlaywrightFrame | None, session: CDPSession) -> None:
        worlds = ObserverWorlds(session, lambda by, where, said: self._heard(self, said, by, where))
        self._sessions[frame] = session, worlds
        await worlds.start()

    def _closed(self, _: Page) -> None:
        self.on_close()

    def _frame_navigated(self, frame: PlaywrightFrame) -> None:
        self._do(self._attach(frame))

    async def _attach(self, frame: PlaywrightFrame) -> None:
        """Open a line to a frame that has a process of its own, and has no line yet."""
        if frame.parent_frame is None:
            return
        async with self._turn:
            if frame in self._sessions:
                try:
                    await self._sessions[frame][1].caught_up()
                except Error:
                    del self._sessions[frame]
                else:
                    return
            with suppress(Error):  # it is in the process of the page, or gone
                await self._observe(frame, await self._page.context.new_cdp_session(frame))

    def _requests(self, event: Object) -> None:
        self._requested = self._requested or event["frameId"] == self._sessions[None][1].root

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
        while not self._tab.closed:
            try:
                visited: Object = await self._sessions[None][0].send("Page.getNavigationHistory")
            except Error:
                await asyncio.sleep(AGAIN)
            else:
                return visited
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
