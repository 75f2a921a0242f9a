"""Checks the exam itself: `python -m bench.orders.verify [--paper second] [--only ID]`.

On a fresh site each solution must pass the task's check, and doing nothing must not. Where a task must fail or be
refused, doing nothing must pass, and the wrong doing of `solutions`, where there is one, must not.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable

from bench.ground.opening import local_only
from bench.orders.sites import PAPERS, Sites, Task, serving, tasks
from bench.orders.solutions import SOLUTIONS, WRONG
from bench.orders.solutions.table import Solution
from bench.tasks.check import failures
from playwright.async_api import Browser, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

VIEWPORT = {"width": 1280, "height": 800}


async def nothing(_page: object) -> str:
    """Do nothing and say nothing."""
    return ""


async def faults(browser: Browser, sites: Sites, task: Task, doing: Callable[..., object]) -> list[str]:
    """What does not hold after a doing on a fresh site."""
    base = await asyncio.to_thread(sites.fresh, task["site"])
    context = await browser.new_context(viewport=VIEWPORT, accept_downloads=True)  # type: ignore[arg-type]
    try:
        await context.route("**/*", local_only)
        page = await context.new_page()
        page.set_default_timeout(10_000)
        await page.goto(base + task["start"])
        solution: Solution = doing  # type: ignore[assignment]
        said = await solution(page)
        return await failures(page, base, said, task)
    finally:
        await context.close()


async def verified(browser: Browser, sites: Sites, task: Task) -> list[str]:
    """What is wrong with a task itself; nothing if it is sound."""
    name = task["id"]
    if task["outcome"] != "done":
        wrong = [f"Doing nothing is refused: {each}" for each in await faults(browser, sites, task, nothing)]
        if name in WRONG and not await faults(browser, sites, task, WRONG[name]):
            wrong.append("The wrong doing is accepted.")
        return wrong
    if name not in SOLUTIONS:
        return ["There is no solution."]
    wrong = await faults(browser, sites, task, SOLUTIONS[name])
    if not await faults(browser, sites, task, nothing):
        wrong.append("Doing nothing is accepted.")
    return wrong


async def main(paper: str, only: str) -> int:
    """Verify the tasks of a paper whose id has `only` in it; return how many are not sound."""
    bad = 0
    with serving() as sites:
        async with async_playwright() as playwright:
            chromium = {"executable_path": find_chromium(), "args": chromium_arguments(held=False)}
            browser = await playwright.chromium.launch(**chromium)  # type: ignore[arg-type]
            for task in tasks(paper):
                if only and not any(part in task["id"] for part in only.split(",")):
                    continue
                try:
                    wrong = await verified(browser, sites, task)
                except Exception as error:  # noqa: BLE001 - the next task is verified all the same
                    wrong = [f"{type(error).__name__}: {error}"]
                bad += bool(wrong)
                print(f"{'WRONG' if wrong else 'sound':6} {task['id']}", *wrong, sep="\n    ", flush=True)
            await browser.close()
    return bad


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check the exam itself.")
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help="the first paper or the second")
    parser.add_argument("--only", default="", help="parts of the ids to verify, separated by commas")
    chosen = parser.parse_args()
    raise SystemExit(1 if asyncio.run(main(chosen.paper, chosen.only)) else 0)
