"""From document to document in a tab of a person's Chrome."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from ..core.json import Object
from .chrome_page import ChromeConnection, not_gone_to
from .failures import BrowserRefusal, TakenAway, closed, not_loaded

SCHEMES: Final = ("http", "https")
BLANK: Final = "about:blank"


class ChromeTravel(ChromeConnection):
    """Goes places. A page that asks whether it may be left keeps the others waiting: then it is not waited for."""

    _statuses: dict[str, int]
    """By document, what its server answered."""

    async def goto(self, url: str, patience: float) -> int | None:
        if urlsplit(url).scheme.lower() not in SCHEMES and url != BLANK:
            raise not_gone_to(url)
        found = await self._moving("Page.navigate", {"url": url}, url, patience)
        if found is None:
            return None
        document = found.get("loaderId")
        if error := found.get("errorText"):
            raise BrowserRefusal("Download is starting" if found.get("isDownload") else f"{error} at {url}")
        if document is not None:
            await self._until(lambda: self._document in self._readable and self._has_begun(document), url, patience)
            return self._statuses.get(document)
        return None

    async def back(self, patience: float) -> bool:
        return await self._travel(-1, patience)

    async def forward(self, patience: float) -> bool:
        return await self._travel(1, patience)

    async def reload(self, patience: float) -> None:
        await self._moved_by("Page.reload", {}, patience)

    async def loaded(self, patience: float) -> bool:
        return await self._wait(lambda: self._document in self._readable, patience)

    async def _travel(self, steps: int, patience: float) -> bool:
        history = await self._session.send("Page.getNavigationHistory")
        place = history["currentIndex"] + steps
        if not 0 <= place < len(history["entries"]):
            return False
        await self._moved_by("Page.navigateToHistoryEntry", {"entryId": history["entries"][place]["id"]}, patience)
        return True

    async def _moved_by(self, method: str, params: Object, patience: float) -> None:
        before, url = self._moves, self.url
        if await self._moving(method, params, url, patience) is not None:
            await self._until(lambda: self._moves > before and self._document in self._readable, url, patience)

    async def _moving(self, method: str, params: Object, url: str, patience: float) -> Object | None:
        """What the browser says of a move; None where the page asks first."""
        doing = await self._unless_asked(self._session.send(method, params), patience)
        if doing.done():
            return doing.result()
        if self._question is None:
            raise not_loaded(url, patience)
        return None

    def _has_begun(self, document: str) -> bool:
        """Whether a document, or the one to which it led at once, is there."""
        return self._document == document or document in self._readable

    async def _until(self, test: Callable[[], bool], url: str, patience: float) -> None:
        if not await self._wait(test, patience):
            raise not_loaded(url, patience)

    async def _wait(self, test: Callable[[], bool], patience: float) -> bool:
        try:
            async with asyncio.timeout(patience):
                while not test() and self._question is None:
                    if self.closed:
                        raise TakenAway(self.cause) if self.cause else closed("it was closed", crashed=self.crashed)
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            return False
        return True
