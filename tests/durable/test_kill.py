"""Runs that are killed: what was done is not done again, and what was not is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault

from ..postgres import Postgres
from .conftest import Scene


def test_a_run_finishes_and_keeps_what_its_steps_returned(scene: Scene) -> None:
    program = scene.open("run")
    plan = {"do": [["effect", "/a"], ["mend", "/b"], ["big", "/c", 300_000]]}
    program.ask("start", plan, run="run", name="lamps")
    outcome = program.ask("outcome", "run")

    assert outcome["ok"]
    assert outcome["values"][0] == {"path": "/a", "kept": False}
    assert (outcome["values"][1]["code"], outcome["values"][1]["pointer"]) == ("not_found", "/lamp")
    assert program.ask("steps", "run") == {"/a": {"path": "/a"}, "/c": {"text": "x" * 300_000}}
    assert [(run["id"], run["name"], run["status"]) for run in program.ask("list")] == [("run", "lamps", "done")]
    assert program.end() == 0


@pytest.mark.parametrize(("death", "twice"), [("before", []), ("after", ["/b"]), ("kept", [])])
def test_after_a_kill_no_finished_step_runs_again(scene: Scene, death: str, twice: list[str]) -> None:
    first = scene.open("run")
    first.send("start", {"do": [["effect", "/a"], ["effect", "/b", death], ["effect", "/c"]]}, run="run")
    assert first.died()

    second = scene.open("run")
    assert second.ask("recover") == ["run"]
    kept = [value["kept"] for value in second.ask("outcome", "run")["values"]]

    assert sorted(scene.effects()) == sorted(["/a", "/b", "/c", *twice])
    assert kept == [True, death == "kept", False]


def test_a_failed_step_and_a_large_one_are_replayed_as_they_were(scene: Scene) -> None:
    first = scene.open("run")
    first.send("start", {"do": [["mend", "/a"], ["big", "/b", 300_000], ["die", 1], ["effect", "/c"]]}, run="run")
    assert first.died()

    values = scene.open("run").ask("outcome", "run")["values"]
    assert (values[0]["message"], values[1]) == ("No such lamp.", 300_000)
    assert scene.effects() == ["/a", "/b", "/c"]


def test_two_single_processes_on_one_file_neither_steal_nor_lose(sqlite_scene: Scene) -> None:
    living = sqlite_scene.open("two")
    living.ask("start", {"do": [["effect", "/a"], ["hold", "/b", "gate"], ["effect", "/c"]]}, run="two")
    sqlite_scene.wait_for("/b", "two")
    dying = sqlite_scene.open("one")
    dying.send("start", {"do": [["effect", "/a"], ["effect", "/b", "after"], ["effect", "/c"]]}, run="one")
    assert dying.died()

    again = sqlite_scene.open("one")
    assert again.ask("recover") == ["one"]
    assert again.ask("outcome", "one")["ok"]
    assert living.ask("recover") == []
    sqlite_scene.open_gate("gate")
    assert living.ask("outcome", "two")["ok"]
    assert sqlite_scene.effects("one") == ["/a", "/b", "/b", "/c"]
    assert sqlite_scene.effects("two") == ["/a", "/b", "/c"]


def test_one_executor_is_one_process(sqlite_scene: Scene) -> None:
    sqlite_scene.open("run").ask("start", {"do": [["hold", "/a", "never"]]}, run="run")
    sqlite_scene.wait_for("/a")

    with pytest.raises(Fault) as caught:
        sqlite_scene.open("run").ask("recover")
    assert (caught.value.code, caught.value.hint) == (
        "conflict",
        "End that process, or give this one another name.",
    )
    assert sqlite_scene.effects() == ["/a"]


def test_children_run_side_by_side_and_are_not_run_again(scene: Scene) -> None:
    child = {"do": [["hold", "/x", "gate"], ["effect", "/y"]]}
    plan = {"do": [["children", {"/1": child, "/2": child, "/3": child}], ["die", 1], ["effect", "/z"]]}
    first = scene.open("run")
    first.send("start", plan, run="run")
    scene.wait_for("/x", times=3)
    scene.open_gate("gate")
    assert first.died()

    outcome = scene.open("run").ask("outcome", "run")
    assert [child["ok"] for child in outcome["values"][0]] == [True] * 3
    assert [scene.effects(f"run/{n}") for n in (1, 2, 3)] == [["/x", "/y"]] * 3


def test_a_child_that_was_killed_goes_on_with_its_parent(sqlite_scene: Scene) -> None:
    child = {"do": [["effect", "/x"], ["effect", "/y", "before"]]}
    first = sqlite_scene.open("run")
    first.send("start", {"do": [["children", {"/1": child}]]}, run="run")
    assert first.died()

    assert sqlite_scene.open("run").ask("outcome", "run")["ok"]
    assert sqlite_scene.effects() == ["/x", "/y"]


def test_a_run_that_goes_another_way_says_so(sqlite_scene: Scene) -> None:
    first = sqlite_scene.open("run")
    first.send("start", {"do": [["changing", "/a"], ["die", 1]]}, run="run")
    pid = first.pid
    assert first.died()

    with pytest.raises(Fault) as caught:
        sqlite_scene.open("run").ask("outcome", "run")
    assert caught.value.code == "conflict"
    assert caught.value.expected == f"the step '/a-{pid}', which an earlier process has done"


def test_two_steps_of_one_path_are_a_fault(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    program.ask("start", {"do": [["effect", "/a"], ["effect", "/a"]]}, run="run")

    with pytest.raises(Fault, match="two steps '/a'"):
        program.ask("outcome", "run")
    assert [run["status"] for run in program.ask("list")] == ["failed"]


def test_a_run_that_fails_raises_its_fault(scene: Scene) -> None:
    program = scene.open("run")
    program.ask("start", {"do": [["fail", "not today"]]}, run="run")

    with pytest.raises(Fault) as caught:
        program.ask("outcome", "run")
    assert (caught.value.code, caught.value.message) == ("denied", "not today")
    with pytest.raises(Fault, match="no run 'other'"):
        program.ask("outcome", "other")
    with pytest.raises(Fault, match="has finished"):
        program.ask("resume", "run")


def test_a_run_that_kills_its_process_again_and_again_is_given_up(sqlite_scene: Scene) -> None:
    plan = {"do": [["effect", "/a"], ["die", 4], ["effect", "/b"]]}
    first = sqlite_scene.open("run")
    first.send("start", plan, run="run")
    assert first.died()
    for _ in range(3):
        program = sqlite_scene.open("run")
        program.send("recover")
        assert program.died()

    last = sqlite_scene.open("run")
    with pytest.raises(Fault) as caught:
        last.ask("outcome", "run")
    [dead] = last.ask("dead")
    assert (dead["id"], dead["status"]) == ("run", "dead")
    assert dead["reason"] in caught.value.message
    last.ask("resume", "run")
    assert last.ask("outcome", "run")["ok"]
    assert sqlite_scene.effects() == ["/a", "/b"]
    assert last.ask("dead") == []


def test_several_that_come_first_at_once_make_the_tables_once(postgres: Postgres, nursery: Any, tmp_path: Path) -> None:
    scene = Scene(nursery, postgres.database(), tmp_path)
    programs = [scene.open(name) for name in ("one", "two", "three")]
    for program in programs:
        program.send("start", {"do": [["effect", "/a"]]}, run=program.executor)

    assert [program.answer() for program in programs] == ["one", "two", "three"]
    assert [program.ask("outcome", program.executor)["ok"] for program in programs] == [True] * 3
    scene.close()
