"""The server is killed and started again: the page comes back by itself and shows the same picture, pixel by pixel."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from ..processes import Nursery
from ..serve.served import Served
from ..waits import until_async
from .desk_page import DeskPage, enter

pytestmark = pytest.mark.asyncio(loop_scope="session")


def draw(desk: DeskPage) -> None:
    """Draw windows, components and state, and move one window as a person would."""
    bound = '<input aria-label="Note" data-state-scope="workspace" data-state-key="note">'
    desk.open_window(f"<h2>Orders</h2><p class='muted'>Three are open.</p>{bound}")
    desk.open_window(id="parts", title="Parts", x=620, y=40, width=560, height=420)
    rows = [{"order": str(number), "total": number * 1.5} for number in range(30)]
    parts = [
        ("table", {"rows": rows}),
        ("markdown", {"text": "**3** of 4 checks passed."}),
        ("progress", {"value": 40, "label": "Reading"}),
    ]
    for number, (type_, props) in enumerate(parts):
        place = {"id": f"c{number}", "windowId": "parts", "target": "#root"}
        desk.apply(("component.render", {**place, "type": type_, "props": props}))
    desk.apply(("window.update", {"id": "w", "x": 40, "y": 60, "zIndex": 9}))
    desk.apply(("window.create", {"id": "gone", "title": "Gone"}), ("window.close", {"id": "gone"}))


PAINT = """() => new Promise(done => {
  document.activeElement.blur();
  document.body.hidden = true;  // all is painted anew, not only what has changed
  requestAnimationFrame(() => { document.body.hidden = false; requestAnimationFrame(() => done()); });
})"""


async def picture(page: Page) -> bytes:
    """The page without what differs from moment to moment: where the focus is, and what the mouse is over."""
    await page.mouse.move(0, 0)
    await expect(page.locator(".status")).to_have_text("Connected")
    await page.evaluate(PAINT)
    return await page.screenshot(animations="disabled")


async def test_the_same_picture_after_the_server_was_killed(
    nursery: Nursery, chromium: Browser, tmp_path: Path
) -> None:
    with Served(nursery, tmp_path / "home", "--stay") as served:
        state = await enter(chromium, served)
        desk = await DeskPage.open(chromium, served, storage_state=state)
        draw(desk)
        await desk.content.get_by_label("Note").fill("typed by a person")
        await until_async("the state has it", lambda: desk.state() == {"note": "typed by a person"})
        await expect(desk.page.locator("tbody tr")).to_have_count(25)
        before = await picture(desk.page)
        served.process.kill()
        await expect(desk.page.locator(".status")).to_have_text("Reconnecting …")
    with Served(nursery, tmp_path / "home", "--stay", "--port", str(served.port)) as again:
        await expect(desk.page.locator(".status")).to_have_text("Connected")
        assert await picture(desk.page) == before
        fresh = await DeskPage.open(chromium, again, desk.workspace, storage_state=state)
        await expect(fresh.page.locator("tbody tr")).to_have_count(25)
        await expect(fresh.content.get_by_label("Note")).to_have_value("typed by a person")
        assert await picture(fresh.page) == before
        await fresh.close()
        await desk.close()
