"""Tasks in words, done by `local` on the practice sites, and judged by what the sites show afterwards."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from bench.tasks.check import failures

import pollex
from pollex.app import Run
from pollex.core.event import Event
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

FOLDER = Path(__file__).parent / "tasks"
Task = dict[str, Any]
Verdict = Literal["solved", "failed", "claimed"]
"""`claimed` is the worst: said to be done, and not so."""
SECONDS = 300


@dataclass(frozen=True, slots=True)
class Attempt:
    """One task that was tried."""

    task: Task
    verdict: Verdict
    steps: int
    ms: float
    said: str
    wrong: tuple[str, ...]
    events: tuple[Event, ...]


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
    async with app.page() as page:
        options = {"model": "local", "pictures": False, "max_steps": 200, **options}
        run = await app.run(task["task"], url=server.url + task["start"], page=page, **options)
        return await judged(run, page, server.url, task)


async def judged(run: Run, page: LivePage, base: str, task: Task) -> Attempt:
    assert run.result is not None
    result, data = run.result, run.result.data or {}
    said = str(data.get("answer") or result.fault or "")
    tab = page.tabs.current
    assert tab is not None
    assert isinstance(tab.tab, PlaywrightTab)
    if tab.tab.dialog is not None:
        await page.call("page.dialog", {"accept": False})
    wrong = await failures(tab.tab.page, base, said, task)
    if result.ok != (task["outcome"] == "done"):
        wrong.append(f"It should have ended as {task['outcome']}.")
    verdict: Verdict = "solved" if not wrong else "claimed" if result.ok else "failed"
    events = tuple(await run.events())
    return Attempt(task, verdict, int(data.get("steps", 0)), result.cost.ms, said, tuple(wrong), events)
