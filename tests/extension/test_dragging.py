"""The mouse of the debugger drags: Chrome tells when it likes that the page lets something be dragged."""

from __future__ import annotations

from collections.abc import Callable

from pollex.core.json import Object
from pollex.page.chrome_input import ChromeMouse


class Chrome:
    """A session that remembers the kinds of events that it gets."""

    def __init__(self) -> None:
        self.tell: Callable[[Object], None] = print
        self.events: list[str] = []

    def on(self, _: str, handler: Callable[[Object], None]) -> None:
        self.tell = handler

    async def send(self, _: str, params: Object | None = None) -> Object:
        self.events += [kind for kind in [(params or {}).get("type")] if kind is not None]
        return {}


async def test_what_is_told_late_of_a_drag_still_enters_before_it_is_dropped() -> None:
    chrome = Chrome()
    mouse = ChromeMouse(chrome)
    await mouse.down()
    await mouse.move(4, 4)
    chrome.tell({"data": {"items": []}})  # over a relay, the answer to a move may come before this
    await mouse.move(8, 8)
    await mouse.move(9, 9)
    await mouse.up()
    assert chrome.events == [
        "mousePressed", "mouseMoved", "dragEnter", "dragOver", "dragOver", "dragOver", "drop", "mouseReleased",
    ]  # fmt: skip


async def test_what_is_told_after_the_last_move_enters_before_it_is_dropped() -> None:
    chrome = Chrome()
    mouse = ChromeMouse(chrome)
    await mouse.down()
    await mouse.move(4, 4)
    chrome.tell({"data": {"items": []}})
    await mouse.up()
    assert chrome.events == ["mousePressed", "mouseMoved", "dragEnter", "dragOver", "drop", "mouseReleased"]
