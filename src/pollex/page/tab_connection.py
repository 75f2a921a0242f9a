"""The line to one tab: what its browser gives or a Fault, and never a wait behind a question that the page asks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Final, TypeVar

from .background import forgotten
from .driver import CdpSession, Dialog
from .failures import not_answered, page_asks
from .traffic import NetworkRequest

T = TypeVar("T")
LEAVING: Final = 15.0
"""Seconds that a page is asked for something while it is about to be left for a document that does not come."""
AGAIN: Final = 3.0
"""Seconds that it is asked for the next things then."""


class TabConnection:
    """Everything that is asked of a tab goes through here."""

    def __init__(self, session: CdpSession) -> None:
        self._session = session
        self._question: Dialog | None = None
        self._questioned: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def dialog(self) -> Dialog | None:
        return self._question

    def forget_question(self) -> None:
        """Go on as if nothing was asked: it is answered, by us or by a person in the window."""
        self._question = None
        if self._questioned.done():
            self._questioned = asyncio.get_running_loop().create_future()

    def _ask(self, question: Dialog) -> None:
        self._question = question
        if not self._questioned.done():
            self._questioned.set_result(None)

    async def _do(self, work: Awaitable[T]) -> T:
        """What the browser gives; a Fault where the tab or the browser is gone."""
        return await work

    def _unanswered(self) -> NetworkRequest | None:
        """The document that the tab waits for, whose server has not answered."""
        return None

    async def _unless_asked(self, work: Awaitable[T], patience: float | None = None) -> asyncio.Future[T]:
        """Something as soon as it is done, or as it is when the page asks something first; that may keep it waiting."""
        doing = asyncio.ensure_future(work)
        try:
            await asyncio.wait((doing, self._questioned), return_when=asyncio.FIRST_COMPLETED, timeout=patience)
        except asyncio.CancelledError:
            doing.cancel()
            raise
        finally:
            if not doing.done():
                doing.add_done_callback(forgotten)
        return doing

    async def _asking(self, work: Coroutine[Any, Any, T]) -> T:
        """Ask the page something; a Fault where a dialog keeps that waiting, or the server of the next document does.

        The browser passes nothing on to a page that is about to be left.
        """
        if self._question is not None:
            work.close()
            raise page_asks(self._question.kind, self._question.message)
        doing = asyncio.ensure_future(self._do(work))
        while not (await self._unless_asked(doing, self._patience())).done():
            if self._question is not None:
                raise page_asks(self._question.kind, self._question.message)
            if (awaited := self._unanswered()) is not None and awaited.age >= LEAVING:
                raise not_answered(awaited.url, awaited.age)
        return doing.result()

    def _patience(self) -> float:
        """Seconds until it is looked why the page does not answer."""
        awaited = self._unanswered()
        return LEAVING if awaited is None else max(AGAIN, LEAVING - awaited.age)

    async def _acting(self, work: Awaitable[None]) -> None:
        """Do something that may open a dialog, which keeps it from ending before that is answered."""
        doing = await self._unless_asked(self._do(work))
        if doing.done():
            doing.result()
