"""Replay after a site has changed: how many nodes find their element again, on which rung, and how many a wrong one.

Each job is done once on the usual layout, where the evidence of every element is recorded. Then it is replayed on all
layouts, from the usual one to a redesign; what the site holds at the end, and where each node led, tell what was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from urllib.parse import urlsplit

from bench.heal_jobs import JOBS, Job
from bench.report import table

import pollex
from pollex.browser.durable_selectors import durable_selectors
from pollex.browser.evidence import Evidence
from pollex.core.call import new_id
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server
from pollex.practice.site import LAYOUTS

LATEST = Path(".bench/heal/latest.md")
RUNGS = ("first", "later", "healed", "local", "model")
Kind = Literal["all", "paths"]
"""Which selectors a replayed node has: all durable ones, or only a CSS and an XPath path, as caches of paths have."""


@dataclass(frozen=True)
class Recording:
    """A job as it was done on the usual layout."""

    job: Job
    evidence: tuple[Object | None, ...]
    """Of each node that named an element."""
    places: tuple[str, ...]
    """Where each node led."""
    effect: Any


@dataclass
class Replay:
    """What came of one replay."""

    nodes: int
    rungs: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    stopped: str = ""

    @property
    def found(self) -> int:
        return sum(self.rungs.values())


async def record(app: pollex.App, job: Job) -> Recording:
    """Do a job on the usual layout."""
    with Server(layout=1) as server:
        ran, told = await run(app, job, job.nodes, server)
        if ran.fault is not None:
            raise SystemExit(f"{job.name} cannot be recorded: {ran.fault}\n{ran.data['nodes'][-1]}")
        evidence = tuple(each.get("proof", {}).get("/selector") for each in told)
        return Recording(job, evidence, tuple(map(place, told)), job.effect(server.world))


async def run(app: pollex.App, job: Job, nodes: Sequence[Object], server: Server) -> tuple[Result, list[Object]]:
    """The run's result, and that of each node's call."""
    inputs = {"site": server.url, **job.inputs()}
    document = {
        "name": job.name,
        "inputs": [{"display_name": name, "type": "string"} for name in inputs],
        "nodes": [{**node, "position": at} for at, node in enumerate(nodes, 1)],
    }
    id_ = new_id()
    result = await app.run_workflow(Workflow.from_json(document, tools=app.tools), inputs, run=id_, durable=False)
    events = await app.find_run(id_).events()
    return result, [event.data["result"] for event in events if event.kind == "call.finished"]


def place(told: Object) -> str:
    """Where a call led, without what differs from run to run."""
    path = urlsplit(str((told["data"] or {}).get("url", ""))).path
    return "/".join("*" if any(letter.isdigit() for letter in part) else part for part in path.split("/"))


def replayed(recording: Recording, kind: Kind, *, words: bool) -> list[Object]:
    """The job's nodes as a compiler would write them."""
    nodes = []
    for node, known in zip(recording.job.nodes, recording.evidence, strict=True):
        if known is None:
            nodes.append(node)
            continue
        ways = durable_selectors(Evidence.from_json(known))
        if kind == "paths":
            ways = [each for each in ways if each in (known.get("css"), f"xpath={known.get('xpath')}")] or ways
        config = deepcopy(node["config"])
        named = config.get("args", config)
        named["selector"] = ways
        if not words:
            named.pop("fallback", None)
        nodes.append({**node, "config": config, "evidence": known})
    return nodes


async def replay(app: pollex.App, recording: Recording, layout: int, kind: Kind, *, words: bool) -> Replay:
    job = recording.job
    with Server(layout=layout) as server:
        result, told = await run(app, job, replayed(recording, kind, words=words), server)
        effect = job.effect(server.world)
    outcome = Replay(sum(known is not None for known in recording.evidence))
    for node, known, at, each in zip(result.data["nodes"], recording.evidence, recording.places, told, strict=False):
        if known is None or not node["ok"]:
            continue
        if place(each) != at and node is not result.data["nodes"][-1]:  # the last one's effect says more
            outcome.wrong.append(f"{node['path']} {node['rung']} led to {place(each)}, not {at}")
            break
        outcome.rungs[node["rung"]] += 1
    if result.fault is not None:
        outcome.stopped = f"{result.data['nodes'][-1]['path']} {result.fault.message} {result.fault.hint or ''}"
    if effect != recording.effect and (effect or result.ok):
        outcome.wrong.append(f"the site holds {effect}")
    return outcome


async def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", help="jobs whose name has this in it")
    options.add_argument("--layouts", default="1,3,4,2")
    options.add_argument("--no-words", action="store_true", help="without fallbacks in words")
    options.add_argument("--kinds", default="all,paths")
    given = options.parse_args()
    jobs = [job for job in JOBS if not given.only or given.only in job.name]
    layouts = [int(each) for each in given.layouts.split(",")]
    report = await measure(jobs, layouts, given.kinds.split(","), words=not given.no_words)
    print(report)
    await asyncio.to_thread(write, report)


async def measure(jobs: Sequence[Job], layouts: Sequence[int], kinds: Sequence[Kind], *, words: bool) -> str:
    """The table: for each kind of selectors and each layout, what came of all jobs."""
    lines = []
    with TemporaryDirectory() as home:
        async with pollex.App(home=home) as app:
            recordings = [await record(app, job) for job in jobs]
            for kind, layout in product(kinds, layouts):
                done = [await replay(app, each, layout, kind, words=words) for each in recordings]
                lines.append(row(kind, layout, done))
                for job, each in zip(jobs, done, strict=True):
                    if each.wrong or each.stopped:
                        print(f"{kind} {layout} {job.name}: {each.stopped} {each.wrong}", flush=True)
    return table(["selectors", "layout", "found", *RUNGS, "not reached", "wrong", "jobs done"], lines)


def row(kind: str, layout: int, done: Sequence[Replay]) -> list[str]:
    rungs = sum((each.rungs for each in done), Counter[str]())
    nodes = sum(each.nodes for each in done)
    found = sum(each.found for each in done)
    finished = sum(not each.stopped and not each.wrong for each in done)
    rate = f"{found / nodes:.0%} of {nodes}"
    counts = [str(rungs[name]) for name in RUNGS]
    wrong = str(sum(len(each.wrong) for each in done))
    missed = str(nodes - found - sum(bool(each.stopped) for each in done))
    return [kind, f"{layout} {LAYOUTS[layout]}", rate, *counts, missed, wrong, f"{finished} of {len(done)}"]


def write(report: str) -> None:
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(report + "\n")


if __name__ == "__main__":
    asyncio.run(main())
