"""A person records and takes over in the tab itself, from the panel."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from playwright.async_api import expect

from pollex.practice.server import Server

from ..serve.served import Served
from .conftest import OwnChrome
from .test_runs import CHECKED, pair


async def test_what_the_person_does_is_kept_from_the_panel(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel = await pair(chrome, pollex)
    page = await chrome.context.new_page()
    await page.goto(f"{server.url}/hard/switch")
    [number] = [each["id"] for each in await panel.evaluate("() => chrome.tabs.query({})") if each["url"] == page.url]
    await panel.goto(f"{panel.url}?tab={number}")
    await panel.get_by_role("button", name="Record what I do").click()
    await expect(panel.locator("#history li")).to_have_count(1)  # the address
    await page.get_by_text("Mentions", exact=True).click()
    await expect(panel.locator("#history li")).to_have_count(2)
    await panel.reload()
    await panel.get_by_role("button", name="Finish and keep").click()
    await expect(panel.locator("#result")).to_contain_text("Kept as “")
    said = await panel.locator("#result").inner_text()
    kept = json.loads(await asyncio.to_thread(Path(said.split('"')[1]).read_text))
    assert [each["config"].get("action") or each["config"]["tool"] for each in kept["nodes"][:2]] == [
        "navigate", "page.check",
    ]  # fmt: skip
    await expect(panel.get_by_role("button", name="Start in this tab")).to_be_visible()


async def test_a_person_who_acts_beside_a_run_is_asked(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel = await pair(chrome, pollex)
    page = await chrome.context.new_page()
    await page.goto(f"{server.url}/hard/switch")
    [number] = [each["id"] for each in await panel.evaluate("() => chrome.tabs.query({})") if each["url"] == page.url]
    await panel.goto(f"{panel.url}?tab={number}")
    await panel.get_by_label("Task").fill('Wait 1 second. Wait 5 seconds. Click "Mentions". Wait 1 second.')
    await panel.get_by_role("button", name="Start in this tab").click()
    await expect(panel.locator("#history li")).to_have_count(1, timeout=60_000)
    await page.locator("h1").click()
    questions = panel.get_by_label("Questions")
    await expect(questions).to_contain_text("Shall it go on there?", timeout=60_000)
    await questions.get_by_label("Go on").check()
    await questions.get_by_role("button", name="Answer").click()
    await expect(panel.locator("#status")).to_have_attribute("data-status", "success", timeout=60_000)
    asked = pollex.client.get("/api/runs").json()["runs"][0]["id"]
    told = pollex.client.get(f"/api/runs/{asked}/report").text
    assert told.count("<code>question.asked</code>") == 1  # its own clicks are nobody else's


async def test_a_person_takes_over_and_gives_back(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel = await pair(chrome, pollex)
    page = await chrome.context.new_page()
    await page.goto(f"{server.url}/hard/switch")
    [number] = [each["id"] for each in await panel.evaluate("() => chrome.tabs.query({})") if each["url"] == page.url]
    await panel.goto(f"{panel.url}?tab={number}")
    await panel.get_by_label("Task").fill("Wait 4 seconds. Wait 1 second.")
    await panel.get_by_role("button", name="Start in this tab").click()
    await panel.get_by_role("button", name="Take over").click()
    await expect(panel.get_by_role("button", name="Give back")).to_be_visible(timeout=90_000)
    before = await page.evaluate(CHECKED)
    await page.get_by_text("Mentions", exact=True).click()
    assert await page.evaluate(CHECKED) != before
    await panel.get_by_role("button", name="Give back").click()
    await expect(panel.locator("#status")).to_have_attribute("data-status", "success", timeout=60_000)
    done = panel.locator("#history li")
    await expect(done.filter(has_text="Ticked the checkbox “Mentions”")).to_have_count(1)
    await expect(done.filter(has_text="Waited")).to_have_text(["Waited 4 s", "Waited 1 s"])
