"""The windows Credentials and Settings in real Chromium: values go to the vault, and are nowhere on the page."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, WebSocket, expect

from pollex.vault import Vault

from ..processes import Nursery
from ..serve.extension_socket import connected, paired, pairings
from ..serve.served import Served
from .desk_page import DeskPage, enter
from .test_accessibility import axe, wrong

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["axe"]
SECRET = "tr0ub4dor-and-3-more"
AROUND = """<form data-command='[{"op": "dom.set", "params": {"windowId": "w", "target": "#out", "html": "{{form}}"}}]'>
<div id="in"></div><button>Go</button></form><p id="out"></p>"""
TYPED = """() => [...document.querySelectorAll("input")].map(each => each.value).join("\\n")
  + document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"""


@pytest.fixture(scope="module")
def own(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own: a stored key or another default model would change what other tests see."""
    with Served(nursery, tmp_path_factory.mktemp("credentials")) as server:
        yield server
        assert "Traceback" not in server.process.errors()


@pytest_asyncio.fixture(loop_scope="session")
async def desk(chromium: Browser, own: Served) -> AsyncIterator[DeskPage]:
    shown = await DeskPage.open(chromium, own, storage_state=await enter(chromium, own))
    yield shown
    await shown.close()
    assert shown.complaints == []


def heard(desk: DeskPage) -> list[str]:
    """All that goes over the socket from now on, in both directions."""
    said: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: said.append(str(frame)))
        socket.on("framereceived", lambda frame: said.append(str(frame)))

    desk.page.on("websocket", listen)
    return said


def render(desk: DeskPage, id: str, target: str = "#root", **props: Any) -> None:  # noqa: A002 - of the component
    params = {"id": id, "windowId": "w", "target": target, "type": "credential", "props": props}
    desk.apply(("component.render", params))


async def launch(desk: DeskPage, name: str) -> None:
    await desk.page.get_by_role("button", name="Open", exact=True).click()
    await desk.page.get_by_role("menuitem", name=name, exact=True).click()


def written(home: Path) -> list[Path]:
    files = [path for path in home.rglob("*") if path.is_file()]
    return [path for path in files if SECRET.encode() in path.read_bytes()]


async def nowhere(desk: DeskPage, said: list[str]) -> None:
    """A value is on no part of the page, in no message, in no record, and in no file but the vault."""
    assert SECRET not in await desk.page.evaluate(TYPED)
    assert not any(SECRET in each for each in said)
    assert SECRET not in desk.served.client.get(f"/api/workspace/{desk.workspace}").text
    assert written(desk.served.home) == []


async def test_a_credential_is_set_changed_and_forgotten(desk: DeskPage) -> None:
    said = heard(desk)
    await desk.page.reload()
    await launch(desk, "Credentials")
    window = desk.window("pollex-credentials")
    await expect(window.get_by_text("Nothing is kept yet")).to_be_visible()
    await window.get_by_role("button", name="Username and password").click()
    form = desk.page.get_by_role("form", name="Credential")
    await form.get_by_label("Name", exact=True).fill("bank")
    await form.get_by_label("Domains").fill("bank.example, login.example")
    await form.get_by_label("Username").fill("ada")
    password = form.get_by_label("Password")
    await expect(password).to_have_attribute("type", "password")
    await expect(password).to_have_attribute("autocomplete", "new-password")
    await password.fill(SECRET)
    await password.press("Enter")
    await expect(form).to_have_count(0)
    await expect(window.get_by_role("cell", name="bank.example, login.example")).to_be_visible()
    await nowhere(desk, said)

    await window.get_by_role("button", name="Change").click()
    await expect(form.get_by_text("login.example")).to_be_visible()
    await form.get_by_label("Username").fill("ada")
    await form.get_by_label("Password").fill(f"{SECRET}-2")
    await form.get_by_role("button", name="Keep").click()
    await expect(form.get_by_role("alert")).to_contain_text("There is a credential bank already")
    await form.get_by_role("button", name="Go back").click()
    await form.get_by_role("button", name="Keep").click()
    await form.get_by_role("button", name="Replace it").click()
    await expect(form).to_have_count(0)
    await nowhere(desk, said)
    assert Vault(desk.served.home).credentials()["bank"].fields["password"] == f"{SECRET}-2"

    await window.get_by_role("button", name="Forget").click()
    await desk.page.get_by_role("button", name="Approve").click()
    await expect(window.get_by_text("Nothing is kept yet")).to_be_visible()
    assert Vault(desk.served.home).credentials() == {}


async def test_a_drawn_form_says_name_and_domain_and_keeps_what_is_typed_from_its_window(desk: DeskPage) -> None:
    said = heard(desk)
    await desk.page.reload()
    desk.open_window(AROUND, width=640, height=640, y=0)
    drawn = {"op": "dom.set", "params": {"windowId": "w", "target": "#out", "html": "kept {{value}}"}}
    props = {"credential": "shop", "domain": "shop.example", "title": "Your bank", "command": [drawn]}
    render(desk, "c", "#in", **props)
    form = desk.content.get_by_role("form", name="Credential")
    await expect(form.get_by_role("definition")).to_have_text(["shop", "shop.example and its subdomains"])
    await form.get_by_label("Username").fill("ada")
    await form.get_by_label("Password").fill(SECRET)
    await desk.content.get_by_role("button", name="Go").click()
    await expect(desk.content.locator('[id="w--out"]')).to_have_text("{}")
    await form.get_by_label("Password").fill(SECRET)
    desk.apply(("component.update", {"id": "c", "props": {"domain": "evil.example"}}))
    await expect(form.get_by_role("alert")).to_contain_text("was cleared")
    await expect(form.get_by_label("Password")).to_have_value("")
    await expect(form.get_by_role("definition").last).to_have_text("evil.example and its subdomains")
    desk.apply(("component.update", {"id": "c", "props": {"domain": "shop.example"}}))
    await expect(form.get_by_role("definition").last).to_have_text("shop.example and its subdomains")
    await form.get_by_label("Username").fill("ada")
    await form.get_by_label("Password").fill(SECRET)
    await form.get_by_role("button", name="Keep").click()
    await expect(desk.content.locator('[id="w--out"]')).to_have_text("kept shop")
    await expect(form.get_by_role("status")).to_contain_text("Kept as shop, for shop.example")
    await nowhere(desk, said)
    assert Vault(desk.served.home).credentials()["shop"].domains == ("shop.example",)


async def test_codes_and_custom_fields_are_asked_for_as_the_vault_declares_them(desk: DeskPage) -> None:
    desk.open_window(width=640, height=640, y=0)
    render(desk, "c", credential="code", type="authenticator", domain="shop.example")
    form = desk.content.get_by_role("form", name="Credential")
    await form.get_by_label("Seed").fill("JBSWY3DPEHPK3PXP")
    await form.get_by_text("If the site differs").click()
    await form.get_by_label("Digits").fill("8")
    await form.get_by_role("button", name="Keep").click()
    await expect(form.get_by_role("status")).to_contain_text("Kept as code")
    desk.apply(("component.destroy", {"id": "c"}))
    render(desk, "d", credential="mailer", type="custom", domain="mail.example")
    await form.get_by_label("Field 1", exact=True).fill("apiKey")
    await form.get_by_label("Value of field 1").fill(SECRET)
    await form.get_by_role("button", name="Add a field").click()
    await form.get_by_label("Field 2", exact=True).fill("region")
    await form.get_by_label("Value of field 2").fill("eu")
    await form.get_by_role("button", name="Keep").click()
    await expect(form.get_by_role("status")).to_contain_text("Kept as mailer")
    kept = Vault(desk.served.home).credentials()
    assert (kept["code"].fields["digits"], dict(kept["mailer"].fields)) == ("8", {"apiKey": SECRET, "region": "eu"})
    await nowhere(desk, [])


async def test_a_key_is_kept_and_forgotten_and_settings_are_written(desk: DeskPage) -> None:
    said = heard(desk)
    await desk.page.reload()
    await launch(desk, "Settings")
    window = desk.window("pollex-settings")
    await window.get_by_role("button", name="Add key of anthropic").click()
    await expect(window.get_by_label("Key of anthropic (")).to_be_focused()
    await window.get_by_label("Key of anthropic (").fill(SECRET)
    await window.get_by_role("button", name="Keep", exact=True).click()
    await expect(window.get_by_text("Key in the vault")).to_be_visible()
    await nowhere(desk, said)
    await window.get_by_role("button", name="Forget the key of anthropic").click()
    await expect(window.get_by_role("button", name="Keep it")).to_be_focused()
    await window.get_by_role("button", name="Forget it").click()
    await expect(window.get_by_text("Key in the vault")).to_have_count(0)
    await window.get_by_label("Default model").fill("openai-chat:demo@http://127.0.0.1:9/v1")
    await window.get_by_label("Default model").press("Tab")
    await expect(desk.page.get_by_text("Saved.", exact=True)).to_be_visible()
    await window.get_by_label("What cannot be taken back").select_option("deny")
    await expect(window.get_by_text("Start the server again, and it counts.")).to_be_visible()
    await window.get_by_label("Theme of this page").select_option("dark")
    await expect(desk.page.locator("html")).to_have_attribute("data-theme", "dark")
    config = (desk.served.home / "config.toml").read_text()
    assert config == 'model = "openai-chat:demo@http://127.0.0.1:9/v1"\napprove = "deny"\n'
    assert desk.snapshot()["model"]["name"] == "openai-chat:demo@http://127.0.0.1:9/v1"


async def test_a_browser_is_paired_by_a_code_and_let_go(desk: DeskPage) -> None:
    await launch(desk, "Settings")
    chrome = desk.window("pollex-settings").get_by_role("region", name="Your own Chrome")
    await expect(chrome.get_by_text("No browser is paired.")).to_be_visible()
    await chrome.get_by_role("button", name="Pair a browser").click()
    shown = chrome.get_by_role("status", name="Pairing code")
    await expect(shown).to_contain_text(re.compile(r"It holds for (2:00|1:5\d)\."))
    code = await shown.locator("code").inner_text()
    pairing, key = await asyncio.to_thread(paired, desk.served, code)
    await expect(shown).to_have_count(0)
    await expect(chrome.get_by_role("listitem")).to_contain_text("Chrome 156 on Linux")
    with connected(desk.served, pairing, key):
        await chrome.get_by_role("button", name="Pair a browser").click()  # looks at the list again
        await expect(chrome.get_by_text("Connected", exact=True)).to_be_visible()
    await chrome.get_by_role("button", name="End the pairing with Chrome 156 on Linux").click()
    await expect(chrome.get_by_role("button", name="Keep it")).to_be_focused()
    await chrome.get_by_role("button", name="End it").click()
    await expect(chrome.get_by_text("No browser is paired.")).to_be_visible()
    assert pairings(desk.served) == []


async def test_all_that_is_wrong_with_a_credential_is_told(desk: DeskPage) -> None:
    desk.open_window(width=640, height=640, y=0)
    render(desk, "c")
    form = desk.content.get_by_role("form", name="Credential")
    await form.get_by_label("Name", exact=True).fill("my bank")
    await form.get_by_label("Domains").fill("https://bank.example/login")
    await form.get_by_label("Username").fill("ada")
    await form.get_by_label("Password").fill(SECRET)
    await form.get_by_role("button", name="Keep").click()
    told = form.get_by_role("alert").get_by_role("paragraph")
    await expect(told).to_contain_text(["letters, digits, _ and -", "a host such as 'example.org'"])


async def test_keys_of_providers_are_shown_where_nothing_hovers(chromium: Browser, desk: DeskPage) -> None:
    options: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": {"width": 400, "height": 800}}
    entered = await desk.context.storage_state()
    phone = await DeskPage.open(chromium, desk.served, storage_state=entered, **options)
    assert await phone.page.evaluate("matchMedia('(hover: none)').matches")
    await launch(phone, "Settings")
    await expect(phone.page.get_by_role("button", name="Add key of anthropic")).to_be_visible()
    await phone.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_windows(desk: DeskPage, axe: str, scheme: str) -> None:
    await desk.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    desk.served.client.post("/api/credentials/row", json={"type": "custom", "fields": {"pin": SECRET}, "replace": True})
    for name in ("Credentials", "Settings"):
        await launch(desk, name)
        await expect(desk.window(f"pollex-{name.lower()}")).to_be_visible()
    settings = desk.window("pollex-settings")
    await settings.get_by_role("button", name="Add key of google").click()
    await settings.get_by_text("All settings and limits").click()
    await settings.get_by_role("button", name="Pair a browser").click()
    await expect(settings.get_by_role("status", name="Pairing code")).to_be_visible()
    assert await wrong(desk, axe) == []
    await launch(desk, "Credentials")
    await desk.window("pollex-credentials").get_by_role("button", name="Other fields").click()
    await expect(desk.page.get_by_role("form", name="Credential")).to_be_visible()
    assert await wrong(desk, axe) == []
