"""Each operation as the page shows it: what a program applies, a person sees."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import expect

from pollex.workspace.operations import OPERATIONS

from ..waits import until_async
from .desk_page import WINDOW, DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOUND: Final = "<input aria-label='Note' data-state-scope='workspace' data-state-key='note'>"
NOTE: Final = {"scope": "workspace", "key": "note"}


async def window_create(desk: DeskPage) -> None:
    desk.apply(
        ("window.create", {**WINDOW, "zIndex": 5}), ("window.create", {"id": "low", "title": "Low", "zIndex": 1})
    )
    await expect(desk.page.get_by_role("dialog", name="Notes")).to_be_visible()
    await expect(desk.window()).to_have_class("window active")
    await expect(desk.page.get_by_role("navigation", name="Windows").get_by_role("button")).to_have_text(
        ["Notes", "Low"]
    )
    assert await desk.window().bounding_box() == {name: WINDOW[name] for name in ("x", "y", "width", "height")}


async def window_update(desk: DeskPage) -> None:
    desk.open_window("<p>kept</p>")
    desk.open_window(id="other", title="Other")
    desk.apply(("window.update", {"id": "w", "title": "Later", "x": 10, "width": 300, "zIndex": 9}))
    await expect(desk.page.get_by_role("dialog", name="Later")).to_have_class("window active")
    await expect(desk.window()).to_have_css("left", "10px")
    await expect(desk.window()).to_have_css("width", "300px")
    await expect(desk.content).to_have_text("kept")
    assert await desk.page.evaluate("document.elementFromPoint(200, 200).closest('.window').dataset.window") == "w"
    desk.apply(("window.update", {"id": "w", "zIndex": 0}))
    await expect(desk.window("other")).to_have_class("window active")


async def window_close(desk: DeskPage) -> None:
    desk.open_window()
    await expect(desk.window()).to_be_visible()
    desk.apply(("window.close", {"id": "w"}))
    await expect(desk.window()).to_have_count(0)
    await expect(desk.page.locator(".window-tab")).to_have_count(0)


async def dom_set(desk: DeskPage) -> None:
    desk.open_window("<p>one</p><p id='a'>two</p>")
    desk.apply(("dom.set", {"windowId": "w", "target": "#a", "html": "<b>three</b>"}))
    await expect(desk.content.locator("p > b")).to_have_text("three")
    desk.apply(("dom.set", {"windowId": "w", "target": "#root", "html": "four"}))
    await expect(desk.content).to_have_text("four")


async def dom_replace(desk: DeskPage) -> None:
    desk.open_window("<ul><li>one<li>two</ul>")
    desk.apply(("dom.replace", {"windowId": "w", "target": "li:first-child", "html": "three"}))
    await expect(desk.content.locator("li")).to_have_text(["three", "two"])


async def dom_append(desk: DeskPage) -> None:
    desk.open_window("<ul><li>one</ul>")
    await desk.content.locator("li").evaluate("element => { element.mark = 1; }")
    desk.apply(("dom.append", {"windowId": "w", "target": "ul", "html": "<li>two"}))
    await expect(desk.content.locator("li")).to_have_text(["one", "two"])
    assert await desk.content.locator("li").first.evaluate("element => element.mark") == 1


async def component_render(desk: DeskPage) -> None:
    desk.open_window("<div id='a'></div>")
    params = {"id": "c", "windowId": "w", "target": "#a", "type": "text", "props": {"text": "one"}}
    desk.apply(("component.render", params))
    await expect(desk.content.locator("div pollex-text")).to_have_text("one")
    desk.apply(("component.render", {**params, "type": "code", "props": {"text": "two"}}))
    await expect(desk.content.locator("div pollex-code")).to_contain_text("two")
    await expect(desk.content.locator("pollex-place")).to_have_count(1)


async def component_update(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("progress", value=10, label="Reading")
    await expect(desk.content.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "10")
    desk.apply(("component.update", {"id": "c", "props": {"value": 70}}))
    await expect(desk.content.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "70")
    await expect(desk.content).to_contain_text("Reading")


async def component_destroy(desk: DeskPage) -> None:
    desk.open_window("<p>kept</p>")
    desk.render("text", text="gone soon")
    await expect(desk.content).to_contain_text("gone soon")
    desk.apply(("component.destroy", {"id": "c"}))
    await expect(desk.content.locator("pollex-place")).to_have_count(0)
    await expect(desk.content).to_have_text("kept")


async def state_set(desk: DeskPage) -> None:
    desk.open_window(BOUND)
    desk.render("text", bind={"text": NOTE})
    desk.apply(("state.set", {**NOTE, "value": "Milk"}))
    await expect(desk.content.get_by_label("Note")).to_have_value("Milk")
    await expect(desk.content.locator("pollex-text")).to_have_text("Milk")


async def state_get(desk: DeskPage) -> None:
    desk.open_window(BOUND)
    await desk.content.get_by_label("Note").fill("Lamp")

    def read() -> bool:
        return bool(desk.apply(("state.get", NOTE))[0]["data"]["value"] == "Lamp")

    await until_async("the value is what was typed", read)


async def state_watch(desk: DeskPage) -> None:
    """It tells models and programs; the page shows the value as before."""
    desk.open_window(BOUND)
    desk.apply(("state.watch", NOTE), ("state.set", {**NOTE, "value": "seen"}))
    await expect(desk.content.get_by_label("Note")).to_have_value("seen")


async def state_unwatch(desk: DeskPage) -> None:
    desk.open_window(BOUND)
    desk.apply(("state.watch", NOTE), ("state.unwatch", NOTE), ("state.set", {**NOTE, "value": "still shown"}))
    await expect(desk.content.get_by_label("Note")).to_have_value("still shown")


async def api_call(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("json", bind={"value": NOTE}, depth=3)
    call = {"method": "POST", "url": "pollex://tool/add", "body": {"a": 2, "b": 40}, "into": NOTE}
    desk.apply(("api.call", call))
    await expect(desk.content).to_contain_text("42")


async def txn_cancel(desk: DeskPage) -> None:
    """It drops what is pending; what is shown stays."""
    desk.open_window("<p>kept</p>")
    desk.apply(
        ("txn.cancel", {"id": "t"}), ("dom.append", {"windowId": "w", "target": "#root", "html": "<b>after</b>"})
    )
    await expect(desk.content.locator("b")).to_have_text("after")
    await expect(desk.content.locator("p")).to_have_text("kept")


SHOWN: Final = {
    "window.create": window_create,
    "window.update": window_update,
    "window.close": window_close,
    "dom.set": dom_set,
    "dom.replace": dom_replace,
    "dom.append": dom_append,
    "component.render": component_render,
    "component.update": component_update,
    "component.destroy": component_destroy,
    "state.set": state_set,
    "state.get": state_get,
    "state.watch": state_watch,
    "state.unwatch": state_unwatch,
    "api.call": api_call,
    "txn.cancel": txn_cancel,
}


@pytest.mark.parametrize("name", OPERATIONS)
async def test_an_operation_is_shown(desk: DeskPage, name: str) -> None:
    await SHOWN[name](desk)
