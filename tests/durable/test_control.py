"""Runs commanded from another process: cancelled, paused, resumed, answered, limited, scheduled, forgotten."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.durable.schedule import scheduled_run

from ..waits import until
from .conftest import Scene


def test_a_cancel_is_felt_in_another_process(scene: Scene) -> None:
    program = scene.open("run")
    child = {"do": [["hold", "/x", "never"], ["effect", "/y"]]}
    program.ask("start", {"do": [["effect", "/a"], ["children", {"/1": child}]]}, run="run")
    control = scene.control()
    control.ask("list")
    scene.wait_for("/x")
    program.send("outcome", "run")
    control.ask("cancel", "run")

    with pytest.raises(Fault) as caught:
        program.answer()
    assert caught.value.code == "cancelled"
    until("nothing of the run goes on", lambda: not program.ask("live"))
    assert [(run["id"], run["status"]) for run in control.ask("list")] == [("run", "cancelled")]
    assert scene.effects() == ["/a", "/x"]


def test_a_cancelled_run_can_be_resumed(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    child = {"do": [["effect", "/x"], ["hold", "/y", "gate"]]}
    program.ask("start", {"do": [["effect", "/a"], ["children", {"/1": child}], ["effect", "/b"]]}, run="run")
    sqlite_scene.wait_for("/y")
    program.ask("cancel", "run")
    program.ask("resume", "run")
    sqlite_scene.wait_for("/y", times=2)
    sqlite_scene.open_gate("gate")

    assert program.ask("outcome", "run")["ok"]
    assert sqlite_scene.effects() == ["/a", "/x", "/y", "/y", "/b"]


def test_a_paused_run_waits_also_over_a_kill_until_it_is_resumed(scene: Scene) -> None:
    program = scene.open("run")
    program.ask("start", {"do": [["hold", "/a", "gate"], ["effect", "/b"]]}, run="run")
    scene.wait_for("/a")
    control = scene.control()
    control.ask("pause", "run")
    until("the run knows of the pause", lambda: program.ask("live") == {"run": "paused"})
    scene.open_gate("gate")
    until("the step under way is kept", lambda: "/a" in control.ask("steps", "run"))
    with pytest.raises(Fault) as caught:
        program.ask("outcome", "run", timeout=0.1)
    program.kill()
    again = scene.open("run")
    again.ask("recover")
    until("the run is taken up, paused", lambda: again.ask("live") == {"run": "paused"})

    assert caught.value.code == "timeout"
    assert [run["status"] for run in control.ask("list")] == ["paused"]
    resumed = time.time()
    control.ask("resume", "run")
    assert again.ask("outcome", "run")["ok"]
    assert scene.effects() == ["/a", "/b"]
    assert scene.wait_for("/b") > resumed


def test_messages_come_in_order_whenever_they_are_sent(scene: Scene) -> None:
    control = scene.control()
    control.ask("send", "run", "answer", {"n": 1})
    program = scene.open("run")
    program.ask("start", {"do": [["receive", "answer"], ["die", 1], ["receive", "answer"]]}, run="run")
    assert program.died()
    again = scene.open("run")
    again.ask("recover")
    until("it waits for the second answer", lambda: again.ask("live") == {"run": ["answer", 2]})
    control.ask("send", "run", "other", {"n": 2})
    control.ask("send", "run", "answer", {"n": 3})

    assert again.ask("outcome", "run")["values"] == [{"n": 1}, None, {"n": 3}]


def test_waiting_for_a_message_ends_when_the_time_is_up_and_stays_so(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    plan = {"do": [["receive", "answer", 0.3], ["die", 1], ["receive", "answer", 60]]}
    program.ask("start", plan, run="run")
    assert program.died()
    sqlite_scene.control().ask("send", "run", "answer", "late")

    assert sqlite_scene.open("run").ask("outcome", "run")["values"] == [None, None, "late"]


def test_a_sleep_goes_on_over_a_kill(sqlite_scene: Scene) -> None:
    """It ends at the moment that was kept when it began; here somebody sets that to now."""
    first = sqlite_scene.open("run")
    plan = {"do": [["effect", "/a"], ["sleep", "/s", 0.3], ["effect", "/b"], ["sleep", "/t", 3_600], ["effect", "/c"]]}
    first.ask("start", plan, run="run")
    until("the second sleep has begun", lambda: until_of(sqlite_scene, "/t"))
    first.kill()
    [moment] = until_of(sqlite_scene, "/t")
    change(sqlite_scene, "UPDATE operation_outputs SET output = ? WHERE function_name = 'sleep /t'", str(time.time()))

    assert sqlite_scene.open("run").ask("outcome", "run")["ok"]
    assert sqlite_scene.effects() == ["/a", "/b", "/c"]
    assert sqlite_scene.wait_for("/b") - sqlite_scene.wait_for("/a") >= 0.3
    assert sqlite_scene.wait_for("/b") + 3_599 < moment < time.time() + 3_600


def until_of(scene: Scene, path: str) -> list[float]:
    """Until when a sleep goes, if it has begun."""
    rows = change(scene, "SELECT output FROM operation_outputs WHERE function_name = ?", f"sleep {path}")
    return [float(text) for (text,) in rows]


def change(scene: Scene, statement: str, *values: object) -> list[Any]:
    """What a statement gives in the scene's file."""
    with closing(sqlite3.connect(scene.database, timeout=30)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def test_the_limits_of_a_queue_are_never_exceeded(scene: Scene) -> None:
    control = scene.control()
    control.ask("limit", "few", concurrency=3, per_worker=2)
    runs = [control.ask("start", {"do": [["busy", f"gate {n}"]]}, queue="few") for n in range(10)]
    workers = [scene.open(f"w{n}", "worker") for n in (1, 2)]
    for worker in workers:
        worker.ask("recover")
    for number in range(8):
        scene.wait_for("in", times=3 + number)  # as many as may be, and one more for each that is let out
        scene.open_gate(f"gate {number}")
    scene.open_gate("gate 8")
    scene.open_gate("gate 9")

    assert [control.ask("outcome", run)["ok"] for run in runs] == [True] * 10
    assert most_inside(scene.lines()) == 3
    for worker in workers:
        assert most_inside([line for line in scene.lines() if line[-2] == worker.pid]) <= 2


def test_a_higher_priority_goes_first(sqlite_scene: Scene) -> None:
    control = sqlite_scene.control()
    control.ask("limit", "one", concurrency=1)
    for priority in (0, -5, 5):
        control.ask("start", {"do": [["effect", "/a"]]}, run=f"p{priority}", queue="one", priority=priority)
    sqlite_scene.open("worker", "worker").ask("recover")

    assert [control.ask("outcome", f"p{priority}")["ok"] for priority in (0, -5, 5)] == [True] * 3
    assert [line[0] for line in sqlite_scene.lines()] == ["p5", "p0", "p-5"]


def test_a_schedule_fires_once_for_each_moment_whatever_the_number_of_workers(postgres_scene: Scene) -> None:
    scene = postgres_scene
    control = scene.control()
    control.ask("schedule", "tick", "* * * * * *", {"do": [["effect", "/tick"]]})
    workers = [scene.open(f"w{n}", "worker") for n in (1, 2)]
    for worker in workers:
        worker.ask("recover")
    scene.wait_for("/tick", times=2)
    control.ask("unschedule", "tick")
    unscheduled = datetime.now(UTC)
    control.ask("schedule", "tock", "* * * * * *", {"do": [["effect", "/tock"]]})
    scene.wait_for("/tock", times=2)
    fired = [line[0] for line in scene.lines()]

    assert len(fired) == len(set(fired))
    later = [scheduled_run("tick", unscheduled + timedelta(seconds=after)) for after in range(1, 60)]
    assert not set(fired) & set(later)


def test_one_run_makes_up_for_what_was_missed(sqlite_scene: Scene) -> None:
    control = sqlite_scene.control()
    control.ask("schedule", "tick", "* * * * * *", {"do": [["effect", "/tick"]]})
    change(sqlite_scene, "UPDATE engine_schedule SET due = due - 10000")  # as if it were ten seconds later
    opened = datetime.now(UTC)
    sqlite_scene.open("worker", "worker").ask("recover")
    sqlite_scene.wait_for("/tick", times=3)
    fired = [line[0] for line in sqlite_scene.lines()]

    missed = {scheduled_run("tick", opened - timedelta(seconds=before)) for before in range(1, 60)}
    assert [run in missed for run in fired] == [True, *(False for _ in fired[1:])]


def test_a_schedule_that_is_none_is_a_fault(sqlite_scene: Scene) -> None:
    control = sqlite_scene.control()
    with pytest.raises(Fault) as caught:
        control.ask("schedule", "tick", "every morning", {})
    with pytest.raises(Fault, match="no schedule 'tick'"):
        control.ask("unschedule", "tick")

    assert (caught.value.code, caught.value.received) == ("invalid_input", "every morning")


def test_a_lease_has_one_holder_and_is_freed_when_its_process_dies(scene: Scene) -> None:
    holder = scene.open("one")
    holder.ask("start", {"do": [["lease", "shop.ann", "never"]]}, run="one")
    scene.wait_for("in")
    waiting = scene.open("two")
    waiting.ask("start", {"do": [["lease", "shop.ann", "gate"]]}, run="two")
    other = scene.open("three")
    scene.open_gate("gate")
    other.ask("start", {"do": [["lease", "shop.bob", "gate"]]}, run="three")

    assert other.ask("outcome", "three")["ok"]
    killed = time.time()
    holder.kill()
    assert waiting.ask("outcome", "two")["ok"]
    assert scene.wait_for("in", "two") > killed
    other.ask("start", {"do": [["lease", "shop.ann", "gate"]]}, run="four")
    assert other.ask("outcome", "four")["ok"]


def test_a_site_is_asked_no_more_often_than_allowed_over_all_processes(scene: Scene) -> None:
    programs = [scene.open(name) for name in ("one", "two")]
    for program in programs:
        program.ask("recover")
    begun = time.time()
    for program in programs:
        program.ask("start", {"do": [["admit", "shop.example", 240]] * 4}, run=program.executor)

    assert [program.ask("outcome", program.executor)["ok"] for program in programs] == [True, True]
    moments = sorted(line[-1] for line in scene.lines())
    assert len(moments) == 8
    assert [moment for number, moment in enumerate(moments) if moment < begun + number * 0.25 - 0.01] == []


def test_purging_forgets_what_has_ended_and_nothing_else(scene: Scene) -> None:
    program = scene.open("run")
    child = {"do": [["big", "/x", 200_000]]}
    program.ask("start", {"do": [["big", "/a", 300_000], ["children", {"/1": child}]]}, run="old")
    program.ask("outcome", "old")
    program.ask("start", {"do": [["hold", "/b", "never"]]}, run="run")
    scene.wait_for("/b")

    assert program.ask("purge", 60) == 0
    assert until("the run is old enough", lambda: program.ask("purge", 0.01)) == 1
    assert [run["id"] for run in program.ask("list")] == ["run"]
    with pytest.raises(Fault, match="no run 'old'"):
        program.ask("outcome", "old")


def most_inside(lines: list[list[Any]]) -> int:
    """How many were in at once, at most."""
    inside = most = 0
    for line in sorted(lines, key=lambda line: line[-1]):
        inside += {"in": 1, "out": -1}[line[1]]
        most = max(most, inside)
    return most
