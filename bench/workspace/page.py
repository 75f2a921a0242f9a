"""`bench/run workspace page`: commands on their way into the page, beside A2UI's renderer.

Both pages run in one Chromium, in turn, round after round. Work is the time that the page's main thread was busy
(Chromium's TaskDuration), frame the time from the arrival of the message to the painted frame. Goals: 64 commands in
one frame of 16 ms of work, 50 windows painted within 1 s, no long task while 10,000 rows are scrolled, 120 KB
compressed without charts.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bench.report import table
from bench.workspace.page_a2ui import a2ui
from bench.workspace.page_pollex import pollex
from bench.workspace.page_side import WINDOWS, Side
from playwright.async_api import Browser, CDPSession, Page, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

BATCH: Final = 64
BATCHES: Final = 20
PROBE: Final = Path(__file__).with_name("page_probe.js")
COMPRESS: Final = """
const { readFileSync } = require("fs"), { brotliCompressSync } = require("zlib");
for (const file of process.argv.slice(1)) console.log(brotliCompressSync(readFileSync(file)).length);
"""
Figures = dict[str, list[float]]


@asynccontextmanager
async def opened(browser: Browser, side: Side) -> AsyncIterator[tuple[Page, CDPSession]]:
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    await page.add_init_script(path=PROBE)
    if side.enter is not None:
        await page.goto(side.enter)
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable")
    yield page, session
    await context.close()


async def busy(session: CDPSession) -> float:
    """Return the milliseconds that the main thread has worked so far."""
    found = await session.send("Performance.getMetrics")
    return float(next(each["value"] for each in found["metrics"] if each["name"] == "TaskDuration")) * 1000


async def work_and_frame(page: Page, session: CDPSession, draw: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Return the milliseconds of work of one message, and those until it is painted."""
    frame = asyncio.ensure_future(page.evaluate("nextFrame(1000)"))
    await page.evaluate("settled()")
    before = await busy(session)
    await draw()
    painted = float(await frame)
    await page.evaluate("settled()")
    return await busy(session) - before, painted


async def measure(browser: Browser, side: Side, figures: Figures) -> None:
    """Measure one round of one side."""

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    await side.clear()
    await side.windows(WINDOWS)
    async with opened(browser, side) as (page, session):
        await page.goto(side.address, wait_until="commit")
        note("50 windows painted, ms", float(await page.evaluate(f"shown(() => {side.has_windows})")))
        for number in range(3):
            work, frame = await work_and_frame(page, session, partial(side.append, number * BATCH, BATCH))
            note("64 lines appended: work, ms", work)
            note("64 lines appended: frame, ms", frame)
            work, frame = await work_and_frame(page, session, partial(side.change, number * BATCH, BATCH))
            note("64 texts in 50 windows: work, ms", work)
            note("64 texts in 50 windows: frame, ms", frame)
        before, start = await busy(session), time.perf_counter()
        for number in range(BATCHES):
            await side.change(number * BATCH, BATCH)
        await page.evaluate("settled()")
        note("commands a second, end to end", BATCH * BATCHES / (time.perf_counter() - start))
        note("commands a second of work", BATCH * BATCHES / (await busy(session) - before) * 1000)
    await side.clear()
    await side.table()
    async with opened(browser, side) as (page, _):
        await page.goto(side.address, wait_until="commit")
        note("10,000 rows shown, ms", float(await page.evaluate(f"shown(() => {side.has_rows})")))
        await page.evaluate("longTasks.length = 0")
        await scroll(page, side)
        note("long tasks while scrolling", float(await page.evaluate("longTasks.length")))


async def scroll(page: Page, side: Side) -> None:
    """Scroll through everything in sixty steps, a frame each."""
    await page.evaluate(
        """async (selector) => {
          const box = document.querySelector(selector);
          const step = box.scrollHeight / 60;
          for (let number = 0; number < 60; number++) {
            box.scrollTop = number * step;
            await new Promise(requestAnimationFrame);
          }
        }""",
        side.scrolled,
    )


def weight(side: Side) -> float:
    """Return the kilobytes of the page, each file compressed by itself."""
    said = subprocess.run(["node", "-e", COMPRESS, *map(str, side.files())], check=True, capture_output=True, text=True)
    return sum(map(int, said.stdout.split())) / 1000


async def main(rounds: int) -> None:
    figures: dict[str, Figures] = {}
    with pollex() as ours:
        async with a2ui() as theirs, async_playwright() as playwright:
            executable = find_chromium(None)
            browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
            sides: list[Side] = [ours, theirs]
            for number in range(rounds + 1):
                for side in sides:
                    fresh: Figures = {} if number == 0 else figures.setdefault(side.name, {})
                    await measure(browser, side, fresh)
            await browser.close()
            for side in sides:
                figures[side.name]["page without charts, KB brotli"] = [weight(side)]
    rows = []
    for name in figures[sides[0].name]:
        ours_, theirs_ = (figures[side.name][name] for side in sides)
        rows.append(
            [name, *(f"{median(each):,.1f} ({min(each):,.1f})" for each in (ours_, theirs_)), ratio(ours_, theirs_)]
        )
    print(table(["median (least)", *(side.name for side in sides), "ratio"], rows))


def ratio(ours: list[float], theirs: list[float]) -> str:
    return f"{median(theirs) / median(ours):.2f}" if median(ours) else "–"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    asyncio.run(main(parser.parse_args().rounds))
