"""Solutions of the tasks on the widget gallery."""

from __future__ import annotations

from bench.orders.solutions.table import accept, button, field, solves, wrong
from playwright.async_api import Locator, Page


def member(page: Page, text: str) -> Locator:
    return page.locator("#users tbody tr").filter(has_text=text)


async def drag(page: Page, thing: Locator, place: Locator) -> None:
    """Drag with the mouse in small steps, as the libraries want it."""
    await thing.hover()
    await page.mouse.down()
    box = await place.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=20)
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 3, steps=3)
    await page.mouse.up()


async def remove(page: Page, name: str) -> None:
    await button(member(page, name), "Remove").click()
    await button(page.get_by_role("dialog"), "Remove").click()
    await member(page, name).wait_for(state="detached")


@solves("g-table")
async def table(page: Page) -> str:
    heading = page.locator(".tabulator-col").filter(has_text="Orders")
    for way in ("ascending", "descending"):
        await heading.locator(".tabulator-col-title").click()
        await page.locator(f".tabulator-col[aria-sort={way}]").filter(has_text="Orders").wait_for()
    return await page.locator(".tabulator-row [tabulator-field=orders]").first.inner_text()


@solves("g-create")
async def create(page: Page) -> str:
    await button(page, "Create new member").click()
    await field(page, "Name").fill("Ines Duarte")
    await field(page, "E-mail").fill("ines@rowing.example")
    await field(page, "Boat").select_option("Plover")
    await button(page, "Create the member").click()
    rows = await page.locator("#users tbody tr").all_inner_texts()
    return "; ".join(row for row in rows if "Heron" not in row)


@solves("g-remove")
async def remove_herons(page: Page) -> str:
    await remove(page, "Lena Ortiz")
    await remove(page, "Mia Quist")
    return "Done."


@wrong("g-several")
async def remove_first(page: Page) -> str:
    await remove(page, "Lena Ortiz")
    return "Done."


@solves("g-drag")
async def drags(page: Page) -> str:
    await drag(page, page.get_by_text("Bo Lind"), page.get_by_text("Dan Roth"))
    await drag(page, page.get_by_text("Beach"), page.locator("#album"))
    return "Done."


@solves("g-notes")
async def notes(page: Page) -> str:
    await page.get_by_role("tab", name="Recipes").click()
    await page.locator("#recipe").press("Control+End")
    await page.keyboard.type(" Add two eggs.")
    return "Done."


@solves("g-stay")
async def stay(page: Page) -> str:
    await page.locator("sl-select[name=travel]").click()
    await page.locator("sl-option").filter(has_text="Train").click()
    await page.get_by_text("Publish without my name").click()
    await page.locator("sl-input[name=nickname] input").fill("")
    await page.get_by_text("Monthly").click()
    return "Done."


@solves("g-calendar")
async def calendar(page: Page) -> str:
    accept(page)
    await page.locator(".fc-event").filter(has_text="Concert").click()
    return "Done."


@solves("g-rolls")
async def rolls(page: Page) -> str:
    for _ in range(4):
        await page.locator("#rolls").press("ArrowUp")
    await page.locator("#flour").fill("3.25")
    return str(await page.locator("#rolls").input_value())
