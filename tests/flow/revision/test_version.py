"""What was healed becomes the next version of the file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.revision.files import revise, revise_by
from pollex.flow.revision.healing import Healing, healings, located
from pollex.flow.revision.version import next_version
from pollex.flow.workflow import Workflow

CLICK = {"position": 1, "type": "browser_action", "config": {"action": "click", "selector": "#old"}}


def healing(path: str = "/1", before: tuple[str, ...] = ("#old",), found: tuple[str, ...] = ("#new",)) -> Healing:
    return Healing(path, before, found, 0.8, 0.3, "the same role", {"role": "button"}, "2026-11-15T12:00:00Z", "r1")


def event(kind: Any, **data: Any) -> Event:
    return Event("r1", 1, "2026-11-15T12:00:00Z", kind, data)


def healed(path: str = "/1") -> Event:
    more = {"node": 1, "from": ["#old"], "to": ["#new"], "score": 0.8, "runnerUp": 0.3, "why": "the same role"}
    return event("node.healed", path=path, evidence={"role": "button"}, **more)


GOOD = (healed(), event("node.finished", path="/1", ok=True), event("run.finished", result={"ok": True}))


def test_new_selectors_come_first_and_old_ones_stay_last() -> None:
    made = next_version({"name": "x", "nodes": [CLICK]}, [(1, healing())])
    assert made.passed_over == ()
    assert made.document == {
        "name": "x",
        "version": 2,
        "nodes": [
            {**CLICK, "config": {"action": "click", "selector": ["#new", "#old"]}, "evidence": {"role": "button"}}
        ],
        "changes": [
            {
                "version": 2,
                "when": "2026-11-15T12:00:00Z",
                "node": 1,
                "did": "healed",
                "from": ["#old"],
                "to": ["#new"],
                "why": "the same role",
                "score": 0.8,
                "runnerUp": 0.3,
                "run": "r1",
            }
        ],
    }


def test_the_document_that_was_given_is_left_as_it_is() -> None:
    document: Object = {"name": "x", "nodes": [CLICK]}
    next_version(document, [(1, healing())])
    assert document == {"name": "x", "nodes": [CLICK]}


@pytest.mark.parametrize(("version", "after"), [(1, 2), (7, 8), ("3", "4"), ("spring", "spring+healed")])
def test_versions_count_on(version: Any, after: Any) -> None:
    made = next_version({"name": "x", "version": version, "nodes": [CLICK]}, [(1, healing())])
    assert made.document["version"] == after


def test_the_arguments_of_a_tool_and_the_rules_of_a_query_are_mended_too() -> None:
    tool = {"position": 1, "type": "tool", "config": {"tool": "page.check", "args": {"selector": ["#old"]}}}
    rules = [{"type": "text", "text": "Hi"}, {"type": "exists", "selector": "#old"}]
    query = {"position": 2, "type": "browser_query", "config": {"method": "validate", "rules": rules}}
    made = next_version({"name": "x", "nodes": [tool, query]}, [(1, healing()), (2, healing("/2"))]).document["nodes"]
    assert made[0]["config"]["args"] == {"selector": ["#new", "#old"]}
    assert made[1]["config"]["rules"][1] == {"type": "exists", "selector": ["#new", "#old"]}


def test_a_node_that_was_changed_since_is_passed_over() -> None:
    document: Object = {"name": "x", "nodes": [CLICK]}
    made = next_version(document, [(1, healing(before=("#older",))), (5, healing("/5"))])
    assert (made.document, made.changes) == (document, ())
    assert made.passed_over == (
        "node 1: Its selectors were changed since the run.",
        "node 5: It is not in the file any more.",
    )


def test_in_a_loop_only_what_held_in_every_turn_is_written() -> None:
    turns = [healing("/2[0]/1", found=("text=Kettle", ".buy")), healing("/2[1]/1", found=("text=Lamp", ".buy"))]
    made = next_version({"name": "x", "nodes": [CLICK]}, [(1, each) for each in turns])
    assert made.document["nodes"] == [{**CLICK, "config": {"action": "click", "selector": [".buy", "#old"]}}]
    none = next_version({"name": "x", "nodes": [CLICK]}, [(1, turns[0]), (1, healing(found=("text=Lamp",)))])
    assert none.passed_over == ("node 1: It was another element each time, so that no selector is good for all.",)


def test_what_failed_all_the_same_was_not_healed() -> None:
    events = [healed("/1"), healed("/2"), event("node.finished", path="/2", ok=True)]
    events += [event("node.finished", path="/1", ok=False)]
    assert [each.path for each in healings(events)] == ["/2"]


def test_a_node_of_a_workflow_that_is_called_is_found_in_its_file(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner.workflow.json", tmp_path / "outer.workflow.json"
    inner.write_text(json.dumps({"name": "inner", "nodes": [CLICK]}))
    call = {"position": 3, "type": "workflow", "config": {"workflow": "inner.workflow.json"}}
    outer.write_text(json.dumps({"name": "outer", "nodes": [call]}))
    workflow = Workflow.load(outer)
    assert located(workflow, "/3/1") == (("inner.workflow.json",), 1)
    revise(outer, workflow, [healing("/3/1")])
    assert Workflow.load(inner).document["version"] == 2
    assert "version" not in json.loads(outer.read_text())


def test_the_change_is_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text(json.dumps({"name": "x", "nodes": [CLICK]}))
    [made] = revise(file, Workflow.load(file), [healing()])
    assert made.in_words() == [
        f"{file}: version 2",
        "  node 1: the same role (fits 0.80, the next 0.30)",
        "    + #new",
        "      #old",
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["x.workflow.json"]


def test_without_writing_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text(json.dumps({"name": "x", "nodes": [CLICK]}))
    before = file.read_bytes()
    [made] = revise(file, Workflow.load(file), [healing()], write=False)
    assert (made.version.document["version"], file.read_bytes()) == (2, before)


def test_only_a_run_that_went_well_is_learnt_from(tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text(json.dumps({"name": "x", "nodes": [CLICK]}))
    workflow = Workflow.load(file)
    failed = (*GOOD[:2], event("run.finished", result={"ok": False}))
    assert revise_by(file, workflow, [failed], asked=None, write=True) == []
    for asked, logs, code in (("r1", [failed], "conflict"), ("r2", [()], "not_found")):
        with pytest.raises(Fault) as caught:
            revise_by(file, workflow, logs, asked=asked, write=True)
        assert caught.value.code == code
    assert len(revise_by(file, workflow, [failed, GOOD], asked=None, write=True)) == 1


def test_what_the_check_refuses_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text(json.dumps({"name": "x", "nodes": [CLICK]}))
    before = file.read_bytes()

    def refuse(documents: Mapping[Path, Object]) -> None:
        raise Fault("conflict", f"Version {documents[file]['version']} is wrong.")

    with pytest.raises(Fault, match="Version 2 is wrong"):
        revise(file, Workflow.load(file), [healing()], check=refuse)
    assert file.read_bytes() == before
