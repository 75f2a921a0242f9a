"""From document to document in a tab: to an address, back, forward, again."""

from __future__ import annotations

from collections.abc import Awaitable

from playwright.async_api import Error, Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from .failures import not_loaded
from .playwright_page import PlaywrightConnection


class PlaywrightTravel(PlaywrightConnection):
    """Goes places. A page that asks whether it may be left keeps the others waiting: then it is not waited for."""

    async def goto(self, url: str, patience: float) -> int | None:
        going = self.page.goto(url, wait_until="domcontentloaded", timeout=patience * 1000)
        response = await self._moving(going, url, patience)
        return None if response is None else response.status

    async def back(self, patience: float) -> bool:
        return await self._travel(-1, patience)

    async def forward(self, patience: float) -> bool:
        return await self._travel(1, patience)

    async def reload(self, patience: float) -> None:
        reloading = self.page.reload(wait_until="domcontentloaded", timeout=patience * 1000)
        await self._moving(reloading, self.url, patience)

    async def loaded(self, patience: float) -> bool:
        try:
            await self._do(self.page.wait_for_load_state("domcontentloaded", timeout=patience * 1000))
        except PlaywrightTimeout:
            return False
        return True

    async def _travel(self, steps: int, patience: float) -> bool:
        history = await self._do(self._session.send("Page.getNavigationHistory"))
        place = history["currentIndex"] + steps
        if not 0 <= place < len(history["entries"]):
            return False
        move = self.page.go_back if steps < 0 else self.page.go_forward
        await self._moving(move(wait_until="domcontentloaded", timeout=patience * 1000), self.url, patience)
        return True

    async def _moving(self, work: Awaitable[Response | None], url: str, patience: float) -> Response | None:
        try:
            doing = await self._unless_asked(work)
            return doing.result() if doing.done() else None
        except PlaywrightTimeout as error:
            raise not_loaded(url, patience) from error
        except Error as error:
            raise self._fault(error) from error
