"""A person's own browser: it runs before the agent comes and after it has gone, and the person acts in it meanwhile."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from playwright.async_api import Page, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

from ...waits import until


@contextmanager
def own_browser(folder: Path) -> Iterator[str]:
    """Its address for `--cdp`."""
    port = folder / "DevToolsActivePort"
    options = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder}", "--no-first-run"]
    command = [find_chromium(headed=True) or "chromium", *chromium_arguments(), *options, "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until("the browser says its port", lambda: port.exists() and port.read_text())
            yield f"http://127.0.0.1:{port.read_text().split()[0]}"
        finally:
            process.kill()


@asynccontextmanager
async def hands(cdp: str, part: str) -> AsyncIterator[Page]:
    """The tab whose address has this part, in a person's hands."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(cdp)
        [page] = [page for page in browser.contexts[0].pages if part in page.url]
        yield page
        await browser.close()
