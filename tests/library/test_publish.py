"""A workflow as the files of a library tool: secrets by type, domains, versions."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.library.publish import hosts_of, prepare

from .sample import SHOP, WORKFLOW, write_library

LOGIN = {
    "position": 3,
    "type": "browser_action",
    "config": {"action": "type", "selector": "#p", "text": "{{secret.my-shop}} {{secret.my-shop.username}}"},
}


@dataclass(frozen=True)
class Stored:
    name: str
    type: str
    domains: tuple[str, ...] = ()


def published(root: Path, workflow: dict[str, Any], **options: Any) -> Any:
    stored = {each.name: each for each in (Stored("my-shop", "username_password"), Stored("two", "username_password"))}
    return prepare(root, workflow, **{"app": "shop", "slug": "price", "stored": stored, **options})


def test_template_and_schemas_come_from_the_workflow(tmp_path: Path) -> None:
    made = published(write_library(tmp_path) / "src", WORKFLOW)

    assert made.files["apps/shop/tool/price.template.json"] == {
        "slug": "price",
        "name": "Find a price",
        "description": "Find a price.",
        "type": "tool",
        "file": "price.workflow.json",
        "app": "shop",
        "inputSchema": WORKFLOW["inputs"],
        "outputSchema": [{"display_name": "price", "type": "number", "required": True}],
    }
    assert made.files["apps/shop/tool/price.workflow.json"]["allowedDomains"] == ["shop.example"]
    assert not (tmp_path / "src/apps/shop/tool/price.template.json").exists()


def test_what_the_run_read_is_not_published(tmp_path: Path) -> None:
    field = {"type": "string", "examples": ["−€81.73", "−€20.00"], "marks": ["#1f09b"]}
    rows = {
        "type": "array",
        "items": {"type": "object", "properties": {"amount": field, "examples": {"type": "string"}}},
    }
    read = {"method": "extract", "instruction": "the transactions", "schema": rows}
    node = {"position": 9, "type": "browser_query", "alias": "rows", "config": read}
    made = published(write_library(tmp_path) / "src", {**WORKFLOW, "nodes": [*WORKFLOW["nodes"], node]})
    [kept] = [
        each["config"]["schema"]["items"]["properties"]
        for each in made.files["apps/shop/tool/price.workflow.json"]["nodes"]
        if each["position"] == 9
    ]
    assert kept == {"amount": {"type": "string"}, "examples": {"type": "string"}}


def test_amounts_and_numbers_around_an_element_are_not_published(tmp_path: Path) -> None:
    others = ["Savings €13,752.49 DE56 5001 0517 4507…", "Transfer", "Page 2"]
    click = {"action": "click", "selector": "role=link[name=Fund]"}
    node = {"position": 9, "type": "browser_action", "config": click, "evidence": {"name": "Fund", "others": others}}
    made = published(write_library(tmp_path) / "src", {**WORKFLOW, "nodes": [*WORKFLOW["nodes"], node]})
    [kept] = [each for each in made.files["apps/shop/tool/price.workflow.json"]["nodes"] if each["position"] == 9]
    assert kept["evidence"] == {"name": "Fund", "others": ["Transfer", "Page 2"]}


def test_named_secrets_become_types(tmp_path: Path) -> None:
    made = published(write_library(tmp_path) / "src", {**WORKFLOW, "nodes": [LOGIN]})

    nodes = made.files["apps/shop/tool/price.workflow.json"]["nodes"]
    text = "{{secret.username_password.password}} {{secret.username_password.username}}"
    assert nodes[0]["config"]["text"] == text
    assert made.template["requiredCredentials"] == ["username_password"]
    assert made.template["logsIn"] is True
    assert made.credentials == {"username_password": "my-shop"}


@pytest.mark.parametrize(("given", "used"), [({"credential": "my-shop"}, "my-shop"), ({}, "username_password")])
def test_a_login_of_the_workflow_is_left_to_the_app(given: dict[str, str], used: str, tmp_path: Path) -> None:
    login = {"position": 0, "type": "tool", "config": {"tool": "login", "args": given}}
    made = published(write_library(tmp_path) / "src", {**WORKFLOW, "nodes": [login, *WORKFLOW["nodes"]]})

    assert made.files["apps/shop/tool/price.workflow.json"]["nodes"] == WORKFLOW["nodes"]
    assert made.template["requiredCredentials"] == ["username_password"]
    assert "logsIn" not in made.template
    assert made.credentials == {"username_password": used}


@pytest.mark.parametrize(
    ("text", "code"), [("{{secret.two}} {{secret.my-shop}}", "ambiguous"), ("{{secret.my_shop}}", "not_found")]
)
def test_a_secret_whose_type_is_not_certain_is_refused(text: str, code: str, tmp_path: Path) -> None:
    node = {**LOGIN, "config": {**LOGIN["config"], "text": text}}  # type: ignore[dict-item]

    with pytest.raises(Fault) as caught:
        published(write_library(tmp_path) / "src", {**WORKFLOW, "nodes": [node]})

    assert caught.value.code == code


def test_a_new_app_needs_domains_and_those_of_the_run_are_proposed(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="The app 'news' is new") as caught:
        published(tmp_path, WORKFLOW, app="news")
    made = published(tmp_path, WORKFLOW, app="news", domains=["shop.example"])

    assert caught.value.hint == "The run went to these: --domain shop.example"
    assert hosts_of(WORKFLOW) == ["shop.example"]
    assert made.files["apps/news/app.json"]["allowedDomains"] == ["shop.example"]


def test_a_tool_that_exists_becomes_the_next_version_if_one_says_so(tmp_path: Path) -> None:
    root = write_library(tmp_path) / "src"
    published(root, WORKFLOW).write(root)

    with pytest.raises(Fault, match=r"There is already 'price\.workflow\.json'"):
        published(root, WORKFLOW)
    published(root, WORKFLOW, replace=True).write(root)

    again = json.loads((root / "apps/shop/tool/price.workflow.json").read_text())
    assert (again["version"], [each["version"] for each in again["changes"]]) == (2, [2])


@pytest.mark.parametrize(
    ("names", "pointer", "hint"),
    [
        ({"app": "../../evil"}, "/app", "Try 'evil'."),
        ({"app": ""}, "/app", None),
        ({"slug": "../../../evil"}, "/slug", "Try 'evil'."),
        ({"slug": "Find Price"}, "/slug", "Try 'find-price'."),
    ],
)
def test_a_name_that_is_none_is_refused_before_anything_is_written(
    names: dict[str, str], pointer: str, hint: str | None, tmp_path: Path
) -> None:
    with pytest.raises(Fault) as caught:
        published(tmp_path, WORKFLOW, **{"app": "news", **names}, domains=["shop.example"])

    assert (caught.value.code, caught.value.pointer, caught.value.hint) == ("invalid_input", pointer, hint)


@pytest.mark.parametrize("content", ["[]", "{}", "{", '{"id": 3}'])
def test_an_app_that_cannot_be_read_is_a_fault(content: str, tmp_path: Path) -> None:
    root = write_library(tmp_path, {SHOP / "app.json": content}) / "src"

    with pytest.raises(Fault, match=r"app\.json"):
        published(root, WORKFLOW)


@pytest.mark.parametrize("earlier", [{"version": "two"}, {"changes": 3}, {"version": None, "changes": None}])
def test_an_earlier_version_with_an_odd_number_is_replaced(earlier: dict[str, object], tmp_path: Path) -> None:
    root = write_library(tmp_path, {SHOP / "tool/price.workflow.json": {**WORKFLOW, **earlier}}) / "src"

    made = published(root, WORKFLOW, replace=True).files["apps/shop/tool/price.workflow.json"]

    assert (made["version"], len(made["changes"])) == (2, 1)


def test_a_place_that_cannot_be_written_is_a_fault_and_nothing_is_left(tmp_path: Path) -> None:
    made = published(tmp_path, WORKFLOW, app="news", domains=["shop.example"])
    (tmp_path / "apps/news").mkdir(parents=True)
    (tmp_path / "apps/news/tool").write_text("a file where a folder should be")

    with pytest.raises(Fault, match="could not be written"):
        made.write(tmp_path)

    assert [each.name for each in (tmp_path / "apps/news").iterdir()] == ["tool"]
