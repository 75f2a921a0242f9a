"""What workflows cost: a node beside plain Playwright's same call, many runs at once, growth, start-up and memory.

The same work is done three ways in turns: by plain Playwright, by a workflow that keeps nothing, and by one whose steps
are kept in SQLite. The difference between the last two is the engine's.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.report import table
from playwright.async_api import Browser, async_playwright

import pollex
from pollex.core.call import new_id
from pollex.flow.workflow import Workflow
from pollex.page.launch import chromium_arguments, find_chromium

LATEST = Path(".bench/flow/latest.md")
CLICKS = 20
PAGE = b"""<!doctype html><title>Flow</title><main><h1>Flow</h1><label>Name <input id=name></label>
<button id=add onclick="n.textContent = 1 + Number(n.textContent)">Add</button><output id=n>0</output></main>"""
Node = dict[str, Any]


class Handler(BaseHTTPRequestHandler):
    """Serves the one page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


def document(nodes: Sequence[Node]) -> Workflow:
    return Workflow.from_json(
        {
            "name": "bench",
            "nodes": [{"type": "browser_action", **node, "position": at} for at, node in enumerate(nodes, 1)],
        }
    )


def page_work(url: str) -> Workflow:
    """Go to a page, and type and click there again and again."""
    nodes: list[Node] = [{"config": {"action": "navigate", "url": url}}]
    for turn in range(CLICKS):
        nodes.append({"config": {"action": "type", "selector": "#name", "text": f"Ada {turn:03}"}})
        nodes.append({"config": {"action": "click", "selector": "#add"}})
    return document(nodes)


async def by_playwright(browser: Browser, url: str) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(url)
    for turn in range(CLICKS):
        await page.fill("#name", f"Ada {turn:03}")
        await page.click("#add")
    await context.close()


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


async def ran(app: pollex.App, flow: Workflow, *, durable: bool) -> None:
    (await app.run_workflow(flow, durable=durable)).unwrap()


async def nodes(app: pollex.App, browser: Browser, url: str, rounds: int) -> str:
    """Milliseconds for a node, the three ways in turns."""
    flow = page_work(url)
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "plain Playwright": lambda: by_playwright(browser, url),
        "workflow, nothing kept": lambda: ran(app, flow, durable=False),
        "workflow, steps kept": lambda: ran(app, flow, durable=True),
    }
    for way in ways.values():
        await way()
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(await timed(way))
    count = 1 + 2 * CLICKS
    floor = statistics.median(times["plain Playwright"])
    rows = [
        [name, f"{statistics.median(found) / count * 1000:.1f}", f"{statistics.median(found) / floor:.2f}"]
        for name, found in times.items()
    ]
    return table(["one node of " + str(count), "ms", "ratio"], rows)


async def at_once(app: pollex.App, browser: Browser, url: str, runs: int, lanes: int) -> str:
    """Runs a second when many are going on, a few at a time."""
    flow = page_work(url)
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "plain Playwright": lambda: by_playwright(browser, url),
        "workflow, nothing kept": lambda: ran(app, flow, durable=False),
        "workflow, steps kept": lambda: ran(app, flow, durable=True),
    }
    rows, floor = [], 0.0
    for name, way in ways.items():
        lane = asyncio.Semaphore(lanes)

        async def one(way: Callable[[], Awaitable[object]] = way, lane: asyncio.Semaphore = lane) -> None:
            async with lane:
                await way()

        begun = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(runs)))
        rate = runs / (time.perf_counter() - begun)
        floor = floor or rate
        rows.append([name, f"{rate:.2f}", f"{rate / floor:.2f}"])
    return table([f"{runs} runs, {lanes} at a time", "runs a second", "ratio"], rows)


async def growth(app: pollex.App) -> str:
    """A workflow of more and more nodes that only reckon, and the engine's cost of a step."""
    rows = []
    for count in (10, 100, 1_000, 10_000):
        begun = time.perf_counter()
        flow = document([{"type": "show", "config": {"value": at}} for at in range(count)])
        checked = time.perf_counter() - begun
        memory = await timed(partial(ran, app, flow, durable=False))
        kept = await timed(partial(ran, app, flow, durable=True))
        rows.append([f"{count:,}", *(f"{each / count * 1e6:.0f}" for each in (checked, memory, kept))])
    return table(["nodes", "µs to check one", "µs to run one", "µs with steps kept"], rows)


START = """
import asyncio, time
begun = time.perf_counter()
import pollex
from pollex.flow.workflow import Workflow
async def main():
    async with pollex.App(home={home!r}) as app:
        node = {{"position": 1, "type": "show", "config": {{"value": 1}}}}
        flow = Workflow.from_json({{"name": "x", "nodes": [node]}})
        (await app.run_workflow(flow, durable={durable})).unwrap()
        print(time.perf_counter() - begun)
asyncio.run(main())
"""


def start_up(rounds: int) -> str:
    rows = []
    for durable in (False, True):
        times = []
        for _ in range(rounds):
            with TemporaryDirectory() as home:
                script = START.format(home=home, durable=durable)
                answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
            times.append(float(answer.stdout))
        rows.append(["steps kept" if durable else "nothing kept", f"{statistics.median(times) * 1000:.0f}"])
    return table(["first run of a new process, without a browser", "ms"], rows)


def resident() -> float:
    """MB that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def memory(app: pollex.App, runs: int) -> str:
    """What a run costs that waits for a person."""
    flow = document([{"type": "ask", "config": {"question": "Well?"}}])
    await ran(app, document([{"type": "show", "config": {"value": 1}}]), durable=True)
    before = resident()
    ids = [new_id() for _ in range(runs)]
    waiting = [asyncio.create_task(app.run_workflow(flow, run=each)) for each in ids]
    await asyncio.sleep(5)
    grown = (resident() - before) / runs * 1000
    for each in ids:
        await app.runs.control.send(each, "/1", {"answer": "yes"})
    await asyncio.gather(*waiting)
    return table([f"{runs} runs that wait", "kB a run"], [["in this process", f"{grown:.0f}"]])


async def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--runs", type=int, default=100)
    options.add_argument("--lanes", type=int, default=8)
    options.add_argument("--only", choices=["nodes", "at_once", "growth", "start", "memory"])
    given = options.parse_args()
    parts: dict[str, Callable[[], Awaitable[str]]] = {}
    with TemporaryDirectory() as home, ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        async with pollex.App(home=home) as app, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=find_chromium(), args=chromium_arguments(held=False)
            )
            parts = {
                "nodes": lambda: nodes(app, browser, url, given.rounds),
                "at_once": lambda: at_once(app, browser, url, given.runs, given.lanes),
                "growth": lambda: growth(app),
                "start": lambda: asyncio.to_thread(start_up, given.rounds),
                "memory": lambda: memory(app, given.runs),
            }
            told = []
            for name, part in parts.items():
                if given.only in (None, name):
                    told.append(await part())
                    print(told[-1], flush=True)
            await browser.close()
        server.shutdown()
    await asyncio.to_thread(write, "\n".join(told))


def write(report: str) -> None:
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(report)


if __name__ == "__main__":
    asyncio.run(main())
