"""Document 004's manifests against the manifest's schema, and what that schema says of its own."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.modules.manifest import MANIFEST, TOOL, check_manifest

SEEDS = Path(__file__).parent
LEAST: dict[str, Any] = {
    "name": "a",
    "version": "1.0.0",
    "description": "A.",
    "package": "a",
    "type": "constructor",
    "tools": [],
}


def read(file: str) -> Any:
    return json.loads((SEEDS / file).read_text())


def pointers(document: Any) -> list[str]:
    return [issue.pointer for issue in check_manifest(document).issues]


def manifest_basic(file: str) -> None:
    issues = check_manifest(read(file)).issues
    assert [issue.pointer for issue in issues] == ["/type"]
    assert issues[0].expected == 'one of "constructor", "factory", "singleton", "static"'


def manifest_migration(file: str) -> None:
    assert sorted(pointers(read(file))) == ["/description", "/tools", "/type", "/version"]


def manifest_table(file: str) -> None:
    table = read(file)
    assert set(MANIFEST["required"]) == set(table["required"])
    assert MANIFEST["properties"].keys() == {*table["required"], *table["optional"], "ecosystem"}


def manifest_tool(file: str) -> None:
    ours = {"call", "effect", "effectGuessed", "examples", "timeout"}
    assert TOOL["properties"].keys() == {*read(file)} | ours


CHECKS: dict[str, Callable[[str], None]] = {
    "manifest_basic": manifest_basic,
    "manifest_migration": manifest_migration,
    "manifest_table": manifest_table,
    "manifest_tool": manifest_tool,
}
BLOCKS = [block for block in read("index.json") if (block["check"] or "").startswith("manifest_")]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["file"])
def test_a_seed_is_as_expected(block: dict[str, Any]) -> None:
    CHECKS[block["check"]](block["json"])


def undescribed(schema: Any, place: str) -> Iterator[str]:
    if "description" not in schema:
        yield place
    for name, child in schema.get("properties", {}).items():
        yield from undescribed(child, f"{place}/{name}")
    inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", [])]
    yield from (found for child in inner if isinstance(child, dict) for found in undescribed(child, f"{place}/*"))


def test_everything_in_the_manifest_is_described() -> None:
    assert list(undescribed(MANIFEST, "")) == []


def test_the_root_type_decides() -> None:
    assert pointers(LEAST | {"initialization": {"type": "factory"}}) == ["/initialization/type"]
    assert pointers(LEAST | {"initialization": {"type": "constructor"}}) == []


def test_all_mistakes_come_at_once() -> None:
    broken = LEAST | {
        "name": "My Module",
        "version": "1",
        "ecosystem": "cargo",
        "pakage": "a",
        "tools": [{"name": "get it"}],
    }
    assert sorted(pointers(broken)) == [
        "/ecosystem",
        "/name",
        "/pakage",
        "/tools/0/function",
        "/tools/0/name",
        "/version",
    ]


def test_a_tool_is_awaited_and_belongs_to_the_instance_unless_it_says_otherwise() -> None:
    checked = check_manifest(LEAST | {"tools": [{"name": "get", "function": "get"}]})
    assert checked.value["tools"] == [{"name": "get", "function": "get", "async": True, "instanceMethod": True}]
