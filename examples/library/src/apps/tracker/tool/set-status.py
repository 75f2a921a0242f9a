"""Set the status of an issue, and read it from the issue again."""

from typing import Any

import pollex


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate(f"http://127.0.0.1:8766/tracker/issues/{inputs['issue'].removeprefix('KES-')}")
    await page.select("label=Status", inputs["status"])
    await page.refresh()
    shown = await page.query("label=Status", most=1)
    return {"status": shown["elements"][0]["value"]}
