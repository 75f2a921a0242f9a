"""Replays beside scripts: jobs that `local` did, compiled, and the same by plain Playwright, in turns.

The same browser binary with the same options, a fresh site and a fresh context for each; its opening and closing count.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median
from tempfile import TemporaryDirectory

from bench.agent_scripts import JOBS, Job
from bench.practice import reset, store_credentials
from bench.report import table
from playwright.async_api import Browser, async_playwright

import pollex
from pollex.flow.workflow import Workflow
from pollex.page.launch import chromium_arguments, find_chromium
from pollex.page.playwright_browser import VIEWPORT
from pollex.practice.server import Server

Way = Callable[[], Awaitable[str]]
"""Does a job and says what was read."""


async def compiled(app: pollex.App, server: Server, job: Job) -> Workflow:
    """The job as a workflow, from a run of the agent."""
    url = server.url + job.start
    run = await app.run(job.task, url=url, model="local", pictures=False, durable=False, max_steps=99)
    assert run.result is not None
    run.result.unwrap()
    return await run.compile(replay=False)


def ways(app: pollex.App, browser: Browser, server: Server, job: Job, workflow: Workflow, told: bool) -> dict[str, Way]:
    async def script() -> str:
        width, height = VIEWPORT
        context = await browser.new_context(viewport={"width": width, "height": height})
        read = await job.script(await context.new_page(), server.url)
        await context.close()
        return read

    async def replay(*, durable: bool) -> str:
        result = await app.run_workflow(workflow, {}, durable=durable)
        if told:
            print([(node["path"], node["rung"], node["ms"]) for node in result.unwrap()["nodes"]])
        return " ".join(map(str, result.unwrap()["outputs"].values()))

    return {
        "Playwright": script,
        "nothing kept": lambda: replay(durable=False),
        "steps kept": lambda: replay(durable=True),
    }


async def timed(app: pollex.App, name: str, way: Way, server: Server, job: Job) -> float:
    """Milliseconds on a fresh site, which must be as it should afterwards, with a login whose code was not used yet."""
    await asyncio.to_thread(reset, server)
    store_credentials(app, server.url)
    begun = time.perf_counter()
    read = await way()
    ms = (time.perf_counter() - begun) * 1000
    if not job.done(server.world, read):
        raise SystemExit(f"{job.name} was not done by {name}: {read!r}")
    return ms


async def compare(app: pollex.App, job: Job, all_ways: dict[str, Way], server: Server, rounds: int) -> list[str]:
    """A line of the table; a first round is not counted."""
    times: dict[str, list[float]] = {name: [] for name in all_ways}
    for turn in range(rounds + 1):
        for name, way in all_ways.items():
            ms = await timed(app, name, way, server, job)
            if turn:
                times[name].append(ms)
    print(job.name, {name: [round(ms) for ms in found] for name, found in times.items()}, flush=True)
    medians = [median(found) for found in times.values()]
    return [job.name, f"{medians[0]:.0f}", *(f"{ms:.0f} ({ms / medians[0]:.2f})" for ms in medians[1:])]


async def measure(rounds: int, only: str, *, verbose: bool) -> list[str]:
    rows = []
    with Server() as server, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app, async_playwright() as playwright:
            store_credentials(app, server.url)
            browser = await playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
            for job in [each for each in JOBS if only in each.name]:
                await asyncio.to_thread(reset, server)
                workflow = await compiled(app, server, job)
                rows.append(await compare(app, job, ways(app, browser, server, job, workflow, verbose), server, rounds))
            await browser.close()
    heads = ["ms (median), ratio", "a script in plain Playwright", "workflow, nothing kept", "workflow, steps kept"]
    about = f"{rounds} rounds in turns, the first not counted."
    return ["## Replay beside a script", "", table(heads, rows), "", about]
