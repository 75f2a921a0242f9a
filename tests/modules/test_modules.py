"""Manifests as tools, with a runtime that stands for any: what is filled, mapped, checked and passed over."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pollex.core.call import Call
from pollex.core.casing import snake
from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object, dumps
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.secret import EnvironmentSecrets, Secret
from pollex.modules.config import Resources
from pollex.modules.draft import ModuleDraft
from pollex.modules.modules import Modules
from pollex.modules.runtime import CallPlan, Ecosystem, Handle, Installed, LibraryFailure, Manifest
from pollex.testing import FakeSecrets

BASE: Object = {
    "name": "shop", "version": "1.0.0", "description": "A shop.", "package": "shop-client", "type": "factory",
}  # fmt: skip
FIND: Object = {
    "name": "find_item",
    "description": "Find an item.",
    "function": "items.find",
    "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}


class FakeLibrary:
    def __init__(self, answers: Any) -> None:
        self.answers = answers
        self.calls: list[tuple[str, Object, str | None]] = []

    async def plan(self, tool: Object) -> CallPlan:
        if tool["function"] not in self.answers:
            raise Fault("not_found", f"There is no {tool['function']!r}.", hint="Did you mean 'items.find'?")
        return CallPlan(tool["function"], f"{tool['function']}(name)", "signature")

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        self.calls.append((tool["function"], args, instance))
        answer = self.answers[tool["function"]]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None: ...


class FakeRuntime:
    def __init__(self, answers: Any, *, ecosystem: Ecosystem = "pypi", version: str | None = "1.4.0") -> None:
        self.ecosystem: Ecosystem = ecosystem
        self.library = FakeLibrary(answers)
        self.configs: list[Any] = []
        self._version = version

    def find(self, manifest: Manifest) -> Installed | None:
        return None if self._version is None else Installed(self.ecosystem, self._version, "here")

    async def load(self, manifest: Manifest, config: Any) -> FakeLibrary:
        self.configs.append(config)
        return self.library

    async def draft(self, manifest: Manifest) -> ModuleDraft:
        return ModuleDraft({"package": manifest.package, "ecosystem": self.ecosystem}, ())

    async def close(self) -> None: ...


def write(folder: Path, *tools: Object, **fields: Any) -> Path:
    file = folder / "module.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(BASE | {"tools": list(tools)} | fields))
    return file


async def call(
    file: Path, runtime: FakeRuntime, args: Object, *, resources: Resources | None = None, log: MemoryLog | None = None
) -> Result:
    tools = Registry()
    [tool, *_] = Modules(tools, [runtime], resources or Resources()).add(file)
    return await invoke(Call(tool.name, args), Context(tools, log=log))


async def test_a_function_becomes_a_tool(tmp_path: Path) -> None:
    runtime = FakeRuntime({"items.find": {"id": 7}})
    result = await call(write(tmp_path, FIND), runtime, {"name": "lamp"})
    assert result.data == {"id": 7}
    assert runtime.library.calls == [("items.find", {"name": "lamp"}, None)]


async def test_nothing_is_loaded_before_the_first_call(tmp_path: Path) -> None:
    runtime = FakeRuntime({})
    Modules(Registry(), [runtime], Resources()).add(write(tmp_path, FIND))
    assert runtime.configs == []


async def test_the_config_is_filled_from_dependencies(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        FIND,
        dependencies={
            "apiKey": {"type": "string", "required": True},
            "retries": {"type": "number", "default": 3},
            "baseURL": {"type": "string"},
            "region": {"type": "string"},
        },
        initialization={
            "config": {
                "headers": {"Authorization": "Bearer ${apiKey}"},
                "retries": "${retries}",
                "baseURL": "${baseURL}",
                "places": ["${region}", "${env.PLACE}"],
            }
        },
    )
    runtime = FakeRuntime(
        {"items.find": LibraryFailure("items.find", "Error", "bad key s3cret-key", "stack s3cret-key")}
    )
    log = MemoryLog()
    resources = Resources(
        environ={"SHOP_REGION": "south", "PLACE": "x"}, secrets=FakeSecrets({"shop.apiKey": "s3cret-key"})
    )
    result = await call(file, runtime, {"name": "lamp"}, resources=resources, log=log)
    assert runtime.configs == [
        {"headers": {"Authorization": "Bearer s3cret-key"}, "retries": 3, "places": ["south", "x"]}
    ]
    assert "s3cret-key" not in dumps([result.to_json(), *(event.to_json() for event in log.events)])


async def test_a_missing_dependency_says_how_to_give_it(tmp_path: Path) -> None:
    file = write(tmp_path, FIND, dependencies={"apiKey": {"required": True}}, initialization={"config": "${apiKey}"})
    result = await call(file, FakeRuntime({}), {"name": "x"})
    assert result.fault is not None
    assert result.fault.pointer == "/dependencies/apiKey"
    assert "SHOP_API_KEY" in (result.fault.hint or "")


async def test_variables_outside_the_allow_list_cannot_be_read(tmp_path: Path) -> None:
    file = write(tmp_path, FIND, initialization={"config": {"path": "${env.HOME}"}})
    result = await call(file, FakeRuntime({}), {"name": "x"})
    assert result.fault is not None
    assert result.fault.code == "unknown_reference"


async def test_results_are_mapped_or_narrowed_to_what_is_declared(tmp_path: Path) -> None:
    answer = {"data": {"id": 7}, "status": 200, "request": {"socket": "…"}}
    mapped = FIND | {"resultMapping": {"success": {"id": "$.data.id"}}}
    assert (await call(write(tmp_path, mapped), FakeRuntime({"items.find": answer}), {"name": "x"})).data == {"id": 7}
    shape = {"type": "object", "properties": {"data": {"type": "any"}, "status": {"type": "number"}}}
    declared = FIND | {"output": {"success": shape}}
    result = await call(write(tmp_path, declared), FakeRuntime({"items.find": answer}), {"name": "x"})
    assert result.data == {"data": {"id": 7}, "status": 200}


async def test_a_failure_carries_the_declared_data_and_its_stack_only_in_the_log(tmp_path: Path) -> None:
    shape = {"type": "object", "properties": {"message": {"type": "string"}, "code": {"type": "string"}}}
    failure = LibraryFailure("items.find", "HttpError", "gone", "at line 7", {"code": "E404", "secretish": 1})
    log = MemoryLog()
    tool = FIND | {"output": {"failure": shape}}
    result = await call(write(tmp_path, tool), FakeRuntime({"items.find": failure}), {"name": "x"}, log=log)
    assert result.data == {"message": "gone", "code": "E404"}
    assert result.fault is not None
    assert (result.fault.code, result.fault.received) == ("failed", "HttpError")
    error = log.events[-1].data["error"]
    assert (error["functionName"], error["errorType"], error["stack"]) == ("items.find", "HttpError", "at line 7")
    assert "line 7" not in dumps(result.to_json())
    assert result.notes == ()


@pytest.mark.parametrize(
    ("mapping", "data"),
    [
        ({}, {"message": "gone", "code": 404}),
        ({"resultMapping": {"failure": {"code": "$.code"}}}, {"code": 404}),
    ],
)
async def test_data_of_a_failure_that_breaks_its_schema_has_a_note(
    tmp_path: Path, mapping: Object, data: Object
) -> None:
    shape = {"type": "object", "properties": {"message": {"type": "string"}, "code": {"type": "string"}}}
    failure = LibraryFailure("items.find", "HttpError", "gone", "at line 7", {"code": 404})
    tool = FIND | mapping | {"output": {"failure": shape}}
    result = await call(write(tmp_path, tool), FakeRuntime({"items.find": failure}), {"name": "x"})
    assert result.data == data
    assert result.fault is not None
    assert result.fault.code == "failed"
    [note] = result.notes
    assert "The data of this failure breaks what 'find_item' declares as output.failure: " in note
    assert "/code" in note


async def test_handles(tmp_path: Path) -> None:
    make = {"name": "open_cart", "function": "cart", "resultMapping": {"transform": "instance"}}
    runtime = FakeRuntime({"cart": Handle("h1", "Cart"), "total": 9})
    tools = Registry()
    Modules(tools, [runtime], Resources()).add(write(tmp_path, make, {"name": "cart_total", "function": "total"}))
    context = Context(tools)
    handle = (await invoke(Call("open_cart"), context)).data
    assert handle == {"instance": "h1", "type": "Cart"}
    assert (await invoke(Call("cart_total", {"instance": handle["instance"]}), context)).data == 9
    assert runtime.library.calls[-1] == ("total", {}, "h1")


async def test_an_argument_may_choose_among_listed_functions(tmp_path: Path) -> None:
    runtime = FakeRuntime({"add": 1, "items.find": 2})
    assert (await call(write(tmp_path, CHOOSE), runtime, {"how": "add", "name": "x"})).data == 1
    assert runtime.library.calls == [("add", {"name": "x"}, None)]
    assert not (await call(write(tmp_path, CHOOSE), runtime, {"how": "eval"})).ok


@pytest.mark.parametrize(
    ("fields", "runtimes", "code", "pointer"),
    [
        ({}, [FakeRuntime({}, version=None)], "unavailable", "/package"),
        ({"packageVersion": ">=2"}, [FakeRuntime({})], "unavailable", "/packageVersion"),
        ({}, [FakeRuntime({}), FakeRuntime({}, ecosystem="npm")], "ambiguous", "/ecosystem"),
        ({"ecosystem": "npm"}, [FakeRuntime({})], "unavailable", "/package"),
    ],
)
async def test_which_package_is_meant(tmp_path: Path, fields: Any, runtimes: Any, code: str, pointer: str) -> None:
    tools = Registry()
    Modules(tools, runtimes, Resources()).add(write(tmp_path, FIND, **fields))
    fault = (await invoke(Call("find_item", {"name": "x"}), Context(tools))).fault
    assert fault is not None
    assert (fault.code, fault.pointer) == (code, pointer)


async def test_the_ecosystem_can_be_named(tmp_path: Path) -> None:
    python, node = FakeRuntime({"items.find": "py"}), FakeRuntime({"items.find": "js"}, ecosystem="npm")
    tools = Registry()
    Modules(tools, [python, node], Resources()).add(write(tmp_path, FIND, ecosystem="npm", packageVersion="^1.0.0"))
    assert (await invoke(Call("find_item", {"name": "x"}), Context(tools))).data == "js"


def test_strict_refuses_and_lenient_keeps_the_good_tools(tmp_path: Path) -> None:
    file = write(tmp_path, FIND, {"name": "no function"})
    with pytest.raises(Fault) as caught:
        Modules(Registry(), [], Resources()).add(file)
    assert {issue.pointer for issue in caught.value.issues} == {"/tools/1/name", "/tools/1/function"}
    assert {issue.file for issue in caught.value.issues} == {str(file)}
    modules = Modules(Registry(), [], Resources())
    assert [tool.name for tool in modules.add(file, strict=False)] == ["find_item"]
    assert len(modules.problems) == 2


def test_modules_below_a_folder_are_found_and_clashes_are_told(tmp_path: Path) -> None:
    write(tmp_path / "a", FIND)
    write(tmp_path / "b", FIND, FIND | {"name": "other"}, name="market")
    write(tmp_path / "c" / "node_modules" / "x", FIND | {"name": "hidden"})
    write(tmp_path / "d", FIND | {"name": "third"})
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "module.json").write_text("{")
    modules = Modules(Registry(), [], Resources())
    assert [tool.name for tool in modules.add(tmp_path, strict=False)] == ["find_item", "other"]
    for problem, said in zip(modules.problems, ["already a tool", "two modules 'shop'", "not JSON"], strict=True):
        assert said in problem.message
    tools = Registry()
    with pytest.raises(Fault, match="already a tool"):
        Modules(tools, [], Resources()).add(tmp_path)
    assert tools.names() == []


async def test_a_manifest_that_changes_is_read_again(tmp_path: Path) -> None:
    file = write(tmp_path / "a", FIND)
    tools, runtime = Registry(), FakeRuntime({"items.find": 1, "items.all": 2})
    modules = Modules(tools, [runtime], Resources())
    modules.add(tmp_path)

    async def changed() -> list[str]:
        modules._next_look = 0
        await modules.refresh()
        return tools.names()

    kept = tools.get("find_item")
    assert await changed() == ["find_item"]
    assert tools.get("find_item") is kept  # not read again: the file is the same
    write(tmp_path / "a", FIND | {"name": "all_items", "function": "items.all"})
    assert await changed() == ["all_items"]
    assert (await invoke(Call("all_items", {"name": "x"}), Context(tools))).data == 2
    write(tmp_path / "b", FIND, name="market")
    assert await changed() == ["all_items", "find_item"]
    file.write_text("{")
    assert await changed() == ["all_items", "find_item"]  # a file half written loses nothing
    assert [problem.file for problem in modules.problems] == [str(file)]
    file.unlink()
    assert await changed() == ["find_item"]


async def test_looking_for_changes_happens_at_most_once_a_second(tmp_path: Path) -> None:
    modules = Modules(Registry(), [], Resources())
    write(tmp_path / "a", FIND)
    modules.add(tmp_path)
    await modules.refresh()
    write(tmp_path / "a", FIND | {"name": "other"})
    await modules.refresh()
    assert modules.tools.names() == ["find_item"]


async def test_dependencies_can_be_given_by_hand_and_secrets_among_them_are_not_told(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        FIND,
        dependencies={"token": {"type": "string", "required": True}},
        initialization={"type": "factory", "config": {"auth": "Bearer ${token}"}},
    )
    runtime, tools = FakeRuntime({"items.find": "for s3same-open"}), Registry()
    Modules(tools, [runtime], Resources()).add(file, given={"token": Secret("token", "s3same-open")})
    result = await invoke(Call("find_item", {"name": "lamp"}), Context(tools))
    assert runtime.configs == [{"auth": "Bearer s3same-open"}]
    assert result.data == "for {{secret.token}}"


async def test_check_says_how_each_tool_is_called_and_what_could_be_better(tmp_path: Path) -> None:
    report = await Modules(Registry(), [FakeRuntime({"items.find": 1})], Resources()).check(write(tmp_path, FIND))
    assert report.plans["find_item", "items.find"].how == "items.find(name)"
    assert report.issues == ()
    assert [issue.pointer for issue in report.advice] == ["/tools/0/examples", "/tools/0/parameters/properties/name"]


async def test_check_finds_what_is_not_there(tmp_path: Path) -> None:
    modules = Modules(Registry(), [FakeRuntime({"items.find": 1})], Resources())
    report = await modules.check(write(tmp_path, FIND, FIND | {"name": "other", "function": "items.fnd"}))
    assert [(issue.pointer, issue.hint) for issue in report.issues] == [
        ("/tools/1/function", "Did you mean 'items.find'?")
    ]
    wrong = FIND | {
        "examples": [{"nme": "x"}],
        "parameters": {"type": "object", "properties": {"name": {"type": "strng"}}},
    }
    assert (await modules.check(write(tmp_path, wrong))).issues


CHOOSE: Object = {
    "name": "compute",
    "function": "${how}",
    "parameters": {
        "type": "object",
        "properties": {"how": {"enum": ["add", "items.find"]}, "name": {"type": "string"}},
        "required": ["how"],
    },
}


async def test_check_shows_every_function_that_may_be_chosen(tmp_path: Path) -> None:
    modules = Modules(Registry(), [FakeRuntime({"add": 1, "items.find": 2})], Resources())
    report = await modules.check(write(tmp_path, CHOOSE))
    assert [(tool["name"], tool["how"]) for tool in report.to_json()["tools"]] == [
        ("compute", "add(name)"),
        ("compute", "items.find(name)"),
    ]


async def test_a_check_that_takes_too_long_says_what_it_waited_for(tmp_path: Path) -> None:
    class Stuck(FakeRuntime):
        async def load(self, manifest: Manifest, config: Any) -> FakeLibrary:
            await asyncio.sleep(60)
            return self.library

    class StuckLibrary(FakeLibrary):
        async def plan(self, tool: Object) -> CallPlan:
            await asyncio.sleep(60)
            raise AssertionError

    reading = FakeRuntime({})
    reading.library = StuckLibrary({})
    for runtime, said in ((Stuck({}), "Loading the library of 'shop'"), (reading, "Reading 'items.find'")):
        with pytest.raises(Fault) as raised:
            await Modules(Registry(), [runtime], Resources()).check(write(tmp_path, FIND), 0.1)
        assert (raised.value.code, raised.value.message) == ("timeout", f"{said} took longer than 0.1 s.")


@pytest.mark.parametrize(
    ("dependency", "about", "told"),
    [
        ("apiKey", {}, False),
        ("ACCESS_TOKENS", {}, False),
        ("auth", {}, False),
        ("author", {}, True),
        ("region", {}, True),
        ("region", {"secret": True}, False),
        ("apiKey", {"secret": False}, True),
    ],
)
@pytest.mark.parametrize("by_hand", [True, False])
async def test_a_dependency_that_sounds_like_a_secret_is_not_told(
    tmp_path: Path, dependency: str, about: Object, told: bool, by_hand: bool
) -> None:
    file = write(tmp_path, FIND, dependencies={dependency: about}, initialization={"config": f"${{{dependency}}}"})
    tools, runtime = Registry(), FakeRuntime({"items.find": "made with v4lue-12"})
    environ = {} if by_hand else {"SHOP_" + snake(dependency).upper(): "v4lue-12"}
    modules = Modules(tools, [runtime], Resources(environ=environ))
    modules.add(file, given={dependency: "v4lue-12"} if by_hand else None)
    for _ in range(2):  # also for one who comes later, with a memory of his own
        result = await invoke(Call("find_item", {"name": "x"}), Context(tools))
        assert runtime.configs == ["v4lue-12"]
        assert result.data == f"made with {'v4lue-12' if told else '{{secret.shop.' + dependency + '}}'}"


@pytest.mark.parametrize(
    ("dependency", "variable"),
    [("token", "POLLEX_SECRET_SHOP_TOKEN"), ("apiKey", "POLLEX_SECRET_SHOP_API_KEY"),
     ("apiKey", "POLLEX_SECRET_SHOP_APIKEY")],
)  # fmt: skip
async def test_a_credential_in_the_environment_serves_a_dependency(
    tmp_path: Path, dependency: str, variable: str
) -> None:
    config = {"config": f"${{{dependency}}}"}
    file = write(tmp_path, FIND, dependencies={dependency: {"required": True}}, initialization=config)
    runtime = FakeRuntime({"items.find": "with s3cret-key"})
    resources = Resources(secrets=EnvironmentSecrets({variable: "s3cret-key"}))
    result = await call(file, runtime, {"name": "x"}, resources=resources)
    assert runtime.configs == ["s3cret-key"]
    assert result.data == f"with {{{{secret.shop.{dependency}}}}}"


async def test_a_method_that_makes_an_instance_can_be_told_on_which(tmp_path: Path) -> None:
    keep = {"resultMapping": {"transform": "instance"}}
    make, add = {"name": "make", "function": "root", **keep}, {"name": "add", "function": "add", **keep}
    runtime = FakeRuntime({"root": Handle("h1", "Day"), "add": Handle("h2", "Day")})
    tools = Registry()
    Modules(tools, [runtime], Resources()).add(write(tmp_path, make, add))
    assert (await invoke(Call("make"), Context(tools))).data == {"instance": "h1", "type": "Day"}
    assert (await invoke(Call("add", {"instance": "h1"}), Context(tools))).data == {"instance": "h2", "type": "Day"}
    assert (await invoke(Call("add"), Context(tools))).ok
    assert runtime.library.calls == [("root", {}, None), ("add", {}, "h1"), ("add", {}, None)]


async def test_a_parameter_that_is_named_instance_is_the_functions_own(tmp_path: Path) -> None:
    make = {"name": "make", "function": "make", "resultMapping": {"transform": "instance"}}
    own = {"type": "object", "properties": {"instance": {"type": "integer"}}, "required": ["instance"]}
    runtime = FakeRuntime({"make": Handle("h1", "Day"), "use": "used"})
    tools = Registry()
    Modules(tools, [runtime], Resources()).add(
        write(tmp_path, make, {"name": "use", "function": "use", "parameters": own})
    )
    assert (await invoke(Call("use", {"instance": 5}), Context(tools))).data == "used"
    assert runtime.library.calls == [("use", {"instance": 5}, None)]


async def test_notes_about_a_value_are_in_the_result_unless_they_are_about_what_is_left_out(tmp_path: Path) -> None:
    noted = Result.success({"a": None, "b": 1}, notes=("/a: NaN is no JSON; null", "/c/d: cut", "the value: cut"))
    shape = {"type": "object", "properties": {"a": {}}}
    for more, data, notes in (
        ({}, noted.data, noted.notes),
        ({"output": {"success": shape}}, {"a": None}, ("/a: NaN is no JSON; null", "the value: cut")),
        ({"resultMapping": {"success": {"b": "$.b"}}}, {"b": 1}, noted.notes),
    ):
        result = await call(write(tmp_path, FIND | more), FakeRuntime({"items.find": noted}), {"name": "x"})
        assert (result.data, result.notes) == (data, notes)


async def test_a_range_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    result = await call(write(tmp_path, FIND, packageVersion="garbage"), FakeRuntime({}), {"name": "x"})
    assert result.fault is not None
    assert result.fault.message == "'garbage' is not a range of versions."
    assert result.fault.pointer == "/packageVersion"


async def test_a_file_beside_the_manifest_has_to_be_written_as_one(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("")
    result = await call(write(tmp_path, FIND, package="thing.py"), FakeRuntime({}, version=None), {"name": "x"})
    assert result.fault is not None
    assert result.fault.hint == "A file beside the manifest is written './thing.py'."


async def events(file: Path, runtime: FakeRuntime, calls: int = 1, given: Object | None = None) -> list[Any]:
    """What is written about modules when a tool is called so many times."""
    tools, log = Registry(), MemoryLog()
    Modules(tools, [runtime], Resources()).add(file, given=given)
    context = Context(tools, log=log)
    for _ in range(calls):
        await invoke(Call("find_item", {"name": "x"}), context)
    return [(each.kind, each.data) for each in await log.read(context.run) if each.kind.startswith("module.")]


async def test_the_first_call_writes_that_the_library_was_loaded(tmp_path: Path) -> None:
    loaded = {"module": "shop", "package": "shop-client", "ecosystem": "pypi", "version": "1.4.0"}
    assert await events(write(tmp_path, FIND), FakeRuntime({"items.find": 1}), calls=2) == [("module.loaded", loaded)]


async def test_every_call_that_cannot_load_the_library_writes_why(tmp_path: Path) -> None:
    written = await events(write(tmp_path, FIND), FakeRuntime({}, version=None), calls=2)
    assert [kind for kind, _ in written] == ["module.failed", "module.failed"]
    assert written[0][1]["module"] == "shop"
    assert written[0][1]["fault"]["message"] == "The package 'shop-client' is not there."


async def test_what_is_written_of_a_failed_module_has_no_secrets(tmp_path: Path) -> None:
    class Refusing(FakeRuntime):
        async def load(self, manifest: Manifest, config: Any) -> FakeLibrary:
            raise Fault("failed", f"The server refused {config['key']!r}.")

    needs = {"dependencies": {"apiKey": {"required": True}}, "initialization": {"config": {"key": "${apiKey}"}}}
    [(kind, data)] = await events(write(tmp_path, FIND, **needs), Refusing({}), given={"apiKey": "hunter2-hunter2"})
    assert kind == "module.failed"
    assert data["fault"]["message"].startswith("The server refused")
    assert "hunter2" not in dumps(data)
