"""A page for a block of code: a window of its own, opened at its beginning and closed at its end."""

from __future__ import annotations

from types import TracebackType

from .live import LivePage
from .playwright_browser import Chromium


class PageSession:
    """`async with app.page(url) as page:`."""

    def __init__(self, page: LivePage, url: str | None, chromium: Chromium | None = None) -> None:
        """`chromium` is ended with the block, where it was started for it."""
        self._page = page
        self._url = url
        self._chromium = chromium

    async def __aenter__(self) -> LivePage:
        try:
            if self._url is not None:
                await self._page.navigate(self._url)
        except BaseException:
            await self._close()
            raise
        return self._page

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        await self._page.close()
        if self._chromium is not None:
            await self._chromium.close()
