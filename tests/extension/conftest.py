"""The unpacked extension in a real browser, and a server that it can be paired with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
import pytest_asyncio
import uvicorn
from playwright.async_api import Browser, BrowserContext, Page, Worker, async_playwright

from pollex import App
from pollex.core.limits import DEFAULT_LIMITS
from pollex.extension.package import FOLDER
from pollex.page.chrome_holding import ChromeHolding
from pollex.page.chrome_tab import ChromeTab
from pollex.page.chrome_window import ChromeWindow, OwnTab
from pollex.page.driver import Frame
from pollex.page.gate import NetworkGate
from pollex.page.launch import chromium_arguments, find_chromium
from pollex.page.light_tab import LightTab
from pollex.page.live import LivePage, PageOptions
from pollex.practice.server import Server
from pollex.serve.extension.endpoint import extension_path
from pollex.serve.extension.link import ExtensionLinks
from pollex.serve.extension.relay import AWAY_SECONDS, BrowserRelay
from pollex.serve.guard import EXTENSION_ORIGIN

from ..processes import Nursery
from ..serve.served import Served
from ..waits import until_async
from .light_chrome import granted

PANEL = f"{EXTENSION_ORIGIN}/panel/panel.html"
HOSTS = ("127.0.0.1", "localhost")
"""This machine by two names, for frames of another origin."""
UNSCRIPTED = ("data:", "about:blank")
"""Addresses of pages that have no content script: an address of the practice server stands for them."""
Open = Callable[..., Awaitable[ChromeTab]]
OpenPage = Callable[..., Awaitable[LivePage]]


@dataclass(frozen=True)
class OwnChrome:
    """A person's browser with the extension."""

    context: BrowserContext

    async def panel(self) -> Page:
        page = await self.context.new_page()
        await page.goto(PANEL)
        return page

    @property
    def worker(self) -> Worker:
        return self.context.service_workers[0]


@asynccontextmanager
async def own_chrome(profile: Path, *folders: Path) -> AsyncIterator[OwnChrome]:
    """A browser with extensions, of which the first is ours."""
    named = ",".join(map(str, folders or (FOLDER,)))
    loading = [f"--load-extension={named}", f"--disable-extensions-except={named}", "--headless=new"]
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            str(profile),
            executable_path=find_chromium(headed=True),
            headless=False,
            args=[*chromium_arguments(held=False), *loading],
            ignore_default_args=["--disable-extensions"],
            viewport={"width": 1280, "height": 800},
        )
        context.on("dialog", lambda _: None)  # the extension answers
        if not context.service_workers:
            await context.wait_for_event("serviceworker")
        yield OwnChrome(context)
        await context.close()


@pytest.fixture
async def chrome(tmp_path: Path) -> AsyncIterator[OwnChrome]:
    async with own_chrome(tmp_path / "profile") as running:
        yield running


@pytest.fixture
def pollex(nursery: Nursery, tmp_path: Path) -> Iterator[Served]:
    with Served(nursery, tmp_path / "home") as server:
        yield server
        assert "Traceback" not in server.process.errors()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A browser of Pollex's own, to compare with."""
    async with async_playwright() as playwright:
        arguments = chromium_arguments(held=False)
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


class TestedTab(ChromeTab):
    """A tab that is driven by the extension, with the page that Playwright has of it."""

    __test__ = False
    page: Page


class TestedWindow(ChromeWindow):
    """A window whose tabs have the page that Playwright has of them."""

    __test__ = False
    chrome: PairedChrome

    async def _take(self, number: int, opener: int | None) -> OwnTab:
        tab = await super()._take(number, opener)
        tab.page = page = await self.chrome.page_of(number)  # type: ignore[union-attr]
        if isinstance(tab, LightTab):  # what tests look up by `inspect` is told by Playwright

            async def inspect(_: Frame, expression: str, __: float) -> Any:
                return await page.evaluate(expression)

            tab.inspect = inspect  # type: ignore[assignment,method-assign]
        return tab


@dataclass(frozen=True)
class PairedChrome:
    """A person's browser whose extension is paired with a socket of this process."""

    own: OwnChrome
    panel: Page
    links: ExtensionLinks
    known: dict[int, Page] = field(default_factory=dict)
    """What Playwright has of tabs, by their numbers."""

    @property
    def relay(self) -> BrowserRelay:
        [pairing] = self.links.pairings
        return self.links.relays[pairing.id]

    async def ask(self, **asked: Any) -> Any:
        """Say to the worker what the panel says."""
        answer = await self.panel.evaluate("(asked) => chrome.runtime.sendMessage(asked)", asked)
        assert answer["ok"], answer
        return answer.get("found")

    async def tab(self, url: str = "about:blank") -> tuple[Page, int]:
        """A tab of the person, and its number, which the person does not allow yet."""
        await self.panel.bring_to_front()  # a tab counts as opened by the one before it
        page = await self.own.context.new_page()
        marked = f"about:blank#{id(page)}"
        await page.goto(marked)
        tabs = await self.panel.evaluate("() => chrome.tabs.query({})")
        [found] = [each for each in tabs if each["url"] == marked]
        await page.goto(url)
        self.known[found["id"]] = page
        return page, int(found["id"])

    async def page_of(self, number: int) -> Page:
        """What Playwright has of a tab."""
        if number not in self.known:
            tab = await self.panel.evaluate("(tab) => chrome.tabs.get(tab)", number)
            others = [page for page in self.own.context.pages if page not in self.known.values()]
            self.known[number] = next(page for page in others if page.url in (tab["url"], tab.get("pendingUrl")))
        return self.known[number]

    async def allowed(self, url: str = "about:blank") -> tuple[Page, int]:
        page, number = await self.tab(url)
        await self.ask(type="allow_tab", tab=number)
        await until_async("the tab is allowed", lambda: number in self.relay.tabs)
        return page, number


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def paired(app: App, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PairedChrome]:
    home = tmp_path_factory.mktemp("paired")
    async with pairable(home, app) as (links, port), own_chrome(home / "profile") as own:
        yield await paired_with(own, links, port)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def light(app: App, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PairedChrome]:
    home = tmp_path_factory.mktemp("light")
    folder = granted(home / "extension", light=True)
    async with pairable(home, app) as (links, port), own_chrome(home / "profile", folder) as own:
        yield await paired_with(own, links, port)


async def paired_with(own: OwnChrome, links: ExtensionLinks, port: int) -> PairedChrome:
    chrome = PairedChrome(own, await own.panel(), links)
    await chrome.ask(type="pair", code=links.pairings.new_code(port))
    await until_async("the browser is ready", lambda: bool(links.connected) and chrome.relay.connected)
    return chrome


@asynccontextmanager
async def pairable(home: Path, app: App, away: float = AWAY_SECONDS) -> AsyncIterator[tuple[ExtensionLinks, int]]:
    """The socket of the extension in this process, which does runs and asks as a server does; and its port."""
    app.runs.execution.waits = True
    links = ExtensionLinks(home, DEFAULT_LIMITS, asyncio.Event(), app, away)
    config = uvicorn.Config(
        extension_path(links), port=0, ws="websockets-sansio", log_config=None, lifespan="off",
        ws_max_size=4_000_000, timeout_graceful_shutdown=1,
    )  # fmt: skip
    serving = uvicorn.Server(config)
    running = asyncio.ensure_future(serving.serve())
    await until_async("the socket listens", lambda: serving.started)
    yield links, serving.servers[0].sockets[0].getsockname()[1]
    links.closing.set()
    serving.should_exit = True
    await running


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(paired: PairedChrome, server: Server) -> AsyncIterator[Open]:
    """Opens an address of the practice server (`/hard/iframe`), or any other, in a tab that the extension drives."""
    pages = []

    async def opened(address: str) -> ChromeTab:
        page, number = await paired.allowed()
        pages.append(page)
        holding = ChromeHolding(number, None, None, lambda: None)
        tab = await TestedTab.of(paired.relay, number, holding)
        assert isinstance(tab, TestedTab)
        tab.page = page
        await page.goto(server.url.rstrip("/") + address if address.startswith("/") else address)
        return tab

    yield opened
    for page in pages:
        await page.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(app: App, paired: PairedChrome, server: Server, tmp_path: Path) -> AsyncIterator[OpenPage]:
    """Opens an address as a page in a tab that the extension drives."""
    async with opening(app, paired, server, tmp_path) as opened:
        yield opened


@asynccontextmanager
async def opening(app: App, chrome: PairedChrome, server: Server, files: Path) -> AsyncIterator[OpenPage]:
    async with AsyncExitStack() as pages:

        async def opened(address: str, hosts: tuple[str, ...] | None = HOSTS) -> LivePage:
            page, number = await chrome.allowed()
            limited = hosts if chrome.relay.hands == "debugger" else None  # nobody is there to agree
            gate = NetworkGate(limited, lambda *_: None)

            before: TestedWindow | None = None

            async def window() -> ChromeWindow:
                nonlocal before
                before = TestedWindow(chrome.relay, number, gate, before=before)
                before.chrome = chrome
                return before

            live = LivePage(window, app.context, PageOptions(files), gate)
            pages.push_async_callback(page.close)
            pages.push_async_callback(live.close)
            post = Request(f"{server.url}/reset", b"", {"Accept": "application/json"}, method="POST")
            await asyncio.to_thread(urlopen, post)  # the world behind the pages is new for each test
            if address.startswith(UNSCRIPTED) and chrome.relay.hands == "light":
                media, _, text = address.removeprefix("data:").removeprefix("about:blank").partition(",")
                there = f"{server.url}/data-{uuid4()}"
                body = unquote_to_bytes(text)
                await page.route(there, lambda route: route.fulfill(body=body, content_type=media or "text/html"))
                await live.navigate(there)
            elif address.startswith("data:"):  # where the extension goes to no such address
                await page.goto(address)
            else:
                await live.navigate(server.url + address if address.startswith("/") else address)
            return live

        yield opened
