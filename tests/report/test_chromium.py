"""The page in a real browser: narrow and wide, light and dark, by keyboard, on paper."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright

from pollex.core.event import Event
from pollex.page.launch import chromium_arguments, find_chromium
from pollex.report import report

pytestmark = pytest.mark.asyncio(loop_scope="module")
Written = Callable[..., list[Event]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
        yield browser
        await browser.close()


@asynccontextmanager
async def opened(
    chromium: Browser, file: Path, width: int = 1280, scheme: Literal["light", "dark"] = "light"
) -> AsyncIterator[tuple[Page, list[str]]]:
    """The page, and what the browser complained of or asked for."""
    page = await chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("request", lambda request: heard.append(request.url) if request.url.startswith("http") else None)
    await page.goto(file.as_uri())
    yield page, heard
    await page.close()


@pytest.fixture
def file(real_run: Any, tmp_path: Path) -> Path:
    made = tmp_path / "run.html"
    made.write_text(report(real_run.events, folder=real_run.folder).html, encoding="utf-8")
    return made


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_and_nothing_is_refused_or_asked_for(
    chromium: Browser, file: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    async with opened(chromium, file, width, scheme) as (page, heard):
        wide = await page.evaluate("document.documentElement.scrollWidth")
        ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        loaded = await page.evaluate("[...document.images].every(each => each.complete && each.naturalWidth > 0)")
    assert (wide, heard, loaded) == (width, [], True)
    assert ground == {"light": "rgb(246, 248, 251)", "dark": "rgb(16, 21, 28)"}[scheme]


async def test_a_picture_grows_by_keyboard(chromium: Browser, file: Path) -> None:
    async with opened(chromium, file) as (page, _):
        picture = page.locator(".figure > summary").first
        small = await picture.bounding_box()
        await picture.focus()
        await page.keyboard.press("Enter")
        large = await picture.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.5 * small["width"]


async def test_the_first_stop_of_the_keyboard_leads_to_the_steps(chromium: Browser, file: Path) -> None:
    async with opened(chromium, file) as (page, _):
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.activeElement.getAttribute('href')") == "#steps"
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/*#steps", timeout=10_000)


async def test_a_box_lies_on_each_element(chromium: Browser, written: Written, real_run: Any, tmp_path: Path) -> None:
    """In the picture, which is 1280 wide; a box is 4 larger than its element on each side."""
    step = next(event for event in real_run.events if event.kind == "step.finished" and event.data["picture"])
    first, second, *_ = step.data["actions"]
    actions = [{**first, "box": [640, 400, 128, 40]}, {**second, "box": [20, 10, 300, 30]}]
    events = written(("run.started", {"task": "t"}), ("step.finished", {**step.data, "actions": actions}))
    file = tmp_path / "box.html"
    file.write_text(report(events, folder=real_run.folder).html, encoding="utf-8")
    async with opened(chromium, file) as (page, _):
        image = page.locator(".figure img")
        drawn = [await place(box, within=image) for box in await page.locator(".figure .box").all()]
        alt = str(await image.get_attribute("alt"))
    assert drawn == [pytest.approx([636, 396, 136, 48], abs=6), pytest.approx([16, 6, 308, 38], abs=6)]
    assert alt.endswith("with a box around the button “Only necessary” and the search box “Search the shop”")


async def place(shape: Locator, *, within: Locator) -> list[float]:
    """Where a shape is, in pixels of a picture that is 1280 wide; the stroke counts half on each side."""
    inner, outer = await shape.bounding_box(), await within.bounding_box()
    assert inner is not None
    assert outer is not None
    scale = 1280 / outer["width"]
    shifted = inner["x"] - outer["x"], inner["y"] - outer["y"], inner["width"], inner["height"]
    return [each * scale for each in shifted]


async def test_it_prints(chromium: Browser, file: Path) -> None:
    async with opened(chromium, file) as (page, _):
        assert (await page.pdf()).startswith(b"%PDF")
