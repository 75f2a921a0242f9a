"""A person's own browser, reached over CDP: used with its cookies, held to the policy, and left as it was."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from pollex import App, Fault
from pollex.page.playwright_shared import GAPS
from pollex.practice.server import Server

from ..running_browser import running_browser

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def running(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a browser that was started with a debugging port."""
    async with running_browser(tmp_path) as address:
        yield address


@asynccontextmanager
async def person(cdp: str) -> AsyncIterator[Browser]:
    """Somebody else's look at the same browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(cdp)
        yield browser
        await browser.close()


@asynccontextmanager
async def counted() -> AsyncIterator[tuple[int, list[str]]]:
    """The port of a server, and what was asked of it; it redirects `/away?` to what follows."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = (await reader.readline()).decode()
        if not line:  # a browser connects before it has anything to ask
            return writer.close()
        asked.append(line.split(" ")[1] if " " in line else line)
        away = asked[-1].partition("/away?")[2]
        head = f"302 Found\r\nLocation: {away}" if away else "200 OK"
        writer.write(f"HTTP/1.1 {head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi".encode())
        await writer.drain()
        return writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], asked
    finally:
        server.close()


async def test_it_has_the_persons_cookies_and_leaves_the_persons_tabs(app: App, server: Server, running: str) -> None:
    async with person(running) as browser:
        (context,) = browser.contexts
        own = context.pages[0]
        await own.goto(f"{server.url}/shop/")
        await context.add_cookies([{"name": "known", "value": "yes", "url": server.url}])

        async with app.page(f"{server.url}/hard/", cdp=running, allow=["127.0.0.1"]) as page:
            opened = await page.opened()
            said = await opened.tab.page.evaluate("document.cookie")  # type: ignore[attr-defined]
            assert "known=yes" in said
            assert [each.name for each in page.tabs] == ["main"]
            later = await context.new_page()  # the person goes on working
            assert [each.name for each in page.tabs] == ["main"]

        assert browser.is_connected()
        assert [each.url for each in context.pages] == [f"{server.url}/shop/", "about:blank"]
        await later.close()


async def test_a_snapshot_has_addresses_and_nothing_that_the_person_is_known_by(
    app: App, server: Server, running: str
) -> None:
    url = f"{server.url}/hard/"
    async with person(running) as browser, app.page(url, cdp=running, allow=["127.0.0.1"]) as page:
        await browser.contexts[0].add_cookies([{"name": "known", "value": "yes", "url": server.url}])
        opened = await page.opened()
        await opened.tab.page.evaluate("localStorage.a = sessionStorage.a = 'the person'")  # type: ignore[attr-defined]
        taken = await page.snapshot()

    (tab,) = taken["tabs"]
    assert (taken["cookies"], taken["origins"], tab["session"], tab["url"]) == ([], [], [], url)


async def test_what_another_browser_held_is_not_written_into_it(app: App, server: Server, running: str) -> None:
    url = f"{server.url}/hard/"
    async with app.page(url) as own:
        opened = await own.opened()
        await opened.tab.page.evaluate(  # type: ignore[attr-defined]
            "document.cookie = 'held=yes'; localStorage.held = sessionStorage.held = 'yes'"
        )
        held = await own.snapshot()
    async with person(running) as browser, app.page(cdp=running, allow=["127.0.0.1"]) as page:
        await page.restore(held)
        opened = await page.opened()
        found = await opened.tab.page.evaluate("[localStorage.held, sessionStorage.held]")  # type: ignore[attr-defined]
        cookies = [each.get("name") for each in await browser.contexts[0].cookies()]
        assert (page.url, found, "held" in cookies) == (url, [None, None], False)

    assert "held" in [each["name"] for each in held["cookies"]]


async def test_a_window_that_our_tab_opens_is_ours_and_closed_with_it(app: App, server: Server, running: str) -> None:
    async with app.page(f"{server.url}/hard/", cdp=running, allow=["127.0.0.1"]) as page:
        opened = await page.opened()
        await opened.tab.page.evaluate("void open('about:blank#ours')")  # type: ignore[attr-defined]
        assert await page.adopted(1) == ["main", "popup"]
    async with person(running) as browser:
        assert [each.url for each in browser.contexts[0].pages] == ["about:blank"]


async def test_what_is_not_allowed_is_not_asked_for(app: App, server: Server, running: str) -> None:
    async with counted() as (port, asked), app.page(cdp=running, allow=["127.0.0.1"]) as page:
        result = await page.call("page.navigate", {"url": f"{server.url}/hard/"})
        outside, socket = f"http://localhost:{port}", f"ws://localhost:{port}/socket"
        script = f"""async () => {{
            const socket = new Promise((done) => {{ new WebSocket("{socket}").onclose = done; }});
            const frame = document.createElement("iframe");
            frame.src = "{outside}/frame";
            document.body.append(frame, Object.assign(new Image(), {{ src: "{outside}/image" }}));
            await socket;
            return await fetch("{outside}/fetch", {{ mode: "no-cors" }}).then(() => "sent", () => "refused");
        }}"""
        opened = await page.opened()
        assert await opened.tab.page.evaluate(script) == "refused"  # type: ignore[attr-defined]
        with pytest.raises(Fault) as refused:
            await page.navigate(f"{outside}/document")

    assert asked == []
    assert refused.value.code == "blocked_domain"
    assert result.notes == GAPS


async def test_a_document_that_a_server_leads_past_the_policy_is_left(app: App, running: str) -> None:
    async with counted() as (port, _), app.page(cdp=running, allow=["127.0.0.1"]) as page:
        with pytest.raises(Fault) as refused:
            await page.navigate(f"http://127.0.0.1:{port}/away?http://localhost:{port}/there")
        assert (refused.value.code, page.url) == ("blocked_domain", "about:blank")
