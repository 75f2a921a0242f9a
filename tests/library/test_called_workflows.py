"""A tool whose workflow calls others: they become files beside its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from pollex import Workflow
from pollex.core.fault import Fault
from pollex.core.registry import Registry
from pollex.library.library import check_library

from .sample import SHOP, WORKFLOW, write_library
from .test_publish import LOGIN, published

NOTED = {"position": 1, "type": "context", "config": {"operation": "set", "key": "a", "value": 1}}


def calling(file: str, **inputs: str) -> dict[str, Any]:
    return {"position": 1, "type": "workflow", "config": {"workflow": file, "inputs": inputs}}


def written(folder: Path, **flows: Any) -> Workflow:
    """Write workflows to files, and load the last one."""
    for name, flow in flows.items():
        path = folder / f"{name}.workflow.json"
        path.write_text(json.dumps(flow))
    return Workflow.load(path)


def test_what_it_calls_comes_with_it_by_names_of_its_own(tmp_path: Path) -> None:
    outer = {**WORKFLOW, "outputs": [], "nodes": [calling("inner.workflow.json", product="a")]}
    middle = {**WORKFLOW, "outputs": [], "nodes": [calling("deep.workflow.json")]}
    deep = {"name": "Deep", "nodes": [LOGIN]}
    flow = written(tmp_path, deep=deep, inner=middle, outer=outer)
    library = write_library(tmp_path / "library")

    made = published(library / "src", flow.document, called=flow.called)
    made.write(library / "src")

    place = "apps/shop/tool/price"
    assert [name for name in made.files if name.startswith(place)] == [
        f"{place}.workflow.json",
        f"{place}.deep.workflow.json",
        f"{place}.inner.workflow.json",
        f"{place}.template.json",
    ]
    own, inner, deepest = (made.files[f"{place}{each}.workflow.json"] for each in ("", ".inner", ".deep"))
    assert own["nodes"][0]["config"]["workflow"] == "price.inner.workflow.json"
    assert inner["nodes"][0]["config"]["workflow"] == "price.deep.workflow.json"
    assert "{{secret.username_password.password}}" in deepest["nodes"][0]["config"]["text"]
    assert made.template["requiredCredentials"] == ["username_password"]
    assert check_library(library)[1].errors == []


@pytest.mark.parametrize(("taken", "may"), [(False, False), (True, True)])
def test_what_may_change_something_may_stand_in_one_that_is_called(tmp_path: Path, taken: bool, may: bool) -> None:
    press = {"position": 1, "type": "browser_action", "config": {"action": "click", "selector": "#a"}}
    inner = {"name": "Inner", "nodes": [{**press, "taken": True} if taken else press]}
    flow = written(tmp_path, inner=inner, outer={"name": "Outer", "nodes": [calling("inner.workflow.json")]})

    made = published(write_library(tmp_path / "library") / "src", flow.document, called=flow.called)

    assert made.may_change(Registry()) is may


def test_one_that_did_not_come_with_it_is_named_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        published(write_library(tmp_path) / "src", {"name": "Outer", "nodes": [NOTED, calling("inner.workflow.json")]})

    [issue] = caught.value.issues
    assert (caught.value.code, issue.pointer) == ("not_found", "/nodes/1/config/workflow")
    assert "'inner.workflow.json'" in issue.message
    assert not (tmp_path / SHOP / "tool/price.template.json").exists()


def test_one_that_only_logs_in_is_to_be_taken_out(tmp_path: Path) -> None:
    logs_in = {"position": 1, "type": "tool", "config": {"tool": "login", "args": {}}}
    flow = written(
        tmp_path,
        enter={"name": "Enter", "nodes": [logs_in]},
        outer={"name": "Outer", "nodes": [calling("enter.workflow.json"), {**NOTED, "position": 2}]},
    )

    with pytest.raises(Fault, match="'Enter' only logs in") as caught:
        published(write_library(tmp_path / "library") / "src", flow.document, called=flow.called)

    assert caught.value.code == "conflict"
