"""Read whose account it is, and when somebody was here last."""

from typing import Any

import pollex


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    await page.navigate("http://127.0.0.1:8766/logins/german/home")
    date, name = (await page.query("css=.tile p"))["elements"]
    return {"name": name["text"], "date": date["text"]}
