"""Packages and files of each kind, the four ways of making them ready, and what is said when that fails."""

import json
from pathlib import Path
from typing import Any

import pytest

from pollex.builtin.doctor import examine
from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.registry import Registry
from pollex.modules.node import NodeRuntime
from pollex.modules.node.binary import find_node, find_npm, version_of
from pollex.modules.runtime import CallPlan, Handle, Installed, Manifest
from pollex.settings import Settings

CLIENT = """class Client { constructor(config) { this.config = config; } show(x) { return [this.config, x]; }
    static getInstance(config) { return new Client(config); } }
"""
X: dict[str, Any] = {"x": {}}


async def test_a_package_that_is_an_es_module_only(load: Any, packages: Path) -> None:
    schema = {"type": "object", "properties": {"size": {"type": "integer"}}}
    tools = [{"name": "new_id", "function": "nanoid", "parameters": schema}]
    nanoid = await load.manifest({"package": "nanoid", "tools": tools}, packages)

    assert len(await nanoid.call("new_id", {"size": 7})) == 7
    assert await nanoid.plan("new_id") == CallPlan("nanoid", "nanoid(size)", "code")


async def test_a_scoped_package_and_its_default_export(load: Any, packages: Path) -> None:
    schema = {"type": "object", "properties": {"string": {"type": "string"}, "separator": {"type": "string"}}}
    tools = [
        {"name": "slug", "function": "root", "parameters": schema},
        {"name": "counter", "function": "slugifyWithCounter", "resultMapping": {"transform": "instance"}},
    ]
    slugify = await load.manifest({"package": "@sindresorhus/slugify", "tools": tools}, packages)

    assert await slugify.call("slug", {"string": "I ♥ Dogs", "separator": "_"}) == "i_love_dogs"
    assert isinstance(await slugify.call("counter", {}), Handle)
    assert await slugify.plan("slug") == CallPlan("root", "root(string, {separator})", "code")


async def test_a_file_inside_a_package(load: Any, packages: Path) -> None:
    tools = [{"name": "chunk", "function": "root", "parameters": {"type": "object", "properties": X}}]
    chunk = await load.manifest({"package": "lodash/chunk", "tools": tools}, packages)

    assert await chunk.call("chunk", {"x": [1, 2]}) == [[1], [2]]


async def test_a_package_in_the_home_folder(packages: Path, tmp_path: Path) -> None:
    manifest = Manifest({"name": "it", "package": "lodash", "type": "static", "tools": []}, tmp_path / "module.json")

    assert NodeRuntime().find(manifest) is None
    found = NodeRuntime(home=packages).find(manifest)
    assert found == Installed("npm", found.version if found else "", str(packages / "node_modules" / "lodash"))


async def test_a_package_that_only_import_may_load(load: Any, tmp_path: Path) -> None:
    folder = tmp_path / "node_modules" / "only"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"type": "module", "exports": {"import": "./a.js"}, "version": "2.0.0"}')
    (folder / "a.js").write_text("await null; export const one = () => 1; export default { two: () => 2 };")
    tools = [{"name": "one", "function": "one"}, {"name": "two", "function": "two"}]
    only = await load.manifest({"package": "only", "tools": tools}, tmp_path)

    assert [await only.call("one", {}), await only.call("two", {})] == [1, 2]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("it.js", "exports.same = (x) => x;"),
        ("it.cjs", "exports.same = (x) => x;"),
        ("it.mjs", "await null; export const same = (x) => x;"),
    ],
)
async def test_local_files(load: Any, name: str, code: str) -> None:
    module = await load.code(code, "same", name=name, parameters=X)

    assert await module.call("t0", {"x": 1}) == 1


@pytest.mark.parametrize("name", ["it.js", "it.mjs"])
async def test_a_local_file_that_changed_is_read_anew(load: Any, name: str) -> None:
    await load.code("export const one = () => 1;" if name == "it.mjs" else "exports.one = () => 1;", "one", name=name)
    code = "export const one = () => 2;" if name == "it.mjs" else "exports.one = () => 2;"

    module = await load.code(code, "one", name=name)

    assert await module.call("t0", {}) == 2


@pytest.mark.parametrize(
    ("code", "name", "fields"),
    [
        (f"{CLIENT} module.exports = Client;", "it.js", {"type": "constructor"}),
        (f"{CLIENT} exports.Client = Client; exports.other = 1;", "it.js", {"type": "constructor"}),
        (f"export default {CLIENT}", "it.mjs", {"type": "constructor"}),
        (f"{CLIENT} exports.A = class {{}}; exports.Client = Client;", "it.js",
         {"type": "constructor", "initialization": {"method": "Client"}}),
        (f"{CLIENT} exports.create = (c) => new Client(c);", "it.js", {"type": "factory"}),
        (f"{CLIENT} exports.make = async (c) => new Client(c);", "it.js",
         {"type": "factory", "initialization": {"method": "make"}}),
        (f"{CLIENT} module.exports = (c) => new Client(c);", "it.js", {"type": "factory"}),
        (f"{CLIENT} module.exports = (c) => new Client(c);", "it.js",
         {"type": "factory", "initialization": {"treatAsConstructor": True}}),
        (f"{CLIENT} module.exports = Client;", "it.js", {"type": "singleton"}),
        (f"{CLIENT} exports.shared = (c) => new Client(c);", "it.js",
         {"type": "singleton", "initialization": {"method": "shared"}}),
    ],
)  # fmt: skip
async def test_ways_of_making_an_instance(load: Any, code: str, name: str, fields: dict[str, Any]) -> None:
    module = await load.code(code, "show", name=name, parameters=X, config={"key": [1]}, **fields)

    assert await module.call("t0", {"x": 2}) == [{"key": [1]}, 2]


async def test_paths_and_what_this_is_in_them(load: Any) -> None:
    code = "exports.a = {b: {n: 5, get() { return this.n; }}, list: [() => 'first']}; exports.n = 1;"
    module = await load.code(code, "a.b.get", "a.list[0]")

    assert [await module.call("t0", {}), await module.call("t1", {})] == [5, "first"]


async def test_a_function_of_the_library_beside_those_of_the_instance(load: Any) -> None:
    code = """module.exports = class {
        who() { return "instance"; } static who() { return "class"; } static only() { return 1; }
    };"""
    on_instance = await load.code(code, "who", "only", type="constructor")
    on_library = await load.code(code, "who", type="constructor", tool={"instanceMethod": False})

    assert [await on_instance.call("t0", {}), await on_instance.call("t1", {})] == ["instance", 1]
    assert await on_library.call("t0", {}) == "class"


@pytest.mark.parametrize(
    ("path", "message", "hint"),
    [
        ("formt", "The function 'formt' is not there: the library has no 'formt'.", "Did you mean 'format'?"),
        ("utils.joinn", "The function 'utils.joinn' is not there: utils has no 'joinn'.", "Did you mean 'join'?"),
        ("nope.join", "The function 'nope.join' is not there: the library has no 'nope'.", None),
        ("utils", "The function 'utils' is not there: 'utils' of the library is no function.", None),
        ("root", "The function 'root' is not there: the library itself is no function.", None),
        ("list[1]", "The function 'list[1]' is not there: list has no '1'.", None),
    ],
)
async def test_a_path_that_leads_nowhere(load: Any, path: str, message: str, hint: str | None) -> None:
    module = await load.code("exports.format = () => 1; exports.utils = {join() {}}; exports.list = [() => 1];", path)

    with pytest.raises(Fault) as raised:
        await module.plan("t0")

    fault = raised.value
    assert (fault.code, fault.message, fault.hint) == ("not_found", message, hint)
    assert fault.pointer == "/tools/0/function"


@pytest.mark.parametrize("path", ["constructor.constructor", "a.__proto__.b", "a..b", "a[x]", ".a", "a[0"])
async def test_a_path_that_is_none(load: Any, path: str) -> None:
    module = await load.code("exports.a = () => 1;", "a")

    with pytest.raises(Fault, match="is no path of a function"):
        await module.library.plan({"name": "t0", "function": path})


async def test_a_missing_package(load: Any, tmp_path: Path) -> None:
    with pytest.raises(Fault) as raised:
        await load.manifest({"package": "left-pad-not-there", "tools": []}, tmp_path)

    fault = raised.value
    assert (fault.code, fault.pointer, fault.received) == ("unavailable", "/package", "left-pad-not-there")
    assert fault.hint == f"Run: pollex module install {tmp_path / 'module.json'} --ecosystem npm"


async def test_an_instance_that_cannot_be_built_tells_why_but_no_secrets(load: Any) -> None:
    code = "module.exports = class { constructor({key}) { throw new RangeError(`bad key ${key}`); } };"
    with pytest.raises(Fault) as raised:
        await load.code(code, "x", type="constructor", config={"key": "s3cret"})

    fault = raised.value
    assert fault.message == "The module 'it' could not be made ready: RangeError: bad key (a config value)"
    assert (fault.code, fault.pointer, fault.received) == ("failed", "/initialization", "RangeError")


@pytest.mark.parametrize(
    ("type_", "message"),
    [
        ("constructor", "has no class as its default or only export; it has a."),
        ("factory", 'has no function "create"; it has a.'),
        ("singleton", 'has no function "getInstance"; it has a.'),
    ],
)
async def test_a_library_without_what_makes_it_ready(load: Any, type_: str, message: str) -> None:
    with pytest.raises(Fault) as raised:
        await load.code("exports.a = 1;", "a", type=type_)

    assert message in raised.value.message


async def test_a_syntax_error(load: Any) -> None:
    with pytest.raises(Fault) as raised:
        await load.code("this is no code", "a")

    assert (raised.value.code, raised.value.received) == ("unavailable", "SyntaxError")


@pytest.mark.parametrize("package", ["../outside.js", "./link.js", "/etc/hostname"])
async def test_a_local_path_that_leaves_the_folder_is_refused(tmp_path: Path, package: str) -> None:
    (tmp_path / "outside.js").write_text("")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.js").symlink_to(tmp_path / "outside.js")
    manifest = Manifest({"name": "it", "package": package, "type": "static", "tools": []}, inside / "module.json")

    with pytest.raises(Fault) as raised:
        NodeRuntime().find(manifest)

    assert (raised.value.code, raised.value.pointer, raised.value.received) == ("denied", "/package", package)


def test_a_local_path_in_an_allowed_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.js").write_text("")
    document = {"name": "it", "package": "../outside.js", "type": "static", "tools": []}
    manifest = Manifest(document, tmp_path / "inside" / "module.json")

    found = NodeRuntime(allowed_folders=[tmp_path]).find(manifest)

    assert found == Installed("npm", None, str(tmp_path / "outside.js"))


@pytest.mark.parametrize(
    "package", ["lodash/../../x", "lodash/../x", "Not A Name", "node:fs", "./it.py", "./absent.js"]
)
def test_what_is_no_package_is_not_found(tmp_path: Path, package: str) -> None:
    (tmp_path / "it.py").write_text("")
    manifest = Manifest({"name": "it", "package": package, "type": "static", "tools": []}, tmp_path / "module.json")

    assert NodeRuntime().find(manifest) is None


def test_a_node_that_is_too_old_is_named(tmp_path: Path) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.1.0\n")
    old.chmod(0o755)

    with pytest.raises(Fault) as raised:
        find_node(str(tmp_path), oldest=(999, 1))

    assert (raised.value.code, raised.value.expected) == ("unavailable", "node 999.1 or newer")
    assert (raised.value.received or "").startswith(f"{old} (18.1.0), ")


def test_a_node_that_is_too_old_is_replaced_by_the_one_of_playwright(tmp_path: Path) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.1.0\n")
    old.chmod(0o755)

    assert Path(find_node(str(tmp_path))).parts[-3:] == ("playwright", "driver", "node")


async def test_a_handle_of_another_module_is_unknown(load: Any) -> None:
    keep = {"resultMapping": {"transform": "instance"}}
    one = await load.code("exports.make = () => ({a: 1});", "make", tool=keep)
    other = await load.code("exports.make = () => ({a: 1});", "make", name="other.js", tool=keep)
    kept = await one.call("t0", {})

    with pytest.raises(Fault) as raised:
        await other.call("t0", {}, kept.id)

    assert raised.value.message == f"There is no instance {kept.id!r}."


async def test_what_cannot_be_kept_is_no_instance(load: Any) -> None:
    module = await load.code("exports.make = () => 5;", "make", tool={"resultMapping": {"transform": "instance"}})

    with pytest.raises(Fault, match="'make' gave no instance to keep"):
        await module.call("t0", {})


async def test_an_instance_is_forgotten_after_an_hour_without_use(load: Any) -> None:
    keep = {"resultMapping": {"transform": "instance"}}
    module = await load.code("exports.make = () => ({});", "make", "toString", tool=keep)
    code = "exports.pass = (ms) => { const now = Date.now; Date.now = () => now() + ms; };"
    time = await load.code(code, "pass", name="time.js", parameters={"ms": {}})
    kept = await module.call("t0", {})

    for _ in range(2):
        await time.call("t0", {"ms": 3_500_000})
        with pytest.raises(Fault, match="'toString' gave no instance"):
            await module.call("t1", {}, kept.id)
    await time.call("t0", {"ms": 3_600_001})
    with pytest.raises(Fault, match="There is no instance"):
        await module.call("t1", {}, kept.id)


async def test_at_most_a_thousand_instances_are_kept(load: Any) -> None:
    code = "exports.make = () => ({n: () => 1}); exports.n = () => 2;"
    keeping = await load.code(code, "make", "n", tool={"resultMapping": {"transform": "instance"}})
    kept = [await keeping.call("t0", {}) for _ in range(1_001)]

    with pytest.raises(Fault) as first:
        await keeping.call("t1", {}, kept[0].id)
    with pytest.raises(Fault) as second:
        await keeping.call("t1", {}, kept[1].id)

    assert (first.value.code, second.value.message) == ("not_found", "'n' gave no instance to keep.")


DAY = """class Day {
    constructor(day) { this.day = day; }
    add(days) { return new Day(this.day + days); }
    show(unit, count) { return [this.day, unit, count]; }
}
exports.parse = (day) => new Day(day);"""


async def test_a_static_package_with_instances(load: Any) -> None:
    keep = {"resultMapping": {"transform": "instance"}}
    properties: dict[str, Any] = {name: {} for name in ("day", "days", "unit", "count")}
    tools = [
        {"name": "parse", "function": "parse", "parameters": {"type": "object", "properties": {"day": {}}}, **keep},
        {"name": "add", "function": "add", "parameters": {"type": "object", "properties": {"days": {}}}, **keep},
        {"name": "show", "function": "show", "parameters": {"type": "object", "properties": properties}},
    ]
    (load.folder / "day.js").write_text(DAY)
    day = await load.manifest({"package": "./day.js", "tools": tools}, load.folder)

    first = await day.call("parse", {"day": 5})
    second = await day.call("add", {"days": 2}, first.id)

    assert await day.call("show", {"count": 3, "unit": "d"}, second.id) == [7, "d", 3]
    assert (await day.plan("add")).how == "add(days), on the instance that the call names"
    assert (await day.plan("parse")).how == "parse(day)"
    with pytest.raises(Fault) as raised:
        await day.call("show", {"unit": "d"})
    assert (raised.value.code, raised.value.pointer) == ("invalid_input", "/instance")


async def test_chaining_with_the_real_moment(load: Any, packages: Path) -> None:
    keep = {"resultMapping": {"transform": "instance"}}
    amount = {"type": "object", "properties": {"amount": {"type": "number"}, "unit": {"type": "string"}}}
    tools = [
        {"name": "parse", "function": "root", "parameters": {"type": "object", "properties": {"date": {}}}, **keep},
        {"name": "add", "function": "add", "parameters": amount, **keep},
        {"name": "format", "function": "format", "parameters": {"type": "object", "properties": {"format": {}}}},
    ]
    moment = await load.manifest({"package": "moment", "tools": tools}, packages)

    first = await moment.call("parse", {"date": "2024-02-28"})
    second = await moment.call("add", {"amount": 2, "unit": "days"}, first.id)

    assert await moment.call("format", {"format": "YYYY-MM-DD"}, second.id) == "2024-03-01"


def package(folder: Path, version: str, **files: str) -> None:
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"name": folder.name, "version": version} | files))
    (folder / "index.js").write_text(f"exports.version = () => {version!r};")


@pytest.mark.parametrize(
    ("wanted", "found"), [("^1.0.0", "1.0.0"), ("^2.0.0", "2.0.0"), ("^3.0.0", "3.0.0"), ("^9.0.0", "1.0.0")]
)
def test_of_several_versions_the_nearest_that_will_do_is_found(tmp_path: Path, wanted: str, found: str) -> None:
    home = tmp_path / "home"
    package(tmp_path / "here" / "node_modules" / "thing", "1.0.0")
    package(home / "modules" / "it" / "node_modules" / "thing", "2.0.0")
    package(home / "node_modules" / "thing", "3.0.0")
    document = {"name": "it", "package": "thing", "packageVersion": wanted, "type": "static", "tools": []}

    installed = NodeRuntime(home).find(Manifest(document, tmp_path / "here" / "module.json"))

    assert installed is not None
    assert installed.version == found


async def test_a_stand_in_serves_instead_of_the_package(tmp_path: Path) -> None:
    fake = tmp_path / "fake.js"
    fake.write_text("exports.get = (url) => `got ${url}`;")
    tool = {"name": "get", "function": "get", "parameters": {"type": "object", "properties": {"url": {}}}}
    manifest = Manifest({"name": "it", "package": "axios", "type": "static", "tools": [tool]}, Path("module.json"))

    async with NodeRuntime(stand_ins={"axios": fake}) as runtime:
        library = await runtime.load(manifest, None)
        assert await library.call(tool, {"url": "u"}, instance=None, context=Context(tools=Registry())) == "got u"


@pytest.mark.parametrize("environment", ["test", "production", None])
async def test_a_package_of_both_kinds_is_loaded_as_commonjs(
    tmp_path: Path, environment: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "node_modules" / "dual"
    folder.mkdir(parents=True)
    exports = {"import": "./it.mjs", "require": "./it.cjs"}
    (folder / "package.json").write_text(json.dumps({"version": "1.0.0", "exports": exports}))
    (folder / "it.mjs").write_text("export const kind = () => 'module';")
    (folder / "it.cjs").write_text("exports.kind = () => 'commonjs';")
    monkeypatch.delenv("NODE_ENV", raising=False)
    if environment:
        monkeypatch.setenv("NODE_ENV", environment)
    tool = {"name": "kind", "function": "kind"}
    manifest = Manifest({"name": "it", "package": "dual", "type": "static", "tools": [tool]}, tmp_path / "module.json")

    async with NodeRuntime() as runtime:
        library = await runtime.load(manifest, None)
        assert await library.call(tool, {}, instance=None, context=Context(tools=Registry())) == "commonjs"


def test_the_npm_of_the_node_that_was_found_is_used(tmp_path: Path) -> None:
    program = tmp_path / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    program.parent.mkdir(parents=True)
    program.write_text("")
    node = tmp_path / "bin" / "node"
    node.parent.mkdir()
    node.write_text("#!/bin/sh\necho v22.1.0\n")
    node.chmod(0o755)

    assert find_npm(find_node(str(node.parent))) == [str(node), str(program)]


def test_the_doctor_finds_the_node_that_modules_would_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.1.0\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    [check] = [check for check in examine(Settings.load(home=str(tmp_path)))["checks"] if check["name"] == "node"]

    assert (check["status"], check["found"]) == (
        "ok",
        f"{'.'.join(map(str, version_of(find_node())))} at {find_node()}",
    )
