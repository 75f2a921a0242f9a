"""Workers that die, stop or leave; servers that restart; disks that fill up."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.durable.heartbeat import BEAT
from pollex.store.postgres import HALTED, LEASE

from ..postgres import Postgres
from ..waits import until
from .conftest import Program, Scene


def test_the_runs_of_a_worker_that_is_lost_go_on_elsewhere_within_ten_seconds() -> None:
    """Its lease runs out, a transaction that it has left open has ended by then, and others look every second."""
    assert BEAT < HALTED < LEASE < 10 - 2


def test_when_one_of_three_workers_is_killed_its_runs_go_on_elsewhere(postgres_scene: Scene) -> None:
    scene = postgres_scene
    workers = [scene.open(f"w{n}", "worker") for n in (1, 2, 3)]
    for worker in workers:
        worker.ask("recover")
    workers[0].ask("start", {"do": [["effect", "/0"], ["hold", "/1", "gate"], ["effect", "/2"]]}, run="run")
    scene.wait_for("/1")
    workers[0].kill()
    scene.open_gate("gate")

    assert workers[1].ask("outcome", "run")["ok"]
    assert scene.effects() == ["/0", "/1", "/1", "/2"]
    lost = [data for _, kind, data, _ in scene.lines("told") if kind == "worker.lost"]
    assert [(data["executor"], data["runs"]) for data in lost] == [("w1", ["run"])]


TRANSACTIONS = {"while it looks after others": "pg_try_advisory_xact_lock", "in a heartbeat": "engine_worker SET beat"}


@pytest.mark.parametrize("mark", TRANSACTIONS.values(), ids=TRANSACTIONS)
def test_a_worker_that_stops_and_comes_back_does_nothing_more_to_a_run_it_has_lost(
    mark: str, postgres_scene: Scene
) -> None:
    """It stops inside of a transaction, whose locks would keep everybody waiting for it."""
    scene = postgres_scene
    stopped, other = (scene.open(f"w{n}", "worker") for n in (1, 2))
    stopped.ask(
        "start", {"do": [["effect", "/a"], ["hold", "/b", "b"], ["hold", "/c", "c"], ["effect", "/d"]]}, run="run"
    )
    scene.wait_for("/b")
    stopped.ask("halt", mark)
    until("the worker stands still", lambda: is_stopped(stopped))
    other.ask("recover")
    scene.wait_for("/b", times=2)
    until("the worker is told to be lost", lambda: scene.lines("told")[-1][1] == "worker.lost")
    scene.open_gate("b")
    scene.wait_for("/c")
    stopped.signal(signal.SIGCONT)
    until("the worker has let the run go", lambda: not stopped.ask("live"))
    scene.open_gate("c")

    assert other.ask("outcome", "run")["ok"]
    assert stopped.ask("outcome", "run")["ok"]
    assert scene.effects() == ["/a", "/b", "/b", "/c", "/d"]
    assert [line[-2] for line in scene.lines()] == [stopped.pid, stopped.pid, other.pid, other.pid, other.pid]
    assert list(stopped.ask("steps", "run")) == ["/a", "/b", "/c", "/d"]


def is_stopped(program: Program) -> bool:
    return Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_a_worker_that_leaves_hands_its_runs_over(scene: Scene) -> None:
    leaving = scene.open("w1", "worker")
    leaving.ask("start", {"do": [["effect", "/a"], ["receive", "go"], ["effect", "/b"]]}, run="run")
    scene.wait_for("/a")
    staying = scene.open("w2", "worker")
    staying.ask("recover")

    assert leaving.end() == 0
    staying.ask("send", "run", "go", True)
    assert staying.ask("outcome", "run")["ok"]
    assert [line[-2] for line in scene.lines()] == [leaving.pid, staying.pid]


def test_a_single_process_takes_nothing_from_a_dead_worker(sqlite_scene: Scene) -> None:
    scene = sqlite_scene
    worker = scene.open("w1", "worker")
    worker.ask("start", {"do": [["hold", "/a", "gate"]]}, run="run")
    scene.wait_for("/a")
    worker.kill()
    single = scene.open("single")
    single.ask("start", {"do": [["effect", "/b"]]}, run="single")
    assert single.ask("outcome", "single")["ok"]
    left = [(run["id"], run["status"]) for run in single.ask("list")]
    scene.open_gate("gate")
    other = scene.open("w2", "worker")

    assert left == [("single", "done"), ("run", "running")]
    assert other.ask("outcome", "run")["ok"]
    assert [(line[1], line[-2]) for line in scene.lines()] == [
        ("/a", worker.pid),
        ("/b", single.pid),
        ("/a", other.pid),
    ]


def test_an_abandoned_run_goes_on_when_it_is_resumed(sqlite_scene: Scene) -> None:
    scene = sqlite_scene
    program = scene.open("run")
    program.ask("start", {"do": [["hold", "/a", "gate"], ["effect", "/b"]]}, run="run")
    scene.wait_for("/a")
    program.kill()
    scene.open_gate("gate")
    worker = scene.open("w1", "worker")
    worker.ask("start", {"do": [["effect", "/x"]]}, run="other", queue="pollex")
    assert worker.ask("outcome", "other")["ok"]
    before = scene.effects()
    worker.ask("resume", "run")

    assert before == ["/a", "/x"]
    assert worker.ask("outcome", "run")["ok"]
    assert scene.effects() == ["/a", "/x", "/a", "/b"]


def test_a_run_outlasts_a_server_that_is_stopped_at_once(own_postgres_scene: Scene, own_postgres: Postgres) -> None:
    scene = own_postgres_scene
    program = scene.open("run")
    program.ask("start", {"do": [["hold", "/0", "gate"], *(["effect", f"/{n}"] for n in range(1, 6))]}, run="run")
    scene.wait_for("/0")
    own_postgres.stop()
    scene.open_gate("gate")
    until("the run waits for the server", scene.noted)
    own_postgres.start()

    assert program.ask("outcome", "run")["ok"]
    assert scene.effects() == [f"/{n}" for n in range(6)]


def test_a_full_disk_is_told_and_the_run_goes_on_when_there_is_room(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    program.ask("start", {"do": [["hold", "/a", "gate"], *(["big", f"/{n}", 60_000] for n in range(6))]}, run="run")
    sqlite_scene.wait_for("/a")
    program.ask("allow", 20)
    sqlite_scene.open_gate("gate")
    until("the run waits for room", sqlite_scene.noted)
    held = sqlite_scene.effects()
    with pytest.raises(Fault) as caught:
        program.ask("start", {"do": [["big", "/a", 1]], "fill": "x" * 90_000}, run="other")
    program.ask("allow", 10_000)

    assert program.ask("outcome", "run")["ok"]
    assert "/1" in held
    assert len(held) < 7
    assert sqlite_scene.effects() == ["/a", *(f"/{n}" for n in range(6))]
    assert caught.value.hint == "Free some space on the disk; the log goes on by itself."
    assert [(data["run"], data["fault"]["code"]) for data in sqlite_scene.noted()] == [("run", "unavailable")]
