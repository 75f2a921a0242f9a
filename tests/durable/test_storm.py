"""Storms of kills, over workers that share many runs. Short here; long with POLLEX_CHAOS=1, as `make chaos` has it."""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import partial
from typing import Any

from ..waits import until
from .conftest import Scene

LONG = bool(os.environ.get("POLLEX_CHAOS"))
RUNS, STEPS, KILLS = (100, 25, 100) if LONG else (6, 8, 4)


def test_in_a_storm_of_kills_no_run_is_lost_and_no_finished_step_done_again(scene: Scene) -> None:
    chance = random.Random(7)
    control = scene.control()
    control.ask("limit", "storm", concurrency=20, per_worker=10)
    plan = {"do": [["work", f"/{n}", 0.05] for n in range(STEPS)]}
    runs = [control.ask("start", plan, queue="storm") for _ in range(RUNS)]
    workers = {name: scene.open(name, "worker") for name in ("w1", "w2", "w3")}
    for worker in workers.values():
        worker.send("recover")
    killed = []
    for _ in range(KILLS):
        name = chance.choice(list(workers))
        wanted = min(len(scene.lines()) + chance.randrange(RUNS), RUNS * STEPS)
        until("the storm goes on", partial(has_lines, scene, wanted))
        workers[name].kill()
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


def has_lines(scene: Scene, wanted: int) -> bool:
    return len(scene.lines()) >= wanted


def finished_before(lines: list[list[Any]], run: str, path: str, killed: list[int]) -> bool:
    """Whether a step was done again although the process that did it before had gone on to the next one."""
    mine = [line for line in lines if line[0] == run]
    number = int(path.removeprefix("/"))
    *earlier, last = [line for line in mine if line[1] == path]
    later = [line for line in mine if line[1] == f"/{number + 1}" and line[-1] < last[-1]]
    return bool(later) or any(line[-2] not in killed for line in earlier)
