"""What the agent can do and what it costs: tasks in words, replays of what was done, and a peer on the same form.

`bench/run agent [tasks | replay | speed | peer]`; without a word, all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

from bench.agent_tasks import Attempt, attempt, store_credentials, tasks
from bench.report import table

import pollex
from pollex.practice.server import Server

GIVEN = ("failed", "claimed")
LATEST = Path(".bench/agent/latest.md")


def reset(server: Server, layout: int = 1) -> None:
    body = json.dumps({"seed": 1, "layout": layout}).encode()
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    urlopen(Request(f"{server.url}/reset", body, headers, method="POST")).close()


async def solve(which: str, only: str, *, verbose: bool) -> list[Attempt]:
    """Try the tasks one after the other, each on a fresh site."""
    found = []
    with Server() as server, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app:
            store_credentials(app, server.url)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", default="tasks", choices=["tasks"])
    parser.add_argument("--which", default="open", choices=["open", "frozen"])
    parser.add_argument("--only", default="", help="Tasks whose id contains this.")
    parser.add_argument("--verbose", action="store_true", help="Say what was wrong (never with the frozen ones).")
    given = parser.parse_args()
    found = asyncio.run(solve(given.which, given.only, verbose=given.verbose and given.which == "open"))
    lines = summary(given.which, found)
    print("\n".join(lines))
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
