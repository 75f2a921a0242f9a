"""The browser that everybody looks at: a fresh headless Chromium, one tab of 1280 x 800, nothing outside reachable."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.page_contender import Place

WIDTH, HEIGHT = 1280, 800
FLAGS = (
    "--headless",
    "--remote-debugging-port=0",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    f"--window-size={WIDTH},{HEIGHT}",
)
QUIET_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Tab:
    """The tab, as the benchmark itself talks to it."""

    client: Any
    session: str
    place: Place

    async def evaluate(self, expression: str) -> Any:
        params: Any = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = await self.client.send.Runtime.evaluate(params=params, session_id=self.session)
        return answer["result"].get("value")


@asynccontextmanager
async def chromium() -> AsyncIterator[tuple[str, str]]:
    """A running browser: its HTTP endpoint and its socket. Its whole process group ends with the block."""
    program = shutil.which("chromium")
    assert program, "The benchmark needs Debian's chromium."
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [program, *FLAGS, *root, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(  # noqa: ASYNC220 - starting takes a moment, before anything is timed
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            port, path = await written(Path(profile) / "DevToolsActivePort")
            yield f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}{path}"
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


async def written(file: Path) -> list[str]:
    for _ in range(600):
        if "\n" in (text := content(file)):
            return text.split("\n")
        await asyncio.sleep(0.05)
    raise TimeoutError(f"Chromium did not write {file.name} within 30 seconds")


def content(file: Path) -> str:
    return file.read_text() if file.exists() else ""


@asynccontextmanager
async def tab(url: str) -> AsyncIterator[Tab]:
    """The page, loaded and quiet."""
    async with chromium() as (endpoint, socket), connection(socket) as client:
        listed = await client.send.Target.getTargets()
        target = next(each["targetId"] for each in listed["targetInfos"] if each["type"] == "page")
        session = await attached(client, target)
        opened = Tab(client, session, Place(endpoint, socket, url, target))
        await resize(opened)
        await client.send.Page.navigate(params={"url": url}, session_id=session)
        await settled(opened)
        yield opened


@asynccontextmanager
async def connection(socket: str) -> AsyncIterator[Any]:
    """A client of the browser's protocol, the one that browser-use brings."""
    client = import_module("cdp_use.client").CDPClient(socket)
    await client.start()
    try:
        yield client
    finally:
        await client.stop()


async def attached(client: Any, target: str) -> str:
    answer = await client.send.Target.attachToTarget(params={"targetId": target, "flatten": True})
    return str(answer["sessionId"])


async def resize(opened: Tab) -> None:
    """The window has a frame even when headless: make it larger, so that the page gets the wanted size.

    An emulated size would hold for one session only.
    """
    browser = opened.client.send.Browser
    window = await browser.getWindowForTarget(params={"targetId": opened.place.target})
    for _ in range(50):
        inside = await opened.evaluate("[innerWidth, innerHeight, outerWidth, outerHeight]")
        if inside[:2] == [WIDTH, HEIGHT]:
            return
        bounds: Any = {"width": WIDTH + inside[2] - inside[0], "height": HEIGHT + inside[3] - inside[1]}
        await browser.setWindowBounds(params={"windowId": window["windowId"], "bounds": bounds})
        await asyncio.sleep(0.1)
    raise RuntimeError("The window did not take the wanted size")


async def settled(opened: Tab) -> None:
    """Loaded, and the number of elements the same for a second."""
    last, since = -1, 0.0
    for _ in range(300):
        await asyncio.sleep(0.1)
        state, count = await opened.evaluate("[document.readyState, document.querySelectorAll('*').length]")
        since = since + 0.1 if state == "complete" and count == last else 0.0
        last = count
        if since >= QUIET_SECONDS:
            return
    raise TimeoutError(f"{opened.place.url} did not become quiet within 30 seconds")
