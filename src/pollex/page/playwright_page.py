"""The line to a tab of Playwright."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final, TypeVar

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import TimeoutError as PlaywrightTimeout

from ..core.fault import Fault
from .driver import Dialog
from .failures import BrowserRefusal, closed
from .tab_connection import TabConnection

T = TypeVar("T")
CLOSED: Final = ("has been closed", "Target crashed", "Page crashed", "Connection closed", "browser has disconnected")


class PlaywrightConnection(TabConnection):
    """A page of Playwright with a CDP session, its dialogs, and whether it is still there."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        super().__init__(session)
        self.page = page
        self._crashed = False
        self._open_dialog: PlaywrightDialog | None = None
        page.on("dialog", self._dialog_opened)
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

    async def answer(self, accept: bool, text: str | None = None) -> None:
        if self._question is None or (dialog := self._open_dialog) is None:
            return
        self.forget_question()
        words = dialog.default_value if text is None else text
        await self._do(dialog.accept(words) if accept else dialog.dismiss())

    def _dialog_opened(self, dialog: PlaywrightDialog) -> None:
        self._open_dialog = dialog
        self._ask(Dialog(dialog.type, dialog.message, dialog.default_value))

    def _crash(self, _: Page) -> None:
        self._crashed = True

    async def asked(self, work: Awaitable[T]) -> T:
        """What the browser gives to somebody who only hears this tab."""
        return await self._do(work)

    async def _do(self, work: Awaitable[T]) -> T:
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
