"""What a manifest may not say, told when it is read: strictly as a fault, leniently by leaving the tool out."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.modules.config import Resources
from pollex.modules.discovery import LARGEST, read_manifest
from pollex.modules.manifest import check_manifest
from pollex.modules.modules import Modules

LEAST: Object = {"name": "a", "version": "1.0.0", "description": "A.", "package": "a", "type": "static", "tools": []}
GOOD: Object = {"name": "good", "function": "get"}


def choosing(*functions: Any, required: bool = True) -> Object:
    properties = {"how": {"enum": list(functions)}, "x": {"type": "number"}}
    parameters = {"type": "object", "properties": properties, "required": ["how"] if required else []}
    return {"name": "chosen", "function": "${how}", "parameters": parameters}


def pointers(*tools: Object, **fields: Any) -> list[str]:
    return [issue.pointer for issue in check_manifest(LEAST | {"tools": list(tools)} | fields).issues]


@pytest.mark.parametrize(
    ("tool", "pointer"),
    [
        ({"name": "t", "function": "${how}"}, "/tools/1/function"),
        (choosing(), "/tools/1/function"),
        (choosing("add", required=False), "/tools/1/function"),
        (choosing("add", "__spec__.loader.get_data"), "/tools/1/parameters/properties/how/enum/1"),
        (choosing("add", 5), "/tools/1/parameters/properties/how/enum/1"),
        ({"name": "t", "function": "os.${how}"}, "/tools/1/function"),
        ({"name": "t", "function": ""}, "/tools/1/function"),
        ({"name": "t", "function": "wrap.__globals__.get"}, "/tools/1/function"),
        ({"name": "t", "function": "_private"}, "/tools/1/function"),
        ({"name": "t", "function": "get.constructor"}, "/tools/1/function"),
        ({"name": "t", "function": "a..b"}, "/tools/1/function"),
        ({"name": "good", "function": "get"}, "/tools/1/name"),
        ({"name": "t", "function": "f", "resultMapping": {"success": {"a": "$.["}}},
         "/tools/1/resultMapping/success/a"),
        ({"name": "t", "function": "f", "resultMapping": {"failure": "$["}}, "/tools/1/resultMapping/failure"),
        ({"name": "t", "function": "f", "parameters": {"type": "object", "properties": []}},
         "/tools/1/parameters/properties"),
    ],
)  # fmt: skip
def test_a_tool_that_cannot_be_meant(tmp_path: Path, tool: Object, pointer: str) -> None:
    assert pointers(GOOD, tool) == [pointer]
    file = tmp_path / "module.json"
    file.write_text(json.dumps(LEAST | {"tools": [GOOD, tool]}))
    with pytest.raises(Fault) as raised:
        read_manifest(file)
    assert raised.value.pointer == pointer
    kept, issues = read_manifest(file, strict=False)
    assert ([one["name"] for one in kept.document["tools"]], len(issues)) == (["good"], 1)


def test_tools_that_can_be_meant() -> None:
    assert pointers(GOOD, choosing("add", "utils.format", "methods[0]", "root")) == []


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"package": "./\0x"}, "/package"),
        ({"package": "a\nb"}, "/package"),
        ({"package": ""}, "/package"),
        ({"ecosystem": "npm", "packageVersion": "file:/evil"}, "/packageVersion"),
        ({"ecosystem": "pypi", "packageVersion": "garbage"}, "/packageVersion"),
        ({"initialization": {"method": "constructor"}}, "/initialization/method"),
        ({"initialization": {"method": "__init__"}}, "/initialization/method"),
    ],
)
def test_a_module_that_cannot_be_meant(fields: Object, pointer: str) -> None:
    assert pointers(**fields) == [pointer]


def test_the_second_of_two_names_is_told_to_change() -> None:
    [issue] = check_manifest(LEAST | {"tools": [GOOD, GOOD]}).issues
    assert issue.to_json() == {
        "pointer": "/tools/1/name",
        "message": "There is already a tool 'good'.",
        "expected": "a name of its own",
        "received": "good",
        "hint": "Give one of them another name.",
    }


def test_a_name_that_another_module_has_is_told_to_change(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.json").write_text(json.dumps(LEAST | {"name": name, "tools": [GOOD]}))
    with pytest.raises(Fault) as raised:
        Modules(Registry(), [], Resources()).add(tmp_path)
    assert (raised.value.code, raised.value.hint) == ("conflict", "Give one of them another name.")


def test_a_folder_is_added_whole_or_not_at_all(tmp_path: Path) -> None:
    tools = Registry()
    for name, tool in (("a", GOOD), ("b", GOOD | {"function": ""})):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.json").write_text(json.dumps(LEAST | {"name": name, "tools": [tool]}))
    modules = Modules(tools, [], Resources())
    with pytest.raises(Fault, match="is no path"):
        modules.add(tmp_path)
    assert tools.names() == []
    (tmp_path / "b" / "module.json").unlink()
    assert [tool.name for tool in modules.add(tmp_path)] == ["good"]


def test_only_regular_files_of_bearable_size_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "module.json")
    (tmp_path / "large.module.json").write_text(" " * (LARGEST + 1))
    modules = Modules(Registry(), [], Resources())
    assert modules.add(tmp_path, strict=False) == []
    assert ["a manifest is a regular file" in problem.message for problem in modules.problems] == [True, True]
