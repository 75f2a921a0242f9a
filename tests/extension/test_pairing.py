"""A person pairs their browser by a code, in the panel."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from ..serve.served import Served
from ..waits import until_async
from .conftest import OwnChrome


def pairings(pollex: Served) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pollex.client.get("/api/extension").json()["pairings"]
    return found


async def test_a_browser_is_paired_by_a_code_and_comes_again(chrome: OwnChrome, pollex: Served) -> None:
    panel = await chrome.panel()
    await expect(panel.get_by_role("status")).to_have_text("Not paired")
    await panel.get_by_label("Code").fill(pollex.client.post("/api/extension/codes").json()["code"])
    await panel.get_by_role("button", name="Pair").click()
    await expect(panel.get_by_role("status")).to_have_text("Connected")
    (pairing,) = pairings(pollex)
    assert (pairing["connected"], "Chrome" in pairing["name"]) == (True, True)
    await panel.evaluate("chrome.storage.local.set({ pairing: { id: 'x', key: '00', port: 1 } })")
    pollex.client.delete(f"/api/extension/{pairing['id']}")
    await expect(panel.get_by_role("status")).to_have_text("Not connected")
    await until_async("the end of the pairing", lambda: pairings(pollex) == [])


async def test_a_wrong_code_says_what_to_do(chrome: OwnChrome, pollex: Served) -> None:
    panel = await chrome.panel()
    code = pollex.client.post("/api/extension/codes").json()["code"]
    for typed, said in (
        ("12345", "A code looks like 8765-ABCD-EFGH-JKLM-NPQR."),
        (f"{pollex.port}-AAAA-AAAA-AAAA-AAAA", "is not the Pollex that was paired."),
        ("1-" + code.partition("-")[2], "Pollex does not run here."),
    ):
        await panel.get_by_label("Code").fill(typed)
        await panel.get_by_role("button", name="Pair").click()
        await expect(panel.get_by_role("alert")).to_contain_text(said)
    await panel.get_by_label("Code").fill(code.lower().replace("-", " "))
    await panel.get_by_label("Code").press("Enter")
    await expect(panel.get_by_role("status")).to_have_text("Connected")


async def test_a_page_cannot_speak_with_the_worker(chrome: OwnChrome, pollex: Served) -> None:
    page = await chrome.context.new_page()
    await page.goto(f"{pollex.page_url}/enter")
    assert await page.evaluate("typeof chrome === 'undefined' || !chrome.runtime?.sendMessage")
    socket = f"new WebSocket('ws://127.0.0.1:{pollex.port}/extension')"
    tries = "new Promise(done => Object.assign(SOCKET, {onopen: () => done('open'), onerror: () => done('refused')}))"
    assert await page.evaluate(tries.replace("SOCKET", socket)) == "refused"
