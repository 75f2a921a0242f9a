"""The mouse and the keyboard of a tab. Their events are trusted, as a person's are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from .driver import Button, Point
from .tab_connection import TabConnection

STEPS: Final = 12
"""Moves from where something is held to where it is let go."""
STEP: Final = 0.012
"""Seconds between them: lists that make room for what is dragged draw each."""
REST: Final = 0.2
"""Seconds that it is held over its goal: what makes room there has done so."""


class Mouse(Protocol):
    """The mouse of a tab, as Playwright has it."""

    async def click(self, x: float, y: float, *, button: Button = "left", click_count: int = 1) -> None: ...

    async def move(self, x: float, y: float, *, steps: int = 1) -> None: ...

    async def down(self) -> None: ...

    async def up(self) -> None: ...

    async def wheel(self, delta_x: float, delta_y: float) -> None: ...


class Keyboard(Protocol):
    """The keyboard of a tab, as Playwright has it."""

    async def press(self, key: str) -> None: ...

    async def insert_text(self, text: str) -> None: ...

    async def type(self, text: str) -> None: ...


class TabInput(TabConnection):
    """Moves, clicks, presses."""

    _mouse: Mouse
    _keyboard: Keyboard

    async def click(self, x: float, y: float, *, button: Button = "left", count: int = 1) -> None:
        await self._acting(self._mouse.click(x, y, button=button, click_count=count))

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        await self._acting(self._mouse.move(x, y, steps=steps))

    async def drag(self, start: Point, end: Callable[[], Awaitable[Point]]) -> None:
        await self._acting(self._dragging(start, end))

    async def wheel(self, x: float, y: float) -> None:
        await self._acting(self._mouse.wheel(x, y))

    async def press(self, key: str) -> None:
        await self._acting(self._keyboard.press(key))

    async def insert(self, text: str) -> None:
        await self._acting(self._keyboard.insert_text(text))

    async def type(self, text: str) -> None:
        await self._acting(self._keyboard.type(text))

    async def _dragging(self, start: Point, end: Callable[[], Awaitable[Point]]) -> None:
        mouse = self._mouse
        await mouse.move(*start)
        await mouse.down()
        try:
            await mouse.move(start[0] + 4, start[1] + 4, steps=2)
            goal = await end()
            for step in range(1, STEPS + 1):
                await mouse.move(*(a + (b - a) * step / STEPS for a, b in zip(start, goal, strict=True)))
                await asyncio.sleep(STEP)
            await asyncio.sleep(REST)
            await mouse.move(*goal)  # a second move over the target is what some pages wait for
        finally:
            await mouse.up()
