"""Replay of what `local` solved: each run is compiled to a workflow, which is then run without any model.

It runs on the usual layout and on three others, by how much they differ, and is judged by the same checks. These name
what layout 1 shows, so the site is given that face again, with all that it holds, before they look.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace
from tempfile import TemporaryDirectory
from typing import Final, Literal
from urllib.parse import urlsplit

from bench.agent_tasks import Task, attempt, faults_of, reset, store_credentials, tasks
from bench.report import table

import pollex
from pollex.core.environment import RunEnvironment
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.flow.run import run_workflow
from pollex.flow.workflow import Workflow
from pollex.page.live import LivePage
from pollex.practice.server import Server
from pollex.practice.site import LAYOUTS

RUNGS: Final = ("first", "later", "healed", "local", "model")
Verdict = Literal["right", "silent", "given up", "astray", "wrong"]
"""`silent` did it but has no output with what was asked; `astray` gave up, but had gone elsewhere before; `wrong` is
the worst: it says that it was done, and it is not so."""


@dataclass
class Replay:
    """One replay of one workflow."""

    verdict: Verdict
    rungs: Counter[str]
    lost: int
    """Nodes that failed."""
    places: list[str]
    """Where each action led."""
    why: list[str] = field(default_factory=list)


async def replayed(app: pollex.App, server: Server, task: Task, workflow: Workflow, layout: int) -> Replay:
    """Run a workflow on a fresh site, in a window that stays for the check."""
    store_credentials(app, server.url)
    await asyncio.to_thread(reset, server, layout)
    async with app.page(allow=workflow.domains) as page:
        result, places = await run_on(app, page, workflow)
        server.world.layout = 1
        if result.data is None:
            return Replay("given up", Counter(), 1, places, [str(result.fault)])
        said = " ".join(text if isinstance(text, str) else dumps(text) for text in result.data["outputs"].values())
        wrong = await faults_of(page, server.url, said, task) if result.ok else []
    nodes = result.data["nodes"]
    rungs = Counter(str(node["rung"]) for node in nodes if node["ok"] and node["rung"])
    why = wrong if result.ok else [str(result.fault)]
    return Replay(verdict(result, wrong), rungs, 0 if result.ok else 1, places, why)


async def run_on(app: pollex.App, page: LivePage, workflow: Workflow) -> tuple[Result, list[str]]:
    """As `app.run_workflow` does without keeping steps, but on a page that is given; and where each action led."""
    steps = MemorySteps()
    context = replace(app.context, run=steps.run, page=page, domains=workflow.domains)
    result = await run_workflow(workflow, {}, RunEnvironment(context, steps))
    events = await app.find_run(steps.run).events()
    calls = [event.data for event in events if event.kind == "call.finished"]
    return result, [place(call["result"]) for call in calls if acted(call)]


def acted(call: Object) -> bool:
    data = call["result"]["data"]
    return isinstance(data, dict) and "used" in data and call["tool"] != "page.match"


def place(result: Object) -> str:
    """Where a call led, without what differs from run to run."""
    path = urlsplit(str(result["data"].get("url", ""))).path
    return "/".join("*" if any(letter.isdigit() for letter in part) else part for part in path.split("/"))


def verdict(result: Result, wrong: list[str]) -> Verdict:
    if not result.ok:
        return "given up"
    if wrong and not result.data["outputs"] and all(each.startswith("The answer lacks") for each in wrong):
        return "silent"
    return "wrong" if wrong else "right"


async def replays(only: str, layouts: list[int], *, verbose: bool) -> list[str]:
    """Solve, compile and replay the open tasks; a table with a line for each layout."""
    found: dict[int, list[Replay]] = {layout: [] for layout in layouts}
    unmade = 0
    with Server() as server, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app:
            for task in [each for each in tasks("open") if only in each["id"] and each["outcome"] == "done"]:
                await asyncio.to_thread(reset, server)
                tried = await attempt(app, server, task)
                if tried.verdict != "solved":
                    continue
                try:
                    workflow = await tried.run.compile()
                except Fault as fault:
                    unmade += 1
                    print(f"not compiled: {task['id']}: {fault}", flush=True)
                    continue
                done = {layout: await replayed(app, server, task, workflow, layout) for layout in layouts}
                for layout, replay in done.items():
                    compare(replay, done[layouts[0]])
                    found[layout].append(replay)
                    tell(task, layout, replay, verbose=verbose)
    return report(found, unmade)


def tell(task: Task, layout: int, replay: Replay, *, verbose: bool) -> None:
    print(f"{replay.verdict:8} layout {layout}  {task['id']}  {dict(replay.rungs)}", flush=True)
    if verbose and replay.verdict != "right":
        print("    " + "\n    ".join(replay.why), flush=True)


def compare(done: Replay, usual: Replay) -> None:
    """A replay that gave up was to have done nothing else before than the one on the usual layout."""
    pairs = list(zip(done.places, usual.places, strict=False))[:-1]  # the last one's effect says more
    if done.verdict == "given up" and any(one != other for one, other in pairs):
        done.verdict = "astray"


def report(found: dict[int, list[Replay]], unmade: int) -> list[str]:
    heads = ["layout", "replays", "right", "done, no answer", "given up", "of them astray", "WRONG"]
    rows = []
    for layout, replays in found.items():
        count = Counter(each.verdict for each in replays)
        rungs = sum((each.rungs for each in replays), Counter[str]())
        lost = sum(each.lost for each in replays)
        right = f"{count['right']} ({100 * count['right'] / max(1, len(replays)):.0f} %)"
        numbers = [count["silent"], count["given up"] + count["astray"], count["astray"], count["wrong"]]
        nodes = [*(rungs[name] for name in RUNGS), lost]
        rows.append([f"{layout} {LAYOUTS[layout]}", f"{len(replays)}", right, *map(str, [*numbers, *nodes])])
    return [
        f"## Solved open tasks, compiled and replayed ({unmade} could not be compiled)",
        "",
        table([*heads, *(f"nodes: {name}" for name in RUNGS), "failed"], rows),
    ]
