"""Runs in the person's own Chrome, by the real server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, expect

from pollex.core.schema import Schema
from pollex.practice.server import Server

from ..processes import Nursery
from ..serve.served import Served
from ..waits import until_async
from .conftest import OwnChrome

SEEDS: Final = Path(__file__).parents[1] / "seeds" / "002"
SWITCH: Final = """{
  "name": "Switch", "version": 1, "allowedDomains": ["127.0.0.1"], "nodes": [
    {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": "THERE"}},
    {"position": 2, "type": "browser_action", "config": {"action": "click", "selector": "text=Mentions"}}
]}"""
TASK: Final = 'Click "Mentions"'
CHECKED: Final = """[...document.querySelectorAll('[role=switch], input')]
  .map((each) => `${each.checked} ${each.ariaChecked}`).join()"""


async def pair(chrome: OwnChrome, pollex: Served) -> Page:
    panel = await chrome.panel()
    await panel.get_by_label("Code").fill(pollex.client.post("/api/extension/codes").json()["code"])
    await panel.get_by_role("button", name="Pair").click()
    await expect(panel.get_by_role("status")).to_have_text("Connected")
    return panel


async def allow(chrome: OwnChrome, panel: Page, url: str) -> tuple[Page, int]:
    """A tab of the person in which Pollex may work, and its number."""
    page = await chrome.context.new_page()
    await page.goto(url)
    tabs = await panel.evaluate("() => chrome.tabs.query({})")
    [number] = [each["id"] for each in tabs if each["url"] == url]
    await panel.evaluate("(tab) => chrome.runtime.sendMessage({ type: 'allow_tab', tab })", number)
    return page, number


async def ended(pollex: Served, run: str) -> dict[str, Any]:
    await until_async("the run ends", lambda: pollex.show(run)["status"] in ("done", "failed", "cancelled"))
    return pollex.show(run)


async def test_a_task_is_done_in_the_tab_that_the_person_allows(
    chrome: OwnChrome, pollex: Served, server: Server
) -> None:
    there = f"{server.url}/hard/switch"
    panel = await pair(chrome, pollex)
    run = pollex.start(task=TASK, model="local", where="chrome", tab=1)
    assert (await ended(pollex, run))["result"]["fault"]["message"] == "The person allows the tab 1 not in Chrome."
    page, number = await allow(chrome, panel, there)
    before = await page.evaluate(CHECKED)
    done = await ended(pollex, pollex.start(task=TASK, model="local", where="chrome"))
    assert done["status"] == "done", done
    assert await page.evaluate(CHECKED) != before
    await page.goto("about:blank")  # the tab stays, and is let go
    again = await ended(pollex, pollex.start(task=TASK, model="local", where="chrome", tab=number, url=there))
    assert (again["status"], page.url) == ("done", there), again


async def test_a_task_is_started_in_the_panel_and_told_there(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel = await pair(chrome, pollex)
    page = await chrome.context.new_page()
    await page.goto(f"{server.url}/hard/switch")
    [number] = [each["id"] for each in await panel.evaluate("() => chrome.tabs.query({})") if each["url"] == page.url]
    await panel.goto(f"{panel.url}?tab={number}")
    await panel.evaluate(
        "() => { self.said = []; chrome.runtime.onMessage.addListener((each) => { self.said.push(each); }); }"
    )
    await panel.get_by_label("Task").fill(TASK)
    await panel.get_by_role("button", name="Start in this tab").click()
    await expect(panel.locator("#status")).to_have_attribute("data-status", "success", timeout=60_000)
    said = [each for each in await panel.evaluate("self.said") if each["type"] != "link"]
    kinds = [each["type"] for each in said]
    assert (kinds[0], kinds[-2:]) == ("status_update", ["task_completed", "status_update"])
    assert {"progress_update", "action_executed"} < set(kinds)
    for each in said:
        [found] = SEEDS.glob(f"*-{each['type'].replace('_', '-')}.schema.json")
        assert Schema(json.loads(found.read_text())).issues(each) == (), each
    assert any("Mentions" in each for each in await panel.locator("#history li").all_inner_texts()), said
    await panel.reload()
    await expect(panel.locator("#status")).to_have_attribute("data-status", "success")
    await panel.get_by_label("Task").fill("Make me a sandwich")
    await panel.get_by_role("button", name="Start in this tab").click()
    await expect(panel.locator("#status")).to_have_attribute("data-status", "error")
    await expect(panel.locator("#result")).to_contain_text("orders")


async def test_a_run_that_was_stopped_is_resumed_from_the_command_line(
    chrome: OwnChrome, pollex: Served, server: Server, nursery: Nursery
) -> None:
    panel = await pair(chrome, pollex)
    page, number = await allow(chrome, panel, f"{server.url}/hard/switch")
    before = await page.evaluate(CHECKED)
    run = pollex.start(task='Wait 5 seconds. Click "Mentions"', model="local", where="chrome", tab=number)
    await until_async("it is there", lambda: pollex.show(run)["status"] == "running")
    pollex.client.post(f"/api/runs/{run}/stop")
    assert (await ended(pollex, run))["status"] == "cancelled"
    with nursery.start("pollex", "runs", "resume", run, "--json", environ={"POLLEX_HOME": str(pollex.home)}) as process:
        said = await asyncio.to_thread(process.rest)
    assert json.loads(said)["ok"], said
    assert await page.evaluate(CHECKED) != before


async def test_the_command_hands_a_task_to_the_server(
    chrome: OwnChrome, pollex: Served, server: Server, nursery: Nursery
) -> None:
    panel = await pair(chrome, pollex)
    page, number = await allow(chrome, panel, f"{server.url}/hard/switch")
    before = await page.evaluate(CHECKED)
    command = ["run", TASK, "--in", "chrome", "--tab", str(number), "--model", "local", "--json"]
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(pollex.home)}) as process:
        said = await asyncio.to_thread(process.rest)
    assert json.loads(said)["ok"], said
    assert await page.evaluate(CHECKED) != before


async def test_the_command_hands_a_workflow_to_the_server(
    chrome: OwnChrome, pollex: Served, server: Server, nursery: Nursery, tmp_path: Path
) -> None:
    panel = await pair(chrome, pollex)
    there = f"{server.url}/hard/switch"
    page, _ = await allow(chrome, panel, there)
    before = await page.evaluate(CHECKED)
    file = tmp_path / "switch.workflow.json"
    file.write_text(SWITCH.replace("THERE", there))
    with nursery.start(
        "pollex", "flow", "run", str(file), "--in", "chrome", "--json", environ={"POLLEX_HOME": str(pollex.home)}
    ) as process:
        said = json.loads(await asyncio.to_thread(process.rest))
    assert said["ok"], said
    assert await page.evaluate(CHECKED) != before


async def test_what_the_person_does_is_recorded_and_becomes_a_workflow(
    chrome: OwnChrome, pollex: Served, server: Server, nursery: Nursery, tmp_path: Path
) -> None:
    panel = await pair(chrome, pollex)
    there = f"{server.url}/hard/switch"
    page, _ = await allow(chrome, panel, f"{server.url}/")
    file = tmp_path / "switched.workflow.json"
    command = ["record", "--url", there, "--in", "chrome", "-o", str(file), "--no-replay", "--json"]
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(pollex.home)}) as process:
        await asyncio.to_thread(process.says, "Recording.")
        before = await page.evaluate(CHECKED)
        await page.get_by_text("Mentions", exact=True).click()
        assert await page.evaluate(CHECKED) != before
        await page.close()
        said = json.loads(await asyncio.to_thread(process.rest))
    assert said["ok"], said
    went, ticked, *_ = [each["config"] for each in json.loads(file.read_text())["nodes"]]
    assert (went["action"], ticked["tool"]) == ("navigate", "page.check")


async def test_a_run_becomes_a_workflow_that_is_replayed_there(
    chrome: OwnChrome, pollex: Served, server: Server
) -> None:
    panel = await pair(chrome, pollex)
    there = f"{server.url}/hard/switch"
    page, tab = await allow(chrome, panel, there)
    done = await ended(pollex, pollex.start(task=TASK, model="local", where="chrome", url=there))
    assert done["status"] == "done", done
    kept = pollex.client.post(f"/api/runs/{done['id']}/keep", json={"name": "Switched"}).json()
    workflow = json.loads(await asyncio.to_thread(Path(kept["file"]).read_text))
    await page.goto(there)
    before = await page.evaluate(CHECKED)
    again = await ended(pollex, pollex.start(workflow=workflow, where="chrome", tab=tab))
    assert again["status"] == "done", again
    assert await page.evaluate(CHECKED) != before
