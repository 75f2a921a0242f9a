"""The login for apps that have none of their own: Pollex's tool `login`, which knows no site in particular."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pollex import Page


async def run(page: Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    """Log in, beginning at the address that the run begins with."""
    answer = await page.invoke("login", {"credential": "username_password", "url": inputs["url"]})
    return {"loggedIn": answer["loggedIn"]}


async def logged_in(page: Page) -> bool:
    """Return whether the page shows that somebody is logged in."""
    answer = await page.invoke("login", {"credential": "username_password", "only_look": True})
    return bool(answer["loggedIn"] is True)
