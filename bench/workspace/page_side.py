"""What `bench/run workspace page` measures: a page that draws the same things as another, in its own commands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Protocol

WINDOWS: Final = 50
ROWS: Final = 10_000
LINES: Final = 5


class Side(Protocol):
    """A page, and how things are drawn in it."""

    name: str

    @property
    def enter(self) -> str | None:
        """Where a browser goes first, to be let in."""

    @property
    def address(self) -> str:
        """Where a browser opens it."""

    async def clear(self) -> None: ...

    async def windows(self, count: int) -> None:
        """Draw windows, each with a heading, a text that changes, lines and a form."""

    async def append(self, start: int, count: int) -> None:
        """Append lines to the list of the first window, one command each."""

    async def change(self, number: int, count: int) -> None:
        """Change texts over all windows, one command each."""

    async def table(self) -> None:
        """Draw ROWS rows."""

    has_windows: str
    """JavaScript that says whether all windows are there."""
    has_rows: str
    """JavaScript that says whether rows are there, and room for all."""
    scrolled: str
    """A selector of what scrolls the rows."""

    def files(self) -> Iterable[Path]:
        """What a browser loads to draw all this, but for charts."""
