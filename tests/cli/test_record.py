"""A person does something once in a browser, and the workflow that is made of it does it again without a model."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from pollex import App, Fault, Secret
from pollex.cli.record import free_file, record_run, refuse_without_display
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.runs.run import Run

from ..page.observer_site import Site, observed_site
from ..running_browser import running_browser
from .terminal import Terminal

ON_LOOP = pytest.mark.asyncio(loop_scope="session")
PASSWORD = "correct-horse-battery"
CODE = "314159"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with observed_site() as running:
        yield running


@ON_LOOP
async def test_a_recorded_login_and_order_run_again_with_the_same_effect(app: App, site: Site, tmp_path: Path) -> None:
    async def order(page: Page) -> None:
        for field, text in (("user", "ada"), ("password", PASSWORD), ("code", CODE)):
            await page.mouse.click(*await centre(page, f"[name={field}]"))
            await page.keyboard.type(text)
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/order")
        await page.mouse.click(*await centre(page, "i"))
        await page.mouse.click(*await centre(page, "text=To the order"))
        await page.mouse.click(*await centre(page, "#name"))
        await page.keyboard.type("Ada {{Lovelace}}")
        await page.keyboard.press("Tab")
        await page.keyboard.press("ArrowDown")
        await page.mouse.click(*await centre(page, "text=Wrap it"))
        await page.mouse.click(*await centre(page, "b"))
        await page.wait_for_selector("text=Thank you")

    file, said = tmp_path / "order.workflow.json", StringIO()
    record = {"url": f"{site.url}/login", "name": "Order a lamp"}
    with redirect_stderr(said), redirect_stdout(said):
        result = await record_run(app, record, file, None, done_by(app, order))
    assert result.ok, result.fault
    by_hand, site.sent[:] = list(site.sent), []
    inputs = {"password": Secret("given", PASSWORD), "code": CODE}
    again = await app.run_workflow(app.load_workflow(file), inputs)
    assert again.ok, again.fault
    assert site.sent == by_hand
    assert by_hand[0] == ("/login", {"user": "ada", "password": PASSWORD, "code": CODE})
    assert by_hand[1][1]["name"] == "Ada {{Lovelace}}"
    assert "Chose" in said.getvalue(), said.getvalue()
    kept = [file, *(each for each in app.settings.home.rglob("*") if each.is_file())]
    assert len(kept) > 2
    for secret in (PASSWORD, CODE):
        assert secret not in said.getvalue()
        assert [each for each in kept if secret.encode() in each.read_bytes()] == []


@ON_LOOP
async def test_no_code_is_recorded_however_the_page_asks_for_it(app: App, site: Site, tmp_path: Path) -> None:
    async def send_codes(page: Page) -> None:
        await page.mouse.click(*await centre(page, "[name=d1]"))
        await page.keyboard.type("271828")
        await page.mouse.click(*await centre(page, "[name=sent]"))
        await page.keyboard.type(CODE)
        await page.mouse.click(*await centre(page, "button"))
        await page.wait_for_selector("text=Thank you")

    file = tmp_path / "codes.workflow.json"
    record = {"url": f"{site.url}/codes", "name": "Codes"}
    site.sent.clear()
    assert (await record_run(app, record, file, None, done_by(app, send_codes))).ok
    by_hand, site.sent[:] = list(site.sent), []
    workflow = app.load_workflow(file)
    assert isinstance(workflow.inputs.document, dict)
    boxes, sent = workflow.inputs.document["required"]
    again = await app.run_workflow(workflow, {boxes: "271828", sent: CODE})
    assert again.ok, again.fault
    assert site.sent == by_hand
    assert list(by_hand[0][1].values()) == [*"271828", CODE]
    kept = [file, *(each for each in app.settings.home.rglob("*") if each.is_file())]
    assert [each for each in kept if CODE.encode() in each.read_bytes() or b"271828" in each.read_bytes()] == []


@ON_LOOP
async def test_a_credential_takes_the_place_of_what_is_typed_on_its_site(app: App, site: Site, tmp_path: Path) -> None:
    async def log_in(page: Page) -> None:
        for field, text in (("user", "ada"), ("password", PASSWORD)):
            await page.mouse.click(*await centre(page, f"[name={field}]"))
            await page.keyboard.type(text)
        await page.mouse.click(*await centre(page, "button"))
        await page.wait_for_url("**/order")

    file = tmp_path / "login.workflow.json"
    app.vault.set("shop", "username_password", ["127.0.0.1"], {"username": "ada", "password": PASSWORD})
    record = {"url": f"{site.url}/login"}
    assert (await record_run(app, {**record, "credentials": ["shop"]}, file, None, done_by(app, log_in))).ok
    assert "{{secret.shop.username}}" in file.read_text()
    assert "{{secret.shop.password}}" in file.read_text()
    assert "ada" not in file.read_text()
    site.sent.clear()
    assert (await app.run_workflow(app.load_workflow(file))).ok
    assert site.sent == [("/login", {"user": "ada", "password": PASSWORD})]
    with pytest.raises(Fault, match="no credential 'shpo'") as refused:
        await record_run(app, {**record, "credentials": ["shpo"]}, file, None, done_by(app, log_in))
    assert refused.value.hint is not None
    assert "shop" in refused.value.hint


@ON_LOOP
async def test_it_ends_when_the_person_closes_the_browser(app: App, site: Site, tmp_path: Path) -> None:
    async def write_and_leave(page: Page) -> None:
        await page.mouse.click(*await centre(page, "#name"))
        await page.keyboard.type("Ada")
        session = await page.context.new_cdp_session(page)
        await session.send("Runtime.evaluate", {"expression": "1"})  # what was typed is on its way before the tab goes
        await page.close()

    async def closed(recorded: Run) -> None:
        await asyncio.gather(recorded.wait(), done_by(app, write_and_leave)(recorded))

    file = tmp_path / "left.workflow.json"
    assert (await record_run(app, {"url": f"{site.url}/order"}, file, None, closed)).ok
    assert '"Ada"' in file.read_text()


@ON_LOOP
async def test_the_command_shows_each_step_and_ends_when_its_tab_is_closed(
    pollex: Terminal, site: Site, tmp_path: Path
) -> None:
    async with running_browser(tmp_path / "profile") as address, async_playwright() as playwright:
        command = pollex.begin("record", "--url", f"{site.url}/order", "--cdp", address, "--name", "A lamp")
        await asyncio.to_thread(command.says, "close it, or press Ctrl+C here")
        browser = await playwright.chromium.connect_over_cdp(address)
        page = next(each for each in browser.contexts[0].pages if each.url == f"{site.url}/order")
        await page.mouse.click(*await centre(page, "text=Wrap it"))
        await asyncio.to_thread(command.says, "1     Ticked the checkbox “Wrap it as a gift”")
        await page.close()
        ran = await asyncio.to_thread(command.end)
        assert [each.url for each in browser.contexts[0].pages] == ["about:blank"]
        await browser.close()
    assert "Next: pollex flow run a-lamp.workflow.json" in ran.stdout
    assert ran.returncode == 0
    assert (tmp_path / "a-lamp.workflow.json").is_file()


def test_without_a_display_it_says_what_to_do() -> None:
    with pytest.raises(Fault, match="no display") as refused:
        refuse_without_display("linux", {})
    assert refused.value.hint is not None
    assert "pollex serve" in refused.value.hint
    refuse_without_display("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    refuse_without_display("darwin", {})


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    first = free_file(tmp_path, "Order: a lamp!")
    assert first.name == "order-a-lamp.workflow.json"
    first.touch()
    assert free_file(tmp_path, "Order: a lamp!").name == "order-a-lamp-2.workflow.json"


def done_by(app: App, person: Callable[[Page], Awaitable[None]]) -> Callable[[Run], Awaitable[None]]:
    """A recording that ends when a person has done something in its browser."""

    async def ending(recorded: Run) -> None:
        page = (await app.runs.live(recorded.id)).page
        assert isinstance(page, LivePage)
        assert page.tabs.current is not None
        tab = page.tabs.current.tab
        assert isinstance(tab, PlaywrightTab)
        await person(tab.page)

    return ending


async def centre(page: Page, selector: str) -> tuple[float, float]:
    await page.wait_for_selector(selector)
    box = await page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
