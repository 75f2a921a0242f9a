"""Cookies and storage of a person's own browser: theirs, but for what they lend while a run moves there or away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..core.domain import in_domain
from ..core.json import Object
from .chrome_tab import ChromeTab
from .driver import Frame, Tab
from .failures import BrowserRefusal, closed, gone
from .playwright_state import plain_cookie


class ChromeState:
    """Implements `WindowState`."""

    def __init__(self, driven: Callable[[], ChromeTab | None]) -> None:
        """`driven` finds a tab that the debugger drives."""
        self._driven = driven
        self._lent: tuple[str, ...] | None = None

    @property
    def is_ours(self) -> bool:
        return self._lent is not None

    @contextmanager
    def lending(self, domains: Sequence[str]) -> Iterator[None]:
        """Read and write, within this block, what is of these domains."""
        self._lent = tuple(domains)
        try:
            yield
        finally:
            self._lent = None

    async def cookies(self) -> list[Object]:
        if self._lent is None:
            return []
        found = await self._tab().cookies(
            [f"{scheme}://{each}/" for each in self._lent for scheme in ("http", "https")]
        )
        return [plain_cookie(each) for each in found if cookie_is_of(each, self._lent)]

    async def set_cookies(self, cookies: Sequence[Object]) -> list[str]:
        if self._lent is None or not cookies:
            return []
        refused = []
        for cookie in cookies:
            try:
                await self._tab().set_cookies([cookie])
            except BrowserRefusal:
                refused.append(f"The cookie {cookie['name']!r} of {cookie['domain']} was refused.")
        return refused

    async def blank(self, tab: Tab, origin: str, top: str, patience: float) -> Frame:
        if self._lent is None or origin != top or not isinstance(tab, ChromeTab):
            raise gone()
        return await tab.blank(f"{origin}/", patience)

    async def forget_past(self, tab: Tab) -> None:
        """Leave the person's history as it is."""

    def _tab(self) -> ChromeTab:
        if (tab := self._driven()) is None:
            raise closed("Chrome's debugger works in no tab")
        return tab


def cookie_is_of(cookie: Object, domains: Sequence[str]) -> bool:
    """Whether a cookie is of one of these domains: of it, of a host in it, or of all hosts around it."""
    host = str(cookie["domain"])
    plain = host.removeprefix(".")
    return any(in_domain(plain, each) or (plain != host and in_domain(each, plain)) for each in domains)
