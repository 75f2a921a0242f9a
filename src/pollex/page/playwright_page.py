"""The line to one tab: what Playwright gives or a Fault, and never a wait behind a question that the page asks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Final, TypeVar

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import TimeoutError as PlaywrightTimeout

from ..core.fault import Fault
from .background import forgotten
from .driver import Dialog
from .failures import BrowserRefusal, closed, page_asks

T = TypeVar("T")
CLOSED: Final = ("has been closed", "Target crashed", "Page crashed", "Connection closed", "browser has disconnected")


class PlaywrightConnection:
    """Everything that is asked of a tab goes through here."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session
        self._crashed = False
        self._question: PlaywrightDialog | None = None
        self._questioned: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        page.on("dialog", self._ask)
        page.on("crash", self._crash)

    @property
    def url(self) -> str:
        return self.page.url

    @property
    def closed(self) -> bool:
        return self._crashed or self.page.is_closed()

    @property
    def crashed(self) -> bool:
        return self._crashed

    @property
    def dialog(self) -> Dialog | None:
        question = self._question
        return None if question is None else Dialog(question.type, question.message, question.default_value)

    async def answer(self, accept: bool, text: str | None = None) -> None:
        question = self.forget_question()
        if question is not None:
            words = question.default_value if text is None else text
            await self._do(question.accept(words) if accept else question.dismiss())

    def forget_question(self) -> PlaywrightDialog | None:
        """Go on as if nothing was asked: it is answered, by us or by a person in the window."""
        question, self._question = self._question, None
        if self._questioned.done():
            self._questioned = asyncio.get_running_loop().create_future()
        return question

    def _ask(self, question: PlaywrightDialog) -> None:
        self._question = question
        if not self._questioned.done():
            self._questioned.set_result(None)

    def _crash(self, _: Page) -> None:
        self._crashed = True

    async def _do(self, work: Awaitable[T]) -> T:
        """What Playwright gives; a Fault where the tab or the browser is gone."""
        try:
            return await work
        except PlaywrightTimeout:
            raise
        except Error as error:
            raise self._fault(error) from error

    def _fault(self, error: Error) -> Fault:
        if self.closed or any(words in str(error) for words in CLOSED):
            return closed(str(error), crashed=self.crashed)
        return BrowserRefusal(str(error))

    async def _unless_asked(self, work: Awaitable[T]) -> asyncio.Future[T]:
        """Something as soon as it is done, or as it is when the page asks something first; that may keep it waiting."""
        doing = asyncio.ensure_future(work)
        try:
            await asyncio.wait((doing, self._questioned), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            doing.cancel()
            raise
        finally:
            if not doing.done():
                doing.add_done_callback(forgotten)
        return doing

    async def _asking(self, work: Coroutine[Any, Any, T]) -> T:
        """Ask the page something; a Fault where a dialog keeps that waiting."""
        if self._question is not None:
            work.close()
            raise page_asks(self._question.type, self._question.message)
        doing = await self._unless_asked(self._do(work))
        if doing.done():
            return doing.result()
        assert self._question is not None
        raise page_asks(self._question.type, self._question.message)

    async def _acting(self, work: Awaitable[None]) -> None:
        """Do something that may open a dialog, which keeps it from ending before that is answered."""
        doing = await self._unless_asked(self._do(work))
        if doing.done():
            doing.result()
