"""Solutions of the second paper's tasks on the widget gallery."""

from __future__ import annotations

from bench.orders.solutions.table import button, solves
from playwright.async_api import Page


@solves("g2-party")
async def party(page: Page) -> str:
    for name, option in (("venue", "Lake shore"), ("dishes", "Leek pie"), ("size", "More than 60 guests")):
        box = page.locator(".choices").filter(has=page.locator(f"#{name}"))
        await box.locator(".choices__inner, input:visible").last.click()
        await box.locator(".choices__list--dropdown .choices__item", has_text=option).click()
        await page.keyboard.press("Escape")
    return "Done."


@solves("g2-flight")
async def flight(page: Page) -> str:
    for name, airport in (("from", "London Luton"), ("to", "Porto")):
        await page.locator(f"#{name}").press_sequentially(airport)
        await page.locator(".ui-menu-item:visible").get_by_text(airport, exact=True).click()
    return "Done."


@solves("g2-archive")
async def archive(page: Page) -> str:
    await button(page, "Settings").click()
    await page.get_by_text("Back up every night").click()
    await page.get_by_label("Name of the archive").fill("Holm family")
    return "Done."


@solves("g2-gift")
async def gift(page: Page) -> str:
    await page.get_by_role("tab", name="Gift wrapping").click()
    await page.get_by_label("with stars").check()
    await page.get_by_role("tab", name="Returns").click()
    await button(page, "Print a return label").click()
    return "Done."
