"""A newcomer's walk from an empty profile: ask, watch, take over, keep, run again. Each step leads to the next."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from pollex.practice.server import Server

from ..processes import Nursery
from ..serve.served import Served
from ..waits import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="session")

TASK: Final = (
    'Wait 4 seconds. Search for "desk lamp". Sort by Price, low to high. '
    "Tell me Name and Price of the first row of results."
)
"""It waits, so that there is time to take it over."""
SIZE: Final[ViewportSize] = {"width": 1280, "height": 720}


@pytest.fixture
def shop() -> Iterator[str]:
    with Server() as server:
        yield f"{server.url}/shop/"


@pytest.fixture
def fresh(nursery: Nursery, tmp_path: Path) -> Iterator[Served]:
    """A server with an empty home."""
    with Served(nursery, tmp_path / "home") as server:
        yield server


async def begin(page: Page, fresh: Served, shop: str) -> Locator:
    """Find out what can be asked, and ask for something; return the window of the run."""
    await page.goto(fresh.entry())
    await expect(page.get_by_role("heading", name="Have things done on the web")).to_be_visible()
    chat = page.get_by_role("textbox", name="Message")
    await page.get_by_role("button", name="Ask the agent to search").click()
    await expect(chat).to_be_focused()
    await chat.fill("buy me a nice lamp")
    await chat.press("Enter")
    await expect(page.get_by_role("log")).to_contain_text("store the key of a model in Settings")
    await page.get_by_role("button", name="Runs Have something done").click()
    runs = page.get_by_role("dialog", name="Runs")
    await expect(runs).to_be_focused()
    await runs.get_by_label("What is to be done").fill(TASK)
    await runs.get_by_label("Address to begin at").fill(shop)
    await runs.get_by_role("button", name="Start", exact=True).click()
    return page.get_by_role("dialog", name="Wait 4 seconds").filter(has=page.locator("pollex-run"))


async def drive(page: Page, run: Locator) -> None:
    """Watch the run, take its browser over, and give it back; end in the window of the run."""
    await run.get_by_role("button", name="Live view").click()
    live = page.get_by_role("dialog", name="Live view: ")
    await live.get_by_role("button", name="Take over").click()
    await expect(live.get_by_text("You are at the wheel")).to_be_in_viewport(ratio=1)
    await expect(live.locator(".live-surface")).to_be_focused()
    await page.keyboard.press("End")
    await expect(run.get_by_role("listitem").filter(has_text="Pressed End")).to_have_count(1)
    await live.get_by_role("button", name="Give back").click()
    await live.get_by_role("button", name="Show the run").click()
    await expect(run).to_be_focused()


async def test_a_newcomer_asks_watches_takes_over_keeps_and_runs_it_again(
    chromium: Browser, fresh: Served, shop: str
) -> None:
    page = await chromium.new_page(viewport=SIZE, color_scheme="dark", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE * 1_000)
    run = await begin(page, fresh, shop)
    await drive(page, run)
    await expect(run.locator(".run-end")).to_contain_text("€31.90")

    await run.get_by_role("button", name="Keep as workflow").click()
    await run.get_by_label("Name of the workflow").fill("Cheapest")
    await run.get_by_role("button", name="Keep", exact=True).click()
    await expect(run.get_by_text("Kept as “Cheapest”")).to_be_in_viewport(ratio=1)
    await run.get_by_role("button", name="Open the workflow").click()

    workflow = page.get_by_role("dialog", name="Workflow Cheapest")
    await workflow.get_by_role("button", name="Run all").click()
    query = workflow.get_by_role("textbox", name="Query")
    await expect(query).to_be_focused()
    await query.fill("floor lamp")
    await workflow.get_by_role("button", name="Run", exact=True).click()
    await expect(workflow.get_by_text("It has run.")).to_be_visible()
    await workflow.get_by_role("button", name="Show the run").click()
    again = page.get_by_role("dialog", name="Cheapest", exact=True)
    await expect(again.locator(".run-outcome")).to_contain_text("Floor Lamp")
    await again.get_by_role("button", name="Steps").click()
    await expect(again.get_by_text("Typed “floor lamp”")).to_be_visible()
    assert await page.locator("#workspace-root").evaluate("root => root.scrollTop") == 0
    await page.close()
