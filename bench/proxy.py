"""What the proxy of a browser context costs: page loads with and without it, by turns, in one Chromium."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench.report import table
from playwright.async_api import Browser, BrowserContext, async_playwright

from pollex.page.policy.browser import LAUNCH_ARGUMENTS, context_options
from pollex.page.policy.rule import NetworkPolicy
from pollex.page.policy.thread import ProxyThread

RESOURCES = 60
LARGE = 5_000_000
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
WARM_UP = 3
"""Rounds that are not counted."""


Times = tuple[list[float], list[float]]
"""Milliseconds, without and with the proxy."""


@dataclass(frozen=True)
class Case:
    name: str
    path: str
    fresh: bool
    """Whether each load has a browser context of its own, with no connection open yet."""


CASES = (
    Case(f"{RESOURCES} resources, connections open", "/many", fresh=False),
    Case(f"{RESOURCES} resources, new context", "/many", fresh=True),
    Case("5 MB resource", "/large", fresh=False),
)


def many() -> bytes:
    kinds = ("<script src=/r/{}.js></script>", "<link rel=stylesheet href=/r/{}.css>", "<img src=/r/{}.svg>")
    return "".join(kinds[number % 3].format(number) for number in range(RESOURCES)).encode()


LARGE_PAGE = b"<script src=/r/large.js></script>"
KINDS = {b"js": b"text/javascript", b"ss": b"text/css", b"vg": b"image/svg+xml"}


class Site(asyncio.Protocol):
    """A quick server: the same few bytes for every name, a few kilobytes each."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.seen = b""

    def data_received(self, data: bytes) -> None:
        self.seen += data
        if self.seen.endswith(b"\r\n\r\n"):
            path, self.seen = self.seen.split(b" ", 2)[1], b""
            self.transport.writelines(self.answer(path))

    def answer(self, path: bytes) -> list[bytes]:
        kind = KINDS.get(path[-2:], b"text/html")
        if path == b"/r/large.js":
            body = b"/*" + b"x" * LARGE + b"*/"
        elif path.endswith(b".svg"):
            body = b"<svg xmlns='http://www.w3.org/2000/svg'><!--" + b"x" * 4000 + b"--></svg>"
        elif path.startswith(b"/r/"):
            body = b"/*" + b"x" * 8000 + b"*/"
        else:
            body = many() if path == b"/many" else LARGE_PAGE
        head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-store\r\n\r\n"
        return [head % (kind, len(body)), body]


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(Site, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@asynccontextmanager
async def site() -> AsyncIterator[int]:
    """The server in a process of its own; gives its port."""
    command = (sys.executable, "-m", "bench.proxy", "--serve")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        yield int(await process.stdout.readline())
    finally:
        process.kill()
        await process.wait()


async def load(context: BrowserContext, url: str) -> float:
    """Milliseconds from the start of the navigation to the end of the page's load event."""
    page = await context.new_page()
    await page.goto(url)
    elapsed: float = 0
    while not elapsed:
        elapsed = await page.evaluate(LOADED)
    await page.close()
    return elapsed


async def measure(
    browser: Browser, case: Case, port: int, rounds: int, address: str
) -> tuple[list[float], list[float]]:
    """Times without and with the proxy at `address`, each way first in every other round."""
    ways: tuple[dict[str, Any], dict[str, Any]] = ({}, context_options(address))
    times: Times = ([], [])
    contexts = [await browser.new_context(**options) for options in ways]
    for turn in range(rounds + WARM_UP):
        for way in (0, 1) if turn % 2 else (1, 0):
            context = await browser.new_context(**ways[way]) if case.fresh else contexts[way]
            elapsed = await load(context, f"http://127.0.0.1:{port}{case.path}")
            if case.fresh:
                await context.close()
            if turn >= WARM_UP:
                times[way].append(elapsed)
    for context in contexts:
        await context.close()
    return times


def row(case: Case, direct: list[float], through: list[float]) -> list[str]:
    (one, other), (least, least_through) = map(median, (direct, through)), map(min, (direct, through))
    figures = f"{one:.0f} (least {least:.0f})", f"{other:.0f} (least {least_through:.0f})"
    return [case.name, *figures, f"{other / one:.2f}", f"{least_through / least:.2f}"]


async def run(rounds: int) -> str:
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    rows = []
    async with site() as port, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=[*QUIET, *root, *LAUNCH_ARGUMENTS]
        )
        for case in CASES:
            async with ProxyThread(NetworkPolicy((f"127.0.0.1:{port}",))) as proxy:
                rows.append(row(case, *await measure(browser, case, port, rounds, proxy.address)))
        await browser.close()
    head = ["", "direct, ms", "through the proxy, ms", "ratio of medians", "ratio of the least"]
    return f"# Page loads, {rounds} rounds by turns\n\n" + table(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        asyncio.run(serve())
    else:
        print(asyncio.run(run(arguments.rounds)))


if __name__ == "__main__":
    main()
