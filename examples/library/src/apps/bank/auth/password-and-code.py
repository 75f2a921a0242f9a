"""Log in to the bank: user name and password, then the code of the authenticator."""

from typing import Any

import pollex

BASE = "http://127.0.0.1:8766/bank"


async def run(page: pollex.Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    login = credentials["username_password"]
    await page.navigate(f"{BASE}/login")
    await page.type("label=User name", login.username)
    await page.type("label=Password", login.password)
    await page.click('role=button[name="Sign in"]')
    if not await _shows(page, "css=#code"):
        return {"loggedIn": False}
    await page.type("css=#code", credentials["authenticator"].code)
    await page.click('role=button[name="Verify"]')
    return {"loggedIn": await logged_in(page)}


async def logged_in(page: pollex.Page) -> bool:
    """Whether the accounts are shown, which only who is logged in can see."""
    await page.navigate(f"{BASE}/")
    return await _shows(page, "css=.purse")


async def _shows(page: pollex.Page, selector: str) -> bool:
    return bool((await page.query(selector, most=1))["elements"])
