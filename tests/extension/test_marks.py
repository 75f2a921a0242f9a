"""Which tabs are worked shows in Chrome itself, and what may be asked for there."""

from __future__ import annotations

from typing import Any, Final

from playwright.async_api import Page, expect

from pollex.practice.server import Server

from ..model_server import ModelServer
from ..serve.served import Served
from ..servers import serving
from ..waits import until_async
from .conftest import OwnChrome
from .test_runs import allow, pair

SHOWN: Final = """async (tabId) => [
  await chrome.action.getBadgeText({ tabId }), await chrome.action.getTitle({ tabId }),
  (await chrome.tabs.get(tabId)).groupId !== -1,
]"""
MAY: Final = ["●", "Pollex may work in this tab", False]
WORKS: Final = ["▶", "Pollex works in this tab", True]
WAITS: Final = ["?", "Pollex waits for you in this tab", True]
FORM: Final = {"type": "object", "properties": {"size": {"type": "string"}}, "required": ["size"]}


async def shows(panel: Page, tab: int, expected: list[Any]) -> None:
    async def does() -> bool:
        return bool(await panel.evaluate(SHOWN, tab) == expected)

    await until_async(f"the tab shows {expected}", does)


async def test_which_tabs_are_worked_shows_and_ends_with_the_run(
    chrome: OwnChrome, pollex: Served, server: Server
) -> None:
    panel = await pair(chrome, pollex)
    page, tab = await allow(chrome, panel, f"{server.url}/hard/switch")
    await shows(panel, tab, MAY)
    turns: list[tuple[str, dict[str, Any]]] = [
        ("ask", {"question": "Which size?", "form": FORM}),
        ("page_wait", {"text": "zeppelin", "timeout": 60}),
    ]
    with serving(ModelServer(turns)) as model:
        run = pollex.start(task="Buy shoes.", model=model.name, where="chrome", allow=["127.0.0.1", "shop.example"])
        await shows(panel, tab, WAITS)
        await page.goto(f"{server.url}/hard/iframe")
        await shows(panel, tab, WAITS)  # Chrome forgets a badge with its document
        await panel.reload()
        await expect(panel.locator("#tabs li")).to_contain_text("Pollex waits for you.")
        question = pollex.asks(run)
        pollex.client.post(f"/api/runs/{run}/answer", json={"path": question["path"], "answer": {"size": "7"}})
        await shows(panel, tab, WORKS)
        pollex.client.post(f"/api/runs/{run}/stop")
        await shows(panel, tab, MAY)


async def test_the_hosts_of_the_run_are_asked_for_in_place(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel = await pair(chrome, pollex)
    _, tab = await allow(chrome, panel, f"{server.url}/hard/switch")
    run = pollex.start(task="Wait 60 seconds.", model="local", where="chrome", allow=["127.0.0.1", "shop.example"])
    await shows(panel, tab, WORKS)
    await panel.evaluate(
        "() => { chrome.permissions.request = async ({ origins }) => { self.asked = origins; return true; }; }"
    )
    await panel.locator("#allowed summary").click()
    button = panel.get_by_role("button", name="Also without the debugger")
    assert "shop.example" in (await button.get_attribute("title") or "")
    await button.click()
    assert await panel.evaluate("self.asked") == [
        "http://127.0.0.1/*", "https://127.0.0.1/*",
        "http://*.shop.example/*", "https://*.shop.example/*",
    ]  # fmt: skip
    pollex.client.post(f"/api/runs/{run}/stop")
