"""The line to a tab of a person's Chrome: where it is, whether it is there, and what it asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .chrome_session import ChromeLine
from .driver import Dialog
from .tab_connection import TabConnection

BY_PERSON: Final = "the person clicked Cancel in Chrome's bar"
BY_FOREIGN: Final = "has put a page of its own into this one"
BY_VIEWER: Final = "Chrome shows a PDF there, by an extension of its own"
PDF: Final = "application/pdf"
CAUSES: Final = {"canceled_by_user": BY_PERSON, "target_closed": "Chrome ended it"}
"""Why the debugger was taken away, by Chrome's word for it."""
FOREIGN: Final = "chrome-extension://"


class ChromeConnection(TabConnection):
    """Follows the outermost document of a tab."""

    def __init__(self, line: ChromeLine) -> None:
        super().__init__(line.page)
        self._line = line
        self._closed = self._crashed = False
        self._url = "about:blank"
        self._frame = self._document = ""
        """The outermost frame, and the browser's name for loading what is in it."""
        self._is_pdf = False
        self._foreign = ""
        """The extension that has put a page of its own into this one."""
        self._moves = 0
        """How often it went to another document, or elsewhere in its own."""
        self._readable: set[str] = set()
        """The documents that can be read, as far as they are known."""
        self._moved = asyncio.Event()
        self.on_opened: Callable[[int, int], None] = _nothing
        """Called with each tab that this one opens, and this one."""
        for event, handler in (
            ("Page.frameNavigated", self._navigated),
            ("Page.frameRequestedNavigation", self._meet_foreign),
            ("Page.frameStartedNavigating", self._meet_foreign),
            ("Page.navigatedWithinDocument", self._navigated_within),
            ("Page.lifecycleEvent", self._lives),
            ("Page.javascriptDialogOpening", self._dialog_opened),
            ("Page.javascriptDialogClosed", lambda _: self.forget_question()),
            ("Inspector.targetCrashed", self._crash),
            ("Tab.opened", lambda event: self.on_opened(event["tab"], line.tab)),
            ("Tab.closed", self._close),
            ("Tab.detached", self._detached),
        ):
            line.page.on(event, handler)

    @property
    def url(self) -> str:
        return self._url

    @property
    def closed(self) -> bool:
        return self._closed or self._crashed

    @property
    def crashed(self) -> bool:
        return self._crashed

    @property
    def cause(self) -> str:
        """Why the debugger was taken away; empty where it was not."""
        return self._line.cause

    async def answer(self, accept: bool, text: str | None = None) -> None:
        if (question := self._question) is None:
            return
        self.forget_question()
        words = question.default if text is None else text
        await self._session.send("Page.handleJavaScriptDialog", {"accept": accept, "promptText": words})

    async def _follow(self) -> None:
        """Learn where the tab is, and hear of every document from now on."""
        await self._session.send("Page.enable")
        tree, _ = await asyncio.gather(
            self._session.send("Page.getFrameTree"),
            self._session.send("Page.setLifecycleEventsEnabled", {"enabled": True}),
        )
        self._navigated({"frame": tree["frameTree"]["frame"]})

    def _navigated(self, event: Object) -> None:
        frame = event["frame"]
        if "parentId" not in frame:
            self._frame, self._document = frame["id"], frame["loaderId"]
            self._is_pdf = frame.get("mimeType") == PDF
            self._go(frame["url"] + frame.get("urlFragment", ""))

    def _navigated_within(self, event: Object) -> None:
        if event["frameId"] == self._frame:
            self._go(event["url"])

    def _go(self, url: str) -> None:
        self._url = url
        self._moves += 1
        self._moved.set()

    def _lives(self, event: Object) -> None:
        if event["name"] == "DOMContentLoaded":
            self._readable.add(event["loaderId"])
            self._moved.set()

    def _dialog_opened(self, event: Object) -> None:
        self._ask(Dialog(event["type"], event["message"], event.get("defaultPrompt", "")))

    def _crash(self, _: Object) -> None:
        self._crashed = True
        self._moved.set()

    def _close(self, _: Object) -> None:
        self._closed = True
        self._moved.set()

    def _detached(self, event: Object) -> None:
        """Count a tab as gone that nobody may drive any more."""
        foreign = f"the extension {self._foreign} {BY_FOREIGN}" if self._foreign else ""
        is_persons = event["reason"] == "canceled_by_user"
        named = BY_VIEWER if self._is_pdf else CAUSES.get(event["reason"]) or str(event["reason"])
        self._line.cause = CAUSES[event["reason"]] if is_persons else foreign or named
        self._close(event)

    def _meet_foreign(self, event: Object) -> None:
        if event["url"].startswith(FOREIGN):
            self._foreign = event["url"].removeprefix(FOREIGN).partition("/")[0]


def not_gone_to(url: str) -> Fault:
    message = f"A person's browser goes to no such address: {url!r}."
    return Fault("denied", message, expected="http, https or about:blank", received=url, retry=False)


def _nothing(_number: int, _opener: int) -> None:
    """Nobody asked."""
