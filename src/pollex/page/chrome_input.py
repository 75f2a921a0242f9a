"""Mouse and keyboard of a tab by the browser's protocol. What belongs together is sent ahead."""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.json import Object
from .chrome_keys import MODIFIERS, Key, key_of, keys_of
from .driver import Button, CdpSession

BUTTONS: Final = {"left": 1, "right": 2, "middle": 4}
HELD: Final = 0.5
"""How hard a button is pressed."""


class ChromeMouse:
    """Implements `Mouse`."""

    def __init__(self, session: CdpSession) -> None:
        self._session = session
        self._x = self._y = 0.0
        self._button: Button | None = None
        """The one that is held."""
        self._dragged: Object | None = None
        """What the page lets be dragged, while it is."""
        self._entered = False
        """Whether that has come into the page: else nothing can be dropped there."""
        session.on("Input.dragIntercepted", self._drag_begins)

    async def click(self, x: float, y: float, *, button: Button = "left", click_count: int = 1) -> None:
        events = [self._event("mouseMoved", x, y)]
        for count in range(1, click_count + 1):
            pressed = {"button": button, "clickCount": count}
            events.append(self._event("mousePressed", x, y, buttons=BUTTONS[button], force=HELD, **pressed))
            events.append(self._event("mouseReleased", x, y, **pressed))
        self._x, self._y = x, y
        await asyncio.gather(*(self._session.send("Input.dispatchMouseEvent", event) for event in events))

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        start_x, start_y = self._x, self._y
        self._x, self._y = x, y
        for step in range(1, steps + 1):
            await self._move(start_x + (x - start_x) * step / steps, start_y + (y - start_y) * step / steps)

    async def down(self) -> None:
        self._button, self._dragged, self._entered = "left", None, False
        await self._session.send("Input.setInterceptDrags", {"enabled": True})
        held = self._event("mousePressed", self._x, self._y, button="left", buttons=1, clickCount=1, force=HELD)
        await self._session.send("Input.dispatchMouseEvent", held)

    async def up(self) -> None:
        await self._drags_to(self._x, self._y)
        dragged, self._dragged, self._button = self._dragged, None, None
        if dragged is not None:
            await self._drag("drop", self._x, self._y, dragged)
        let_go = self._event("mouseReleased", self._x, self._y, button="left", clickCount=1)
        await self._session.send("Input.dispatchMouseEvent", let_go)
        await self._session.send("Input.setInterceptDrags", {"enabled": False})

    async def wheel(self, delta_x: float, delta_y: float) -> None:
        turned = self._event("mouseWheel", self._x, self._y, deltaX=delta_x, deltaY=delta_y)
        await self._session.send("Input.dispatchMouseEvent", turned)

    async def _move(self, x: float, y: float) -> None:
        if await self._drags_to(x, y):
            return
        held: Object = {} if self._button is None else {"button": self._button, "buttons": 1, "force": HELD}
        await self._session.send("Input.dispatchMouseEvent", self._event("mouseMoved", x, y, **held))
        await self._drags_to(x, y)

    async def _drags_to(self, x: float, y: float) -> bool:
        """Drag what is dragged to a place, if anything is: Chrome tells that before or after the answer to a move."""
        if self._dragged is None:
            return False
        if not self._entered:
            self._entered = True
            await self._drag("dragEnter", x, y, self._dragged)
        await self._drag("dragOver", x, y, self._dragged)
        return True

    async def _drag(self, kind: str, x: float, y: float, data: Object) -> None:
        await self._session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})

    def _drag_begins(self, event: Object) -> None:
        self._dragged = event["data"]

    def _event(self, kind: str, x: float, y: float, **more: object) -> Object:
        return {"type": kind, "x": x, "y": y, "button": "none", "buttons": 0, "modifiers": 0, **more}


class ChromeKeyboard:
    """Implements `Keyboard`."""

    def __init__(self, session: CdpSession) -> None:
        self._session = session

    async def press(self, key: str) -> None:
        await self._send(_strokes(keys_of(key)))

    async def insert_text(self, text: str) -> None:
        await self._session.send("Input.insertText", {"text": text})

    async def type(self, text: str) -> None:
        for char in text:
            key = key_of(char)
            if key is None:
                await self.insert_text(char)
            else:
                await self._send(_strokes([key]))

    async def _send(self, events: list[Object]) -> None:
        await asyncio.gather(*(self._session.send("Input.dispatchKeyEvent", event) for event in events))


def _strokes(keys: list[Key]) -> list[Object]:
    """Return the events of keys that are pressed one after the other, and let go from the last to the first."""
    held, events = 0, []
    for key in keys:
        held |= MODIFIERS.get(key.key, 0)
        events.append(key.down(held))
    for key in reversed(keys):
        held &= ~MODIFIERS.get(key.key, 0)
        events.append(key.up(held))
    return events
