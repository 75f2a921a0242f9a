"""The login for apps that have none of their own: Pollex's tool `login`, which knows no site in particular."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pollex import Page


async def run(page: Page, inputs: dict[str, Any], credentials: dict[str, Any]) -> dict[str, Any]:
    """Log in on the page that is open, or by the way to the login that it shows."""
    answer = await page.invoke("login", {"credential": "username_password"})
    return {"loggedIn": answer["loggedIn"], "why": answer["why"]}


async def logged_in(page: Page) -> bool:
    """Return whether the page shows that somebody is logged in."""
    answer = await page.invoke("login", {"credential": "username_password", "only_look": True})
    return bool(answer["loggedIn"] is True)
