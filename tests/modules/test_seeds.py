"""Document 004's blocks against the loader: what they configure, name, load and promise happens."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.pipeline.redact import Redactor
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.core.wire import tool_result
from pollex.modules.config import Resources, filled_config
from pollex.modules.discovery import find_manifests, read_manifest
from pollex.modules.modules import Modules
from pollex.modules.node import NodeRuntime
from pollex.modules.python import PythonRuntime

SEEDS = Path(__file__).parents[1] / "seeds"
NODE = Path(__file__).parent / "node"
LIBRARY = """
from pathlib import Path

class Client:
    def __init__(self, api_key="none"):
        with Path(__file__).with_name("made.txt").open("a") as made:
            made.write(api_key)
        self.api_key = api_key
        self.utils, self.methods = Utils(), [self.get]

    def get(self, url="/"):
        return {"data": [self.api_key, url], "status": 200, "request": "a socket"}

    method = get

class Utils:
    def format(self, url="/"):
        return f"<{url}>"

def create(options):
    return Client(options["apiKey"])

def getInstance():
    return Client("the only one")

def get(url="/"):
    return "nothing was made"

def fail(url):
    raise LookupError(f"no {url}")
"""
BASE: Object = {
    "name": "sample", "version": "1.0.0", "description": "A sample.", "package": "./library.py",
    "type": "constructor", "initialization": {"method": "Client"},
}  # fmt: skip
GET: Object = {
    "name": "get_it",
    "function": "get",
    "parameters": {"type": "object", "properties": {"url": {"type": "string"}}},
}


def blocks(check: str) -> list[str]:
    """The files of the blocks that name this check; a check that no block names is a mistake."""
    index = json.loads((SEEDS / "index.json").read_text())
    found = [block["json"] or block["file"] for block in index if block["check"] == f"modules/{check}"]
    assert found, f"no block is checked by modules/{check}"
    return found


def read(file: str) -> Any:
    return json.loads((SEEDS / file).read_text())


def write(folder: Path, *tools: Object, **fields: Any) -> Path:
    """A manifest of the sample library, and the library beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "library.py").write_text(LIBRARY)
    (folder / "module.json").write_text(json.dumps(BASE | {"tools": list(tools)} | fields))
    return folder / "module.json"


class Loaded:
    """Modules in a registry, and calls that are logged."""

    def __init__(self) -> None:
        self.tools = Registry()
        self.log = MemoryLog()
        self.modules = Modules(self.tools, [PythonRuntime(), NodeRuntime(home=NODE)], Resources())

    async def call(self, name: str, args: Object | None = None) -> Object:
        """The answer as document 004's ToolResult."""
        return tool_result(await invoke(Call(name, args or {}), Context(self.tools, log=self.log)))


@pytest.fixture
async def loaded() -> AsyncIterator[Loaded]:
    made = Loaded()
    yield made
    await made.modules.close()


@pytest.mark.parametrize("file", blocks("architecture"))
async def test_a_manifest_is_read_its_library_wrapped_its_functions_are_tools(
    file: str, loaded: Loaded, tmp_path: Path
) -> None:
    layers = ["module.json", "JsonModuleLoader", "GenericModule", "GenericTool"]
    assert [name for name in layers if name in (SEEDS / file).read_text()] == layers
    assert [each.name for each in loaded.modules.add(write(tmp_path, GET))] == ["get_it"]
    assert (await loaded.call("get_it"))["data"]["data"] == ["none", "/"]


CONFIGS: dict[str, Any] = {
    "004/04-dependencies.json": {"key": "k-1", "base": "https://api.example.com"},
    "004/05-initialization.json": {"baseURL": "https://api.example.com", "headers": {"Authorization": "Bearer k-1"}},
    "004/19-dependency-patterns.json": {"apiKey": "k-1", "baseURL": "https://api.example.com"},
}


@pytest.mark.parametrize("file", blocks("config"))
async def test_a_config_is_filled_from_dependencies_and_allowed_variables(file: str, tmp_path: Path) -> None:
    part = read(file)
    fields = {"initialization": part} if "config" in part else part
    whole = {"initialization": {"config": {"key": "${apiKey}", "base": "${baseURL}"}}} | fields
    manifest, _ = read_manifest(write(tmp_path, GET, **(read("004/04-dependencies.json") | whole)))

    allowed = Resources(environ={"API_KEY": "k-1"})
    assert await filled_config(manifest, allowed, Redactor().learn) == CONFIGS[file]
    with pytest.raises(Fault) as caught:
        await filled_config(manifest, Resources(), Redactor().learn)
    assert caught.value.pointer == "/dependencies/apiKey"


@pytest.mark.parametrize("file", blocks("whole_tool"))
async def test_a_whole_tool_is_offered_as_declared_and_its_result_mapped(
    file: str, loaded: Loaded, tmp_path: Path
) -> None:
    [entry] = read(file)["tools"]
    only_mapped = {name: value for name, value in entry.items() if name != "output"} | {"name": "only_mapped"}
    http_get, _ = loaded.modules.add(write(tmp_path, entry, only_mapped))
    assert http_get.output is not None
    assert [http_get.output.valid({"data": data, "status": 200}) for data in (None, [1], {"a": 1})] == [True] * 3
    assert not http_get.output.valid({"status": "200"})
    failure = Schema(entry["output"]["failure"])
    assert (failure.valid({"error": "e"}), failure.valid({"error": 1})) == (True, False)
    assert [issue.pointer for issue in http_get.input.check({"ulr": 1}).issues] == ["/ulr", "/url"]
    for name in ("http_get", "only_mapped"):
        mapped = {"data": ["none", "/a"], "status": 200}
        assert await loaded.call(name, {"url": "/a"}) == {"success": True, "data": mapped, "error": None}


@pytest.mark.parametrize("file", blocks("loader"))
def test_manifests_are_found_read_checked_and_loaded(file: str, loaded: Loaded, tmp_path: Path) -> None:
    promised = ("loadJsonModule", "discoverJsonModules", "validateConfiguration")
    assert all(name in (SEEDS / file).read_text() for name in promised)
    good, bad = write(tmp_path / "a" / "b", GET), write(tmp_path / "c", GET, type="class")
    assert find_manifests(tmp_path) == [good, bad]
    assert read_manifest(good)[0].name == "sample"
    with pytest.raises(Fault) as caught:
        read_manifest(bad)
    assert caught.value.pointer == "/type"
    assert [each.name for each in loaded.modules.add(good.parent)] == ["get_it"]


@pytest.mark.parametrize("file", blocks("module"))
async def test_a_module_is_made_ready_once_before_its_tools_are_used(file: str, loaded: Loaded, tmp_path: Path) -> None:
    assert "Supports both strict and lenient modes" in (SEEDS / file).read_text()
    broken = write(tmp_path, GET, {"name": "none"})
    with pytest.raises(Fault, match="function"):
        loaded.modules.add(broken)
    assert [each.name for each in loaded.modules.add(broken, strict=False)] == ["get_it"]
    assert [issue.pointer for issue in loaded.modules.problems] == ["/tools/1/function"]

    assert not (tmp_path / "made.txt").exists()
    answers = await asyncio.gather(*(loaded.call("get_it") for _ in range(5)))
    assert [answer["success"] for answer in answers] == [True] * 5
    assert (tmp_path / "made.txt").read_text() == "none"


@pytest.mark.parametrize("file", blocks("tool"))
async def test_a_tool_never_raises(file: str, loaded: Loaded, tmp_path: Path) -> None:
    kept = ("functionName", "errorType", "stack")
    assert all(f"{name}:" in (SEEDS / file).read_text() for name in kept)
    loaded.modules.add(write(tmp_path, GET, GET | {"name": "fail", "function": "fail", "instanceMethod": False}))

    assert (await loaded.call("get_it"))["success"]
    assert await loaded.call("fail", {"url": "/a"}) == {
        "success": False,
        "data": None,
        "error": "'fail' failed: no /a",
    }
    error = loaded.log.events[-1].data["error"]
    assert [error["functionName"], error["errorType"]] == ["fail", "LookupError"]
    assert "raise LookupError" in error["stack"]


ANSWERS: dict[str, Any] = {
    "get": {"data": ["none", "/a"], "status": 200, "request": "a socket"},
    "method": {"data": ["none", "/a"], "status": 200, "request": "a socket"},
    "utils.format": "</a>",
    "methods[0]": {"data": ["none", "/a"], "status": 200, "request": "a socket"},
}


@pytest.mark.parametrize("file", blocks("function_paths"))
async def test_a_function_is_found_by_its_path(file: str, loaded: Loaded, tmp_path: Path) -> None:
    paths = [entry["function"] for entry in read(file) if "$" not in entry["function"]]
    loaded.modules.add(write(tmp_path, *(GET | {"name": f"t{i}", "function": path} for i, path in enumerate(paths))))
    answers = [(await loaded.call(f"t{i}", {"url": "/a"}))["data"] for i in range(len(paths))]
    assert answers == [ANSWERS[path] for path in paths]


async def test_an_argument_chooses_the_function(loaded: Loaded, tmp_path: Path) -> None:
    [path] = [entry["function"] for entry in read("004/11-function-paths.json") if "$" in entry["function"]]
    properties = {"url": {"type": "string"}, "methodName": {"type": "string", "enum": ["get", "utils.format"]}}
    parameters = {"type": "object", "properties": properties, "required": ["methodName"]}
    loaded.modules.add(write(tmp_path, {"name": "any", "function": path, "parameters": parameters}))
    assert (await loaded.call("any", {"url": "/a", "methodName": "utils.format"}))["data"] == "</a>"
    assert not (await loaded.call("any", {"url": "/a", "methodName": "__init__"}))["success"]


SAMPLE: Object = {"url": "u", "array": [1], "size": 2, "target": {}, "sources": [{}], "date": "d", "format": "f"}
"""A fitting value for each parameter that the examples' tools have."""


@pytest.mark.parametrize("file", blocks("example"))
def test_an_example_loads_as_tools_with_usable_schemas(file: str, loaded: Loaded) -> None:
    document = read(file)
    added = loaded.modules.add(SEEDS / file)
    assert [each.name for each in added] == [entry["name"] for entry in document["tools"]]
    for offered, entry in zip(added, document["tools"], strict=True):
        known = entry["parameters"]["properties"]
        given = {name: value for name, value in SAMPLE.items() if name in known}
        missing = sorted(f"/{name}" for name in entry["parameters"].get("required", ()))
        checked = [offered.input.check(args).issues for args in (given, {**given, "unheard": 1}, {})]
        assert [[issue.pointer for issue in issues] for issues in checked] == [[], ["/unheard"], missing]
        for outcome in entry.get("output", {}).values():
            assert Schema(outcome).valid({"data": [None, {"a": 1}], "status": 200, "message": "m"})
            assert not Schema(outcome).valid({"status": "200"})


REAL: dict[str, list[tuple[str, Object, Any]]] = {
    "004/12-axios.json": [
        ("http_get", {"url": "SERVER/echo", "params": {"q": 1}}, {"path": "/echo?q=1", "mark": None}),
        ("http_post", {"url": "SERVER/echo"}, "'http_post' failed: Request failed with status code 501"),
    ],
    "004/13-lodash.json": [
        ("array_chunk", {"array": [1, 2, 3], "size": 2}, [[1, 2], [3]]),
        ("object_merge", {"target": {"a": {"b": 1}}, "sources": [{"a": {"c": 2}}]}, {"a": {"b": 1, "c": 2}}),
    ],
    "004/14-moment.json": [
        ("date_parse", {"date": "2024-02-29"}, "Moment"),
        ("date_format", {"format": "[a text]"}, "a text"),
    ],
}
"""Calls and what matters of their answers. The server here answers 501 to a POST; that of `node/` takes it."""


@pytest.mark.parametrize("file", blocks("example"))
async def test_an_example_works_with_the_real_package(
    file: str, loaded: Loaded, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("node") is None or not (NODE / "node_modules" / read(file)["package"]).exists():
        pytest.skip("there is no node, or the packages were not installed by the tests in node/")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    loaded.modules.add(SEEDS / file)
    for name, args, expected in REAL[file]:
        url = {"url": args["url"].replace("SERVER", server.address)} if "url" in args else {}
        answer = await loaded.call(name, args | url)
        said = answer["data"] or answer["error"]
        told = {"http_get": "data", "date_parse": "type"}.get(name)
        assert (said if told is None else said[told]) == expected


@pytest.mark.parametrize("file", blocks("class_module"))
async def test_a_module_written_as_a_class_lives_beside_one_written_as_json(
    file: str, loaded: Loaded, tmp_path: Path
) -> None:
    assert "static dependencies = ['apiKey']" in (SEEDS / file).read_text()

    class MyModule:
        def __init__(self, api_key: str) -> None:
            self.client = [api_key]

        def ask(self, url: str) -> list[str]:
            """Ask for a URL."""
            return [*self.client, url]

    loaded.tools.add(tool(MyModule("by hand").ask))
    as_json = {
        "dependencies": {"apiKey": {"type": "string", "default": "by manifest"}},
        "initialization": {"method": "Client", "config": {"apiKey": "${apiKey}"}},
    }
    loaded.modules.add(write(tmp_path, GET, **as_json))
    assert (await loaded.call("ask", {"url": "/a"}))["data"] == ["by hand", "/a"]
    assert (await loaded.call("get_it", {"url": "/a"}))["data"]["data"] == ["by manifest", "/a"]


WAYS: dict[str, tuple[Object, Any]] = {
    "constructor": ({"method": "Client", "config": {"apiKey": "k-1"}}, "k-1"),
    "factory": ({"config": {"apiKey": "k-1"}}, "k-1"),
    "singleton": ({}, "the only one"),
    "static": ({}, None),
}


@pytest.mark.parametrize("file", blocks("initialization"))
async def test_a_library_is_initialised_in_four_ways(file: str, tmp_path: Path) -> None:
    keys: dict[str, Any] = {}
    for way in read(file):
        loaded = Loaded()
        loaded.modules.add(write(tmp_path / way, GET, type=way, initialization=WAYS[way][0]))
        answer = (await loaded.call("get_it"))["data"]
        keys[way] = None if answer == "nothing was made" else answer["data"][0]
        await loaded.modules.close()
    assert keys == {way: key for way, (_, key) in WAYS.items()}
