"""Each login page solved by hand with Playwright: the steps of someone who knows the page."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from bench.login.exam import Credentials
from bench.login.sitting import Ask
from playwright.async_api import Page

from pollex.practice.bank.totp import code_at

Solution = Callable[[Page, Credentials, Ask], Awaitable[None]]


def form(user: str, password: str, button: str, *, within: str = "body") -> Solution:
    """Return the solution of a form with two labelled boxes and a button."""

    async def solve(page: Page, credentials: Credentials, _ask: Ask) -> None:
        login, place = credentials["username_password"], page.locator(within)
        await place.get_by_label(user).fill(login["username"])
        await place.get_by_label(password, exact=True).fill(login["password"])
        await place.get_by_role("button", name=button, exact=True).click()

    return solve


def then(*solutions: Solution) -> Solution:
    """Return one solution after the other."""

    async def solve(page: Page, credentials: Credentials, ask: Ask) -> None:
        for each in solutions:
            await each(page, credentials, ask)

    return solve


def press(name: str, role: Any = "button") -> Solution:
    """Return the press of one button."""

    async def solve(page: Page, _credentials: Credentials, _ask: Ask) -> None:
        await page.get_by_role(role, name=name, exact=True).click()

    return solve


def code(label: str, button: str, *, mailed: bool = False) -> Solution:
    """Return the solution of a box for a code, of an app or of a mail."""

    async def solve(page: Page, credentials: Credentials, ask: Ask) -> None:
        box = page.get_by_label(label)
        await box.wait_for()
        given = await ask("Which code is in the mail?") if mailed else totp(credentials)
        if not given:
            return
        await box.fill(given)
        await page.get_by_role("button", name=button, exact=True).click()

    return solve


def totp(credentials: Credentials) -> str:
    """Return the code of now."""
    return code_at(credentials["authenticator"]["secret"], time.time())


async def two_pages(page: Page, credentials: Credentials, _ask: Ask) -> None:
    """User name, Next, password, Next."""
    await page.get_by_label("Email or phone").fill(credentials["username_password"]["username"])
    await page.get_by_role("button", name="Next").click()
    await page.get_by_label("Enter your password").fill(credentials["username_password"]["password"])
    await page.get_by_role("button", name="Next").click()


async def two_steps(page: Page, credentials: Credentials, _ask: Ask) -> None:
    """The password box is there, but can be used only after Next."""
    await page.get_by_label("Email, phone or account name").fill(credentials["username_password"]["username"])
    await page.get_by_role("button", name="Next").click()
    await page.get_by_role("heading", name="Enter password").wait_for()
    await page.get_by_label("Password", exact=True).fill(credentials["username_password"]["password"])
    await page.get_by_role("button", name="Sign in").click()


async def placeholders(page: Page, credentials: Credentials, _ask: Ask) -> None:
    """Boxes without labels, a button without words."""
    await page.get_by_placeholder("Work e-mail").fill(credentials["username_password"]["username"])
    await page.get_by_placeholder("Password").fill(credentials["username_password"]["password"])
    await page.get_by_role("button", name="Go").click()


async def framed(page: Page, credentials: Credentials, _ask: Ask) -> None:
    """The form is in a frame."""
    frame = page.frame_locator("iframe")
    await frame.get_by_label("Customer number").fill(credentials["username_password"]["username"])
    await frame.get_by_label("Password").fill(credentials["username_password"]["password"])
    await frame.get_by_role("button", name="Log in").click()


async def six_boxes(page: Page, credentials: Credentials, _ask: Ask) -> None:
    """Each digit into its box, once the script has put the caret there; the last one sends them."""
    await page.locator("input:focus[aria-label='Digit 1 of 6']").wait_for()
    await page.keyboard.type(totp(credentials), delay=20)


async def mail_link(page: Page, credentials: Credentials, ask: Ask) -> None:
    """Ask for the link, then open it."""
    await page.get_by_label("Email address").fill(credentials["username_password"]["username"])
    await page.get_by_role("button", name="Email me a login link").click()
    await page.get_by_role("heading", name="Check your email").wait_for()
    await page.goto(await ask("Which link is in the mail?"))


async def already(page: Page, credentials: Credentials, ask: Ask) -> None:
    """Nothing to do for one who is still logged in."""
    if page.url.endswith("/home"):
        return
    await form("Username or Email Address", "Password", "Log In")(page, credentials, ask)


async def late(page: Page, credentials: Credentials, ask: Ask) -> None:
    """Wait for the script, then use the form, which waits before it sends."""
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(lambda response: response.request.method == "POST"):
        await form("E-mail", "Password", "Log in")(page, credentials, ask)


SOLUTIONS: dict[str, Solution] = {
    "classic": form("User name", "Password", "Sign in"),
    "two-pages": two_pages,
    "two-steps": two_steps,
    "placeholders": placeholders,
    "toast": form("E-mail", "Password", "Log in"),
    "dialog": then(press("Sign in"), form("E-mail", "Password", "Sign in", within="dialog")),
    "frame": framed,
    "code": then(form("User ID", "Passphrase", "Login"), code("Authentication code", "Verify")),
    "six-boxes": then(form("Email", "Password", "Log In"), six_boxes),
    "mail-code": then(
        form("Your e-mail", "Your password", "Continue"), code("Code from the e-mail", "Confirm", mailed=True)
    ),
    "mail-link": mail_link,
    "remembered": already,
    "sign-up-beside": form("E-mail", "Password", "Log in", within="section:has(h2)"),
    "german": then(press("Nur notwendige"), form("Benutzername", "Kennwort", "Anmelden")),
    "french": form("Adresse e-mail", "Mot de passe", "Se connecter"),
    "other-accounts": then(press("Continue with email"), form("Email", "Password", "Continue")),
    "late": late,
    "questions-after": then(form("Work account", "Password", "Sign in"), press("No"), press("Not now")),
    "component": form("Email", "Password", "Sign in"),
    "django-admin": form("Username:", "Password:", "Log in"),
    "allauth-totp": then(form("Email:", "Password:", "Sign In"), code("Code:", "Sign In")),
    "allauth-mail": then(form("Email:", "Password:", "Sign In"), code("Code:", "Confirm", mailed=True)),
    "two-factor": then(form("Username:", "Password:", "Next"), code("Token:", "Next")),
}
