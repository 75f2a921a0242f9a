"""What a model draws covers and fakes nothing of the product, and a browser enters by what holds once."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from pollex.page.launch import chromium_arguments, find_chromium
from pollex.serve.entry_file import write_entry_file

from ..serve.served import Served
from .desk_page import DeskPage, OpenDesk

pytestmark = pytest.mark.asyncio(loop_scope="session")
REACHED = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(selector) !== null;
}"""

INSIDE = """element => {
  const own = element.getBoundingClientRect(), around = element.closest('.content').getBoundingClientRect();
  return own.top >= around.top && own.left >= around.left && own.right <= around.right;
}"""


def draw_modal(desk: DeskPage, **window: Any) -> None:
    desk.open_window(**window)
    desk.render("text", id="t", text="Press Close to go on.")
    desk.render("modal", id="m", label="m", title="Approval: May it be paid?", children=["t"], open=True)


@pytest.mark.parametrize("selector", ["#stop", "#chat-toggle"])
async def test_a_modal_lies_over_its_own_window_only(desk: DeskPage, selector: str) -> None:
    draw_modal(desk, x=0, y=0, width=4_000, height=4_000)
    modal = desk.content.locator("dialog.modal")
    await expect(modal).to_be_visible()
    assert await desk.page.evaluate(REACHED, selector)
    assert await modal.evaluate(INSIDE)


async def test_a_modal_is_closed_by_its_button_and_by_escape(desk: DeskPage) -> None:
    draw_modal(desk)
    modal = desk.content.locator("dialog.modal")
    await modal.get_by_role("button", name="Close").click()
    await expect(modal).to_be_hidden()
    await desk.content.get_by_role("button", name="m", exact=True).click()
    await expect(modal).to_be_visible()
    await desk.page.keyboard.press("Escape")
    await expect(modal).to_be_hidden()


async def test_windows_of_the_product_carry_a_mark_that_no_model_can_draw(open_desk: OpenDesk) -> None:
    desk = await open_desk()
    mark = "<span class='own-mark'>Pollex</span>"
    desk.open_window(mark + "<header class='window-bar'>Credentials</header>", title="Pollex Credentials")
    desk.apply(("api.call", {"url": "pollex://tool/windows.open", "method": "POST", "body": {"name": "credentials"}}))
    own = desk.page.locator('.window[data-window^="pollex-"]')
    await expect(own.locator(".own-mark")).to_have_text("Pollex")
    await expect(desk.window().locator(".own-mark")).to_have_count(0)
    await expect(desk.window().locator(".content .window-bar")).to_have_count(0)
    await desk.close()


async def test_a_browser_that_is_not_known_is_shown_the_door_and_enters_by_it(
    chromium: Browser, served: Served
) -> None:
    context = await chromium.new_context(viewport={"width": 900, "height": 560})
    page = await context.new_page()
    await page.goto(served.page_url)
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    door = page.get_by_label("Password of the server")
    await door.fill("wrong")
    await door.press("Enter")
    await expect(page.get_by_text("That does not let you in.")).to_be_visible()
    await door.fill(token := served.entry().partition("token=")[2])
    async with page.expect_websocket() as again:
        await (await again.value).wait_for_event("close")
    await expect(door).to_have_value(token)  # though the page tries again and again to come in
    await door.press("Enter")
    await expect(page.locator(".status")).to_have_text("Connected")
    await context.close()


async def test_the_file_that_open_shows_lets_a_browser_in(chromium: Browser, served: Served, tmp_path: Path) -> None:
    file = write_entry_file(tmp_path, served.entry())
    context = await chromium.new_context()
    page = await context.new_page()
    await page.goto(file.as_uri())
    await page.wait_for_url(f"{served.page_url}/")
    await expect(page.locator(".status")).to_have_text("Connected")
    await context.close()


async def test_what_a_browser_keeps_of_an_entry_lets_nobody_in(served: Served, tmp_path: Path) -> None:
    entry = served.entry()
    token, used = entry.partition("token=")[2], tmp_path / "profile"
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            used, executable_path=find_chromium(headed=True), args=chromium_arguments(held=False)
        )
        page = context.pages[0]
        await page.goto(entry)
        await expect(page.locator(".status")).to_have_text("Connected")
        assert (page.url, await page.evaluate("document.referrer")) == (f"{served.page_url}/", "")
        assert await context.cookies() == []
        await context.close()
    kept = b"".join(file.read_bytes() for file in used.rglob("*") if file.is_file() and not file.is_symlink())
    assert served.token.encode() not in kept
    with served.open_client(Host=f"pollex.localhost:{served.port}") as other:
        answer = other.post("/enter", data={"token": token})
        assert "location" not in answer.headers
        assert answer.status_code in (401, 403)


async def test_no_flood_of_windows_covers_stop(desk: DeskPage) -> None:
    for at in range(40):
        desk.open_window(id=f"f{at}", title="STOP " * 20, x=0, y=0, width=4_000, height=4_000)
    await expect(desk.page.locator(".window")).to_have_count(40)
    assert await desk.page.evaluate(REACHED, "#stop")
