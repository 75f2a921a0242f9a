"""Storms of kills, over workers that share many runs. Short here; long with POLLEX_CHAOS=1, as `make chaos` has it."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from typing import Any

Scene = Any

LONG = bool(os.environ.get("POLLEX_CHAOS"))
RUNS, STEPS, KILLS = (100, 25, 100) if LONG else (6, 8, 4)


def test_in_a_storm_of_kills_no_run_is_lost_and_no_finished_step_done_again(scene: Scene) -> None:
    chance = random.Random(7)
    control = scene.control()
    control.ask("limit", "storm", concurrency=20, per_worker=10)
    plan = {"do": [["effect", f"/{n}", 0.05] for n in range(STEPS)]}
    runs = [control.ask("start", plan, queue="storm") for _ in range(RUNS)]
    workers = {name: scene.open(name, "worker") for name in ("w1", "w2", "w3")}
    for worker in workers.values():
        worker.send("recover")
    killed = []
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.1, 0.8))
        name = chance.choice(list(workers))
        workers[name].signal(signal.SIGKILL)
        workers[name].wait()
        killed.append(workers[name].pid)
        workers[name] = scene.open(name, "worker")
        workers[name].send("recover")
    done = [control.ask("outcome", run)["ok"] for run in runs]

    assert done == [True] * RUNS
    times = Counter((run, path) for run, path, *_ in scene.lines())
    assert set(times) == {(run, f"/{n}") for run in runs for n in range(STEPS)}
    assert [
        finished_before(scene.lines(), run, path, killed) for (run, path), number in times.items() if number > 1
    ] == [False for number in times.values() if number > 1]


def finished_before(lines: list[list[Any]], run: str, path: str, killed: list[int]) -> bool:
    """Whether a step was done again although the process that did it before had gone on to the next one."""
    mine = [line for line in lines if line[0] == run]
    number = int(path.removeprefix("/"))
    *earlier, last = [line for line in mine if line[1] == path]
    later = [line for line in mine if line[1] == f"/{number + 1}" and line[-1] < last[-1]]
    return bool(later) or any(line[-2] not in killed for line in earlier)
