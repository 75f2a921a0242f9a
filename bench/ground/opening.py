"""Opens the pages of the phrases as `check.py` does, as tabs that Pollex can look into."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bench.ground.check import VIEWPORT
from playwright.async_api import Browser, Page, Route

from pollex.page.playwright_driver import PlaywrightTab


@asynccontextmanager
async def opened(browser: Browser, base: str, entry: dict[str, Any]) -> AsyncIterator[tuple[Page, PlaywrightTab]]:
    """A page in a context of its own, after its steps."""
    context = await browser.new_context(viewport=VIEWPORT)
    page = await context.new_page()
    page.set_default_timeout(30_000)
    tab = await PlaywrightTab.of(context, page)
    await page.route("**/*", local_only)
    steps = entry.get("prepare", [])
    if not steps or "goto" not in steps[0]:
        await page.goto(base + entry["url"])
    for step in steps:
        await take(page, base, step)
    await page.wait_for_timeout(500)
    yield page, tab
    await context.close()


async def take(page: Page, base: str, step: dict[str, Any]) -> None:
    if "goto" in step:
        await page.goto(base + step["goto"])
    elif "click" in step:
        await page.locator(step["click"]).click()
        await page.wait_for_load_state()
    else:
        await page.locator(step["fill"]).fill(await value_of(page, base, step))


async def value_of(page: Page, base: str, step: dict[str, Any]) -> str:
    """What to fill in: given, or read from another page at that moment (the one-time code)."""
    if "from" not in step:
        return str(step["value"])
    other = await page.context.new_page()
    await other.goto(base + step["from"]["goto"])
    read = (await other.locator(step["from"]["read"]).inner_text()).strip()
    await other.close()
    return read


async def local_only(route: Route) -> None:
    """Saved pages ask for adverts and fonts; nothing leaves this machine."""
    if route.request.url.startswith(("http://127.0.0.1", "data:", "blob:")):
        await route.continue_()
    else:
        await route.abort()
