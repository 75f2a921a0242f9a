"""A Playwright trace of a run that logs in: what the secrets are cannot be learned from it."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote, quote_plus
from zipfile import ZipFile

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext

from pollex import App
from pollex.core.call import Call
from pollex.core.event import EventKind
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.pipeline.redact import Redactor
from pollex.core.secret import Secret
from pollex.core.template import Scope
from pollex.page.driver import Window
from pollex.page.gate import NetworkGate
from pollex.page.live import LivePage, PageOptions
from pollex.page.playwright_browser import BrowserOptions, Chromium
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.playwright_shared import SharedWindow
from pollex.page.playwright_trace import Tracing
from pollex.page.playwright_trace_redaction import clean
from pollex.practice.bank.state import PASSWORD, SECRET, USER
from pollex.practice.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NASTY = 'pä"ß/w+rd &1'
SIGN_IN: tuple[tuple[str, Object], ...] = (
    ("page.type", {"selector": "css=input[name=user]", "text": "{{secret.bank.username}}"}),
    ("page.type", {"selector": "css=input[type=password]", "text": "{{secret.bank.password}}"}),
    ("page.click", {"selector": "css=form button"}),
)
CODE: dict[int, tuple[tuple[str, Object], ...]] = {
    1: (
        ("page.type", {"selector": "css=input[name=code]", "text": "{{secret.phone.code}}"}),
        ("page.click", {"selector": "css=form button"}),
    ),
    2: (
        ("page.click", {"selector": "css=input[name=digit1]"}),
        ("page.type", {"selector": "css=input[name=digit1]", "text": "{{secret.phone.code}}"}),
        ("page.click", {"selector": "css=form button"}),
    ),
}


@dataclass
class Traced:
    """A page whose trace goes to `file`, and what is said of it."""

    page: LivePage
    chromium: Chromium
    file: Path
    told: list[tuple[EventKind, Object]]


@pytest_asyncio.fixture(loop_scope="session")
async def traced(tmp_path: Path) -> AsyncIterator[Traced]:
    async with App(home=tmp_path / "home") as app:
        app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": USER, "password": PASSWORD})
        app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SECRET})
        context = replace(app.context, domains=("127.0.0.1",), redactor=Redactor())
        told: list[tuple[EventKind, Object]] = []
        chromium, gate = Chromium(BrowserOptions()), NetworkGate(context.domains, lambda *_: None)
        tracing = Tracing(tmp_path / "trace.zip", context.redactor, lambda kind, data: told.append((kind, data)))

        async def window() -> Window:
            return await tracing.of(await chromium.window(gate))

        page = LivePage(window, context, PageOptions(tmp_path / "files"), gate)
        yield Traced(page, chromium, tracing.file, told)
        await page.close()
        await chromium.close()


async def log_in(page: LivePage, server: Server, layout: int = 1) -> str:
    """Through the door of the bank; the code that was used."""
    await page.do("navigate", url=f"{server.url}/bank/login")
    for tool, args in (*SIGN_IN, *CODE[layout]):
        result = await invoke(Call(tool, args, scope=Scope(())), page.context)
        assert result.ok, result.fault
    assert page.url.endswith("/bank/")
    return next(each for each in page.context.redactor.known if each.isdigit())


async def context_of(page: LivePage) -> BrowserContext:
    tab = (await page.opened()).tab
    assert isinstance(tab, PlaywrightTab)
    return tab.page.context


def members(file: Path) -> dict[str, str]:
    with ZipFile(file) as trace:
        assert trace.testzip() is None
        return {name: trace.read(name).decode(errors="replace") for name in trace.namelist()}


def spelled(text: str) -> set[str]:
    """A text as it may stand in a trace."""
    return {text, quote(text), quote_plus(text), json.dumps(text)[1:-1], base64.b64encode(text.encode()).decode()}


def found(file: Path, *texts: str) -> set[str]:
    held = members(file)
    return {text for text in texts for form in spelled(text) if any(form in each for each in held.values())}


async def test_the_password_and_the_code_are_nowhere_in_the_trace(traced: Traced, server: Server) -> None:
    code = await log_in(traced.page, server)
    await traced.page.close()
    assert found(traced.file, PASSWORD, code) == set()
    held = members(traced.file)
    assert "{{secret.bank.password}}" in held["trace.trace"]
    assert "frame-snapshot" in held["trace.trace"]
    assert not [name for name in held if name.endswith((".jpeg", ".stacks"))]
    assert traced.told == [("file.written", {"path": str(traced.file), "what": "trace"})]


async def test_without_the_cleaning_they_are_found(traced: Traced, server: Server) -> None:
    code = await log_in(traced.page, server)
    raw = traced.file.with_name("raw.zip")
    await (await context_of(traced.page)).tracing.stop(path=raw)
    assert found(raw, PASSWORD, code) == {PASSWORD, code}


async def test_a_code_in_six_fields_is_not_in_the_trace(traced: Traced) -> None:
    with Server(layout=2) as server:
        code = await log_in(traced.page, server, layout=2)
        await traced.page.close()
    assert found(traced.file, PASSWORD, code) == set()
    held = "".join(members(traced.file).values())
    assert [f"digit{place}={digit}" for place, digit in enumerate(code, 1) if f"digit{place}={digit}" in held] == []


async def test_what_logs_a_person_in_is_not_in_the_trace(traced: Traced, server: Server) -> None:
    await log_in(traced.page, server)
    cookies = await (await context_of(traced.page)).cookies()
    await traced.page.close()
    assert cookies
    assert found(traced.file, *(each["value"] for each in cookies)) == set()


async def test_a_window_that_is_opened_again_has_a_trace_of_its_own(traced: Traced, server: Server) -> None:
    await traced.page.navigate(f"{server.url}/shop/")
    await traced.page.restore(await traced.page.snapshot())
    await traced.page.close()
    second = traced.file.with_name("trace-2.zip")
    assert [data["path"] for _, data in traced.told] == [str(traced.file), str(second)]
    assert "trace.trace" in members(second)


async def test_a_trace_that_was_lost_with_the_browser_is_told(traced: Traced, server: Server) -> None:
    await traced.page.navigate(f"{server.url}/shop/")
    await traced.chromium.close()
    await traced.page.close()
    assert [kind for kind, _ in traced.told] == ["note"]
    assert not traced.file.exists()


async def test_a_persons_own_browser_is_not_traced(chromium: Browser, tmp_path: Path) -> None:
    context = await chromium.new_context()
    window = SharedWindow(context, chromium, NetworkGate(None, lambda *_: None))
    with pytest.raises(Fault, match="other tabs"):
        await Tracing(tmp_path / "trace.zip", Redactor()).of(window)
    await context.close()


@pytest.mark.parametrize(
    "written",
    [
        NASTY.encode(),
        NASTY.encode("latin-1"),
        NASTY.encode("utf-16-le"),
        quote(NASTY).encode(),
        quote_plus(NASTY).encode(),
        json.dumps(NASTY).encode(),
        base64.b64encode(NASTY.encode()),
        b"%s" % base64.b64encode(f"user:{NASTY}".encode()),
    ],
)
async def test_every_spelling_is_replaced_in_every_member(tmp_path: Path, written: bytes) -> None:
    raw, file, redactor = tmp_path / "raw.zip", tmp_path / "clean.zip", Redactor()
    with ZipFile(raw, "w") as trace:
        trace.writestr("resources/a.html", b"<p>before " + written + b" after</p>")
        trace.writestr("resources/b.png", b"\x89PNG\xff\x00" + written + b"\xfe")
    redactor.learn(Secret("bank.password", NASTY))
    await asyncio.to_thread(clean, raw, file, redactor)
    with ZipFile(file) as cleaned:
        for name in cleaned.namelist():
            assert written not in cleaned.read(name)
        assert cleaned.read("resources/b.png").startswith(b"\x89PNG\xff\x00")


async def test_a_half_typed_secret_is_hidden_too(tmp_path: Path) -> None:
    raw, file, redactor = tmp_path / "raw.zip", tmp_path / "clean.zip", Redactor()
    typed = {"snapshot": {"html": ["INPUT", {"__playwright_value_": "lovel", "name": "any"}]}, "params": {"key": "e"}}
    with ZipFile(raw, "w") as trace:
        trace.writestr("trace.trace", json.dumps(typed) + "\n")
    redactor.learn(Secret("bank.password", PASSWORD))
    await asyncio.to_thread(clean, raw, file, redactor)
    hidden = {"snapshot": {"html": ["INPUT", {"__playwright_value_": "•••", "name": "any"}]}, "params": {"key": "•••"}}
    assert json.loads(members(file)["trace.trace"]) == hidden
