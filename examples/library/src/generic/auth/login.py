"""Log in on a page that nobody has described: the page that the tool opens first, or where it leads."""

from typing import Any

import pollex


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    done = await page.invoke("login", {"credential": "username_password"})
    return {"loggedIn": done.get("loggedIn", True)}
