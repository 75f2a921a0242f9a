"""Every window of the product with something in it: axe-core finds nothing wrong, and the guide has a picture of it.

`POLLEX_PICTURES=1` writes the pictures anew.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from pollex.app.product import PRODUCT_WINDOWS
from pollex.practice.server import Server

from ..processes import Nursery, environment
from ..serve.served import Served
from .desk_page import DeskPage, enter
from .test_accessibility import axe, wrong

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["axe"]
ROOT: Final = Path(__file__).parents[2]
GUIDE: Final = ROOT / "docs" / "guides" / "windows.md"
ANYWHERE: Final = """(frame, root) => { for (const each of frame.querySelectorAll("dd"))
  if (each.textContent.includes(root)) each.textContent = each.textContent.trim().replace(root, "~"); }"""
"""Takes the folder of this checkout out of a picture."""
MODULE: Final = str(ROOT / "examples" / "modules" / "statistics")
FLOW: Final = str(ROOT / "examples" / "workflows" / "cheapest.workflow.json")
TASK: Final = "Search for lamp. Open the first row. Tell me Price."
SECRET: Final = {"type": "username_password", "domains": ["shop.example"]}
FIELDS: Final = {"username": "ann@shop.example", "password": "kestrel-7294"}


class Filled:
    """A server that has done something, and what the windows that are about something are about."""

    def __init__(self, served: Served, site: str) -> None:
        self.served = served
        self.run = served.start(task=TASK, url=site)
        assert served.ended(self.run)["status"] == "done"
        kept = self.post(f"/api/runs/{self.run}/keep", name="Price of a lamp")
        self.post("/api/credentials/shop", **SECRET, fields=FIELDS)
        recording = served.start(record={"url": site})
        self.about = {
            "run": self.run,
            "live": recording,
            "workflow": kept["name"],
            "tool": "add",
            "module": "statistics",
        }
        self.about["credential"] = "username_password"

    def post(self, path: str, **body: Any) -> Any:
        answer = self.served.client.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def filled(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    home = tmp_path_factory.mktemp("filled")
    asked = ("flow", "schedule", FLOW, "--cron", "0 7 * * *", "--name", "Lamps of the day")
    scheduling = nursery.start("pollex", *asked, environ=environment(POLLEX_HOME=str(home)), folder=home)
    assert scheduling.end().returncode == 0
    scheduling.close()
    with Server() as site, Served(nursery, home, "--from", MODULE) as served:
        yield Filled(served, f"{site.url}/shop/")


@pytest_asyncio.fixture(loop_scope="session")
async def desk(chromium: Browser, filled: Filled) -> AsyncIterator[DeskPage]:
    shown = await DeskPage.open(chromium, filled.served, storage_state=await enter(chromium, filled.served))
    yield shown
    await shown.close()
    assert shown.complaints == []


async def opened(desk: DeskPage, name: str, about: str) -> Locator:
    body = {"name": name, "about": about} if about else {"name": name}
    [answer] = desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/windows.open", "body": body}))
    assert answer["fault"] is None, answer
    window = desk.window(answer["data"]["id"])
    await expect(window).to_be_visible()
    return window


SHOWN: Final = {
    "runs": ".badge, td",
    "run": ".run-outcome",
    "live": ".live-surface img",
    "record": "input",
    "workflow": "svg",
    "tools": "td",
    "tool": "form",
    "modules": "pollex-place:not(:empty)",
    "module": "pollex-place:not(:empty)",
    "credentials": "td",
    "credential": "form",
    "schedules": "td",
    "settings": "form, select",
}
"""What is there when a window has drawn itself."""


async def test_the_guide_shows_every_window() -> None:
    text = GUIDE.read_text()
    assert [each.name for each in PRODUCT_WINDOWS if f"](images/window-{each.name}.png)" not in text] == []
    assert [name for name in SHOWN if not (GUIDE.parent / "images" / f"window-{name}.png").exists()] == []


@pytest.mark.parametrize("window", PRODUCT_WINDOWS, ids=lambda each: each.name)
async def test_nothing_is_wrong_with_a_window(desk: DeskPage, filled: Filled, axe: str, window: Any) -> None:
    frame = await opened(desk, window.name, filled.about.get(window.name, ""))
    await expect(frame.locator(SHOWN[window.name]).first).to_be_visible()
    if os.environ.get("POLLEX_PICTURES"):
        await frame.evaluate(ANYWHERE, str(ROOT))
        await frame.screenshot(path=GUIDE.parent / "images" / f"window-{window.name}.png")
    for scheme in ("light", "dark"):
        await desk.page.emulate_media(color_scheme=scheme)
        assert await wrong(desk, axe) == [], scheme
