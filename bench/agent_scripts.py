"""Three jobs twice: in words for the agent, and as the script that a person would write with plain Playwright."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Page, expect
from pyotp import TOTP

from pollex.practice.bank.state import PASSWORD, SECRET, USER
from pollex.practice.shop.state import Visitor
from pollex.practice.site import World
from pollex.practice.tracker.issue import Tracker


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do. `script` gets a page of a fresh context and the site's address, and says what it read."""

    name: str
    start: str
    task: str
    script: Callable[[Page, str], Awaitable[str]]
    done: Callable[[World, str], bool]
    """Whether it is so afterwards, from what the site holds and from what was read."""


async def shop(page: Page, base: str) -> str:
    await page.goto(f"{base}/shop/")
    box = page.get_by_role("searchbox", name="Search the shop")
    await box.fill("turntable")
    await box.press("Enter")
    await page.get_by_label("Sort by").select_option("Price: low to high")
    await page.get_by_role("link", name="Sonder Compact Turntable, series 1", exact=True).click()
    await page.locator("#content section form").get_by_role("button", name="Add to basket").first.click()
    await expect(page).to_have_url(re.compile("/shop/basket"))
    return ""


async def bank(page: Page, base: str) -> str:
    await page.goto(f"{base}/bank/")
    await page.get_by_label("User name").fill(USER)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page).to_have_url(re.compile("/bank/code"))
    await page.get_by_label("Security code").fill(TOTP(SECRET).now())
    await page.get_by_role("button", name="Verify").click()
    await expect(page).to_have_url(re.compile(r"/bank/(?:[?#]|$)"))
    await page.get_by_role("link", name="Holiday Fund").click()
    read = await page.get_by_test_id("balance").inner_text()
    await expect(page).to_have_url(re.compile("/bank/account/holiday"))
    return read


async def tracker(page: Page, base: str) -> str:
    await page.goto(f"{base}/tracker/")
    await page.get_by_role("button", name="New issue").click()
    form = page.get_by_role("dialog")
    await form.get_by_label("Title").fill("Export loses umlauts")
    await form.get_by_label("Description").fill("Names are cut off.")
    await form.get_by_label("Status").select_option("In progress")
    await form.get_by_role("radio", name="High").check()
    await form.get_by_role("button", name="Create issue").click()
    await expect(form).to_be_hidden()
    return ""


def in_basket(world: World, read: str) -> bool:
    baskets = [visitor.part(Visitor).basket for visitor in world.sessions.known.values()]
    return [line.item.id for basket in baskets for line in basket.lines.values()] == [12077]


def balance_read(world: World, read: str) -> bool:
    return read.strip() == "€2,610.00"


def issue_made(world: World, read: str) -> bool:
    tracker = world.parts["tracker"]
    assert isinstance(tracker, Tracker)
    made = tracker.issues[max(tracker.issues)]
    as_asked = (made.title, made.status, made.priority) == ("Export loses umlauts", "In progress", "High")
    return as_asked and "Names are cut off." in made.description


JOBS: Final = (
    Job(
        "shop: search, sort, into the basket",
        "/shop/",
        'Search for "turntable". Sort by Price, low to high. Open "Sonder Compact Turntable, series 1". '
        'Click "Add to basket".',
        shop,
        in_basket,
    ),
    Job(
        "bank: log in with a code, read a balance",
        "/bank/",
        'Log in with bank. Open "Holiday Fund". Tell me Balance.',
        bank,
        balance_read,
    ),
    Job(
        "tracker: a new issue",
        "/tracker/",
        'Click "New issue". Type "Export loses umlauts" into Title. Type "Names are cut off." into Description. '
        'Select "In progress" in Status. Choose "High" in Priority. Click "Create issue".',
        tracker,
        issue_made,
    ),
)
