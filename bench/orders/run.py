"""Plays the exam with the model `local`: `python -m bench.orders.run [--paper second] [--only ID] [--show]`."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from contextlib import AbstractContextManager, chdir, nullcontext
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Literal

from bench.orders.sites import FOLDER, PAPERS, Sites, Task, serving, tasks
from bench.practice import faults_of, store_credentials
from bench.report import table

import pollex
from pollex.runs.run import Run

Ended = Literal["done", "failed", "refused", "claimed falsely"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One task that was played."""

    task: Task
    ended: Ended
    ms: float
    said: str
    wrong: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether it ended as the task says, and its check holds. A task may fail with or without an act before."""
        expected = ("failed", "refused") if self.task["outcome"] == "failed" else (self.task["outcome"],)
        return self.ended in expected and not self.wrong


async def acts(run: Run) -> list[str]:
    """The tools that may have changed something, without the call that opens the start page."""
    calls = [event.data for event in await run.events() if event.kind == "call.started"]
    return [str(call["tool"]) for call in calls if call.get("effect") != "read"][1:]


async def attempt(app: pollex.App, sites: Sites, task: Task) -> Attempt:
    """Play a task in a window of its own on a fresh site, and look at what came of it."""
    base = await asyncio.to_thread(sites.fresh, task["site"])
    files = tuple(task.get("files", ()))
    store_credentials(app, base)  # anew, or a second login would wait for the next window of its codes
    place: AbstractContextManager[None] = chdir(FOLDER / "files") if files else nullcontext()
    async with app.page() as page:
        with place:
            run = await app.run(
                task["task"], url=base + task["start"], page=page, model="local", pictures=False, files=files
            )
        assert run.result is not None
        result, data = run.result, run.result.data or {}
        answer = str(data.get("answer") or "") if result.ok else ""
        if page.tabs.current is None:  # refused before anything was opened
            await page.navigate(base + task["start"])
        wrong = await faults_of(page, base, answer, task)
        ended: Ended = "done"
        if not result.ok:
            ended = "failed" if await acts(run) else "refused"
        elif wrong or task["outcome"] != "done":
            ended = "claimed falsely"
        return Attempt(task, ended, result.cost.ms, str(data.get("answer") or result.fault), tuple(wrong))


async def play(paper: str, only: str, *, show: bool) -> list[Attempt]:
    """Play the tasks of a paper one after the other."""
    found = []
    with serving() as sites, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app:
            for task in tasks(paper):
                if only and not any(part in task["id"] for part in only.split(",")):
                    continue
                played = await attempt(app, sites, task)
                found.append(played)
                right = "" if played.right else f"  (should be {task['outcome']})"
                print(f"{played.ended:15} {played.ms:7.0f} ms  {task['id']}{right}", flush=True)
                if show and (not played.right or task["outcome"] == "failed"):
                    print(f"    {task['task']!r}\n    said: {played.said}", *played.wrong, sep="\n    ", flush=True)
    return found


def summary(found: list[Attempt]) -> str:
    """How many ended how, by what should have been; and those that are right."""
    rows = []
    for wanted in ("done", "failed", "refused"):
        ours = [each for each in found if each.task["outcome"] == wanted]
        ended = Counter(each.ended for each in ours)
        counts = [f"{ended[each]}" for each in ("done", "failed", "refused", "claimed falsely")]
        rows.append([wanted, f"{len(ours)}", *counts, f"{sum(each.right for each in ours)}"])
    claimed = sum(each.ended == "claimed falsely" for each in found)
    heads = ["should be", "tasks", "done", "failed", "refused", "claimed falsely", "right"]
    total = f"{sum(each.right for each in found)} of {len(found)} right, {claimed} claimed falsely"
    return f"\n{table(heads, rows)}\n\n{total}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play the exam with the model local.")
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help="the first paper or the second")
    parser.add_argument("--only", default="", help="parts of the ids to play, separated by commas")
    parser.add_argument(
        "--show", action="store_true", help="show what was said where it did not end right, or should fail"
    )
    chosen = parser.parse_args()
    print(summary(asyncio.run(play(chosen.paper, chosen.only, show=chosen.show))))
