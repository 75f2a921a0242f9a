"""Tasks in words, done by `local` on the practice sites, and judged by what the sites show afterwards."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bench.report import table
from bench.tasks.check import failures

import pollex
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server
from pollex.runs.run import Run

FOLDER = Path(__file__).parent / "tasks"
Task = dict[str, Any]
Verdict = Literal["solved", "failed", "claimed"]
"""`claimed` is the worst: said to be done, and not so."""
GIVEN = ("failed", "claimed")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One task that was tried."""

    task: Task
    verdict: Verdict
    steps: int
    ms: float
    said: str
    wrong: tuple[str, ...]
    run: Run


def tasks(which: str) -> list[Task]:
    """The open ones or the frozen ones, which must be as they were."""
    text = (FOLDER / f"{which}.json").read_bytes()
    if which == "frozen":
        known = (FOLDER / "frozen.sha256").read_text().split()[0]
        if hashlib.sha256(text).hexdigest() != known:
            raise SystemExit("The frozen tasks have been changed.")
    found: Any = json.loads(text)
    listed: list[Task] = found if isinstance(found, list) else found["tasks"]
    return listed


def store_credentials(app: pollex.App, url: str) -> None:
    """What the tasks speak of as stored."""
    host = urlsplit(url).hostname or ""
    vault = app.vault
    vault.set("bank", "username_password", [host], {"username": "ada", "password": "lovelace-1843"})
    vault.set("bank-code", "authenticator", [host], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
    vault.set("hard-login", "username_password", [host], {"username": "grace", "password": "cobol-1959"})


async def attempt(app: pollex.App, server: Server, task: Task, **options: Any) -> Attempt:
    """Try one task in a window of its own, and look at what came of it."""
    store_credentials(app, server.url)  # anew, or a second login would wait for the next window of its codes
    async with app.page() as page:
        options = {"model": "local", "pictures": False, "max_steps": 200, **options}
        run = await app.run(task["task"], url=server.url + task["start"], page=page, **options)
        return await judged(run, page, server.url, task)


async def judged(run: Run, page: LivePage, base: str, task: Task) -> Attempt:
    assert run.result is not None
    result, data = run.result, run.result.data or {}
    said = str(data.get("answer") or result.fault or "")
    wrong = await faults_of(page, base, said, task)
    if result.ok != (task["outcome"] == "done"):
        wrong.append(f"It should have ended as {task['outcome']}.")
    verdict: Verdict = "solved" if not wrong else "claimed" if result.ok else "failed"
    return Attempt(task, verdict, int(data.get("steps", 0)), result.cost.ms, said, tuple(wrong), run)


async def faults_of(page: LivePage, base: str, said: str, task: Task) -> list[str]:
    """What does not hold afterwards, as the task's check says."""
    tab = await page.opened()  # a task that was refused before anything was done has opened none
    assert isinstance(tab.tab, PlaywrightTab)
    if tab.tab.dialog is not None:
        await page.call("page.dialog", {"accept": False})
    return await failures(tab.tab.page, base, said, task)


def reset(server: Server, layout: int = 1) -> None:
    body = json.dumps({"seed": 1, "layout": layout}).encode()
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    urlopen(Request(f"{server.url}/reset", body, headers, method="POST")).close()


async def solve(which: str, only: str, *, verbose: bool) -> list[Attempt]:
    """Try the tasks one after the other, each on a fresh site."""
    found = []
    with Server() as server, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app:
            for task in tasks(which):
                if only and only not in task["id"]:
                    continue
                await asyncio.to_thread(reset, server)
                tried = await attempt(app, server, task)
                found.append(tried)
                print(f"{tried.verdict:8} {tried.steps:3} steps {tried.ms:7.0f} ms  {task['id']}", flush=True)
                if verbose and tried.verdict != "solved":
                    print(f"    said: {tried.said}\n    " + "\n    ".join(tried.wrong), flush=True)
    return found


def summary(which: str, found: list[Attempt]) -> list[str]:
    rows = []
    for site in [*dict.fromkeys(each.task["site"] for each in found), "all"]:
        ours = [each for each in found if site in (each.task["site"], "all")]
        count = {verdict: sum(each.verdict == verdict for each in ours) for verdict in GIVEN}
        solved = [each for each in ours if each.verdict == "solved"]
        steps, ms = (median(each.steps for each in solved), median(each.ms for each in solved)) if solved else (0, 0)
        share = f"{100 * len(solved) / len(ours):.0f} %"
        rows.append([site, f"{len(ours)}", share, *(f"{count[each]}" for each in GIVEN), f"{steps:.0f}", f"{ms:.0f}"])
    heads = ["site", "tasks", "solved", "given up", "claimed, not so", "steps (median)", "ms (median)"]
    return [f"## {which} tasks, done by `local`", "", table(heads, rows)]
