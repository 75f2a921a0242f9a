"""Workers that die, stop or leave; servers that restart; disks that fill up."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import psycopg
import pytest

from pollex.core.fault import Fault

Scene = Any
Program = Any
Postgres = Any

LONG = bool(os.environ.get("POLLEX_CHAOS"))


def steps(number: int, seconds: float) -> list[Any]:
    return [["effect", f"/{n}", seconds] for n in range(number)]


def test_when_one_of_three_workers_is_killed_its_runs_go_on_elsewhere_within_ten_seconds(postgres_scene: Scene) -> None:
    workers = [postgres_scene.open(f"w{n}", "worker") for n in (1, 2, 3)]
    for worker in workers:
        worker.ask("recover")
    workers[0].ask("start", {"do": steps(4, 1.0)}, run="run")
    postgres_scene.wait_for("/1")
    workers[0].kill()
    killed = time.time()

    assert workers[1].ask("outcome", "run")["ok"]
    assert sorted(set(postgres_scene.effects())) == ["/0", "/1", "/2", "/3"]
    assert postgres_scene.effects().count("/0") == 1
    assert postgres_scene.wait_for("/2") - killed < 10
    lost = [data for _, kind, data, _ in postgres_scene.lines("told") if kind == "worker.lost"]
    assert [(data["executor"], data["runs"]) for data in lost] == [("w1", ["run"])]


def halt(worker: Program, scene: Scene) -> None:
    """Stop a worker between two transactions: the locks of one that is open would keep everybody waiting for it."""
    worker.signal(signal.SIGSTOP)
    while scene.database.startswith("postgres") and open_transactions(scene.database):
        worker.signal(signal.SIGCONT)
        time.sleep(0.02)
        worker.signal(signal.SIGSTOP)


def open_transactions(database: str) -> int:
    """How many of a database are left open by whoever does nothing in them; looked at twice, as others come and go."""
    query = "SELECT pid, xact_start FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
    with psycopg.connect(database, autocommit=True) as connection:
        before = set(connection.execute(query).fetchall())
        time.sleep(0.1)
        return len(before & set(connection.execute(query).fetchall()))


@pytest.mark.parametrize("kind", ["postgres", *(["sqlite"] if LONG else [])])
def test_a_worker_that_stops_and_comes_back_does_nothing_more_to_a_run_it_has_lost(
    kind: str, request: pytest.FixtureRequest
) -> None:
    scene: Scene = request.getfixturevalue(f"{kind}_scene")
    stopped, other = (scene.open(f"w{n}", "worker") for n in (1, 2))
    other.ask("recover")
    stopped.ask(
        "start", {"do": [["effect", "/a"], ["effect", "/b", 2], ["effect", "/c", 3], ["effect", "/d"]]}, run="run"
    )
    scene.wait_for("/b")
    halt(stopped, scene)
    halted = time.time()
    again = [line for line in scene.lines() if line[1] == "/b"]
    while len(again) < 2 and time.time() - halted < 15:
        time.sleep(0.05)
        again = [line for line in scene.lines() if line[1] == "/b"]
    taken = time.time()
    stopped.signal(signal.SIGCONT)

    assert other.ask("outcome", "run")["ok"]
    assert taken - halted < 10
    assert stopped.ask("outcome", "run")["ok"]
    assert scene.effects() == ["/a", "/b", "/b", "/c", "/d"]
    assert [line[-2] for line in scene.lines()] == [stopped.pid, stopped.pid, other.pid, other.pid, other.pid]
    assert list(stopped.ask("steps", "run")) == ["/a", "/b", "/c", "/d"]


def test_a_worker_that_leaves_hands_its_runs_over(scene: Scene) -> None:
    leaving = scene.open("w1", "worker")
    leaving.ask("start", {"do": [["effect", "/a"], ["sleep", "/s", 1.5], ["effect", "/b"]]}, run="run")
    scene.wait_for("/a")
    staying = scene.open("w2", "worker")
    staying.ask("recover")

    assert leaving.end() == 0
    assert staying.ask("outcome", "run")["ok"]
    assert [line[-2] for line in scene.lines()] == [leaving.pid, staying.pid]


def test_a_single_process_takes_nothing_from_a_dead_worker(sqlite_scene: Scene) -> None:
    worker = sqlite_scene.open("w1", "worker")
    worker.ask("start", {"do": [["effect", "/a", 30]]}, run="run")
    sqlite_scene.wait_for("/a")
    worker.kill()
    single = sqlite_scene.open("single")
    single.ask("recover")
    time.sleep(2.5)

    assert sqlite_scene.effects() == ["/a"]
    assert [(run["status"], run["executor"]) for run in single.ask("list")] == [("running", "w1")]


def test_an_abandoned_run_goes_on_when_it_is_resumed(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    program.ask("start", {"do": [["effect", "/a", 1], ["effect", "/b"]]}, run="run")
    sqlite_scene.wait_for("/a")
    program.kill()
    worker = sqlite_scene.open("w1", "worker")
    worker.ask("recover")
    time.sleep(1)
    before = sqlite_scene.effects()
    worker.ask("resume", "run")

    assert before == ["/a"]
    assert worker.ask("outcome", "run")["ok"]
    assert sqlite_scene.effects() == ["/a", "/a", "/b"]


def test_a_run_outlasts_a_server_that_is_stopped_at_once(postgres_scene: Scene, postgres: Postgres) -> None:
    program = postgres_scene.open("run")
    program.ask("start", {"do": steps(12, 0.2)}, run="run")
    postgres_scene.wait_for("/3")
    postgres.stop("immediate")
    time.sleep(1)
    postgres.start()

    assert program.ask("outcome", "run")["ok"]
    assert postgres_scene.effects() == [f"/{n}" for n in range(12)]


def test_a_full_disk_is_told_and_the_run_goes_on_when_there_is_room(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    program.ask("start", {"do": [["effect", "/a", 1.5], *(["big", f"/{n}", 60_000] for n in range(6))]}, run="run")
    sqlite_scene.wait_for("/a")
    program.ask("allow", 20)
    sqlite_scene.wait_for("/1")
    with pytest.raises(Fault):
        program.ask("outcome", "run", timeout=3)
    held = sqlite_scene.effects()
    with pytest.raises(Fault) as caught:
        program.ask("start", {"do": [["big", "/a", 1]], "fill": "x" * 90_000}, run="other")
    program.ask("allow", 10_000)

    assert program.ask("outcome", "run")["ok"]
    assert len(held) < 6
    assert sqlite_scene.effects() == ["/a", *(f"/{n}" for n in range(6))]
    assert caught.value.hint == "Free some space on the disk; the log goes on by itself."
    notes = [data for _, kind, data, _ in sqlite_scene.lines("told") if kind == "note"]
    assert [(data["run"], data["fault"]["code"]) for data in notes] == [("run", "unavailable")]
