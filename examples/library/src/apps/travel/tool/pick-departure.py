"""Turn the pages of a calendar to a day, and pick it."""

from datetime import UTC, date, datetime
from typing import Any

import pollex


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    day = date.fromisoformat(inputs["day"])
    await page.navigate("http://127.0.0.1:8766/hard/calendar")
    await page.click("label=Departure")
    while (shown := await _month(page)) != (day.year, day.month):
        way = "Next" if shown < (day.year, day.month) else "Previous"
        await page.click(f'role=button[name="{way} month"]')
    await page.click(f'role=button[name="{day.day}"]')
    field = await page.query("label=Departure", most=1)
    return {"departure": field["elements"][0]["value"]}


async def _month(page: pollex.Page) -> tuple[int, int]:
    """Return the year and the month that the calendar shows."""
    heading = (await page.query("css=#heading", most=1))["elements"][0]["text"]
    shown = datetime.strptime(heading, "%B %Y").replace(tzinfo=UTC)
    return shown.year, shown.month
