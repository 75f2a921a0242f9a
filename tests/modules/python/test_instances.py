"""Objects that calls return can be named by later calls, until they expire or are crowded out."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.modules.python import PythonRuntime
from pollex.modules.python.instances import Instances
from pollex.modules.python.library import PythonLibrary
from pollex.modules.runtime import CallPlan, Handle, LibraryFailure, Manifest

Make = Callable[..., Manifest]


def tool(name: str, function: str, *names: str, keep: bool = False) -> Object:
    entry: Object = {"name": name, "function": function, "parameters": {"properties": {name: {} for name in names}}}
    return entry | ({"resultMapping": {"transform": "instance"}} if keep else {})


PARSE = tool("parse", "root", "year", "month", "day", keep=True)
FORMAT = tool("format", "strftime", "format")
COMPILE = tool("compile", "compile", "pattern", keep=True)
MATCH = tool("match", "match", "string", keep=True)
GROUPS = tool("groups", "groups")


async def call(library: PythonLibrary, entry: Object, context: Context, on: Handle | None = None, **args: Any) -> Any:
    return await library.call(entry, args, instance=None if on is None else on.id, context=context)


async def test_a_handle_names_what_an_earlier_call_made(manifest: Make, context: Context) -> None:
    made = manifest("datetime", "factory", PARSE, FORMAT, treatAsConstructor=True, method="date")
    library = await PythonRuntime().load(made, None)
    handle = await call(library, PARSE, context, year=2026, month=11, day=15)
    assert isinstance(handle, Handle)
    assert handle.to_json() == {"instance": handle.id, "type": "date"}
    assert "strftime" in handle.methods
    assert await call(library, FORMAT, context, handle, format="%d.%m.%y") == "15.11.26"


async def test_a_method_without_its_instance_asks_for_one(manifest: Make, context: Context) -> None:
    made = manifest("datetime", "factory", PARSE, FORMAT, treatAsConstructor=True, method="date")
    library = await PythonRuntime().load(made, None)
    with pytest.raises(Fault) as caught:
        await call(library, FORMAT, context, format="%d")
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", "/instance")


async def test_a_static_module_can_make_instances_of_instances(manifest: Make, context: Context) -> None:
    library = await PythonRuntime().load(manifest("re", "static", COMPILE, MATCH, GROUPS), None)
    pattern = await call(library, COMPILE, context, pattern="(a)(b)")
    match = await call(library, MATCH, context, pattern, string="abc")
    assert await call(library, GROUPS, context, match) == ("a", "b")
    assert await call(library, MATCH, context, pattern, string="x") is None
    assert library.open_instances == 2


async def test_a_plan_for_what_only_instances_have_says_so(manifest: Make) -> None:
    library = await PythonRuntime().load(manifest("re", "static", COMPILE, GROUPS), None)
    assert await library.plan(GROUPS) == CallPlan("groups", "groups(), on the instance that the call names", "order")


async def test_a_database_connection_is_an_instance(manifest: Make, context: Context) -> None:
    execute, fetch = tool("execute", "execute", "sql", "parameters", keep=True), tool("fetch", "fetchall")
    made = manifest("sqlite3", "factory", execute, fetch, method="connect")
    library = await PythonRuntime().load(made, {"database": ":memory:", "check_same_thread": False})
    await call(library, execute, context, sql="create table item (name)")
    await call(library, execute, context, sql="insert into item values (?)", parameters=["tea"])
    cursor = await call(library, execute, context, sql="select name from item")
    assert await call(library, fetch, context, cursor) == [("tea",)]
    assert library.open_instances == 3
    await library.close()
    with pytest.raises(LibraryFailure, match="closed database"):
        await call(library, execute, context, sql="select name from item")


async def test_an_unknown_handle_is_not_found(manifest: Make, context: Context) -> None:
    library = await PythonRuntime().load(manifest("re", "static", COMPILE, GROUPS), None)
    with pytest.raises(Fault) as caught:
        await library.call(GROUPS, {}, instance="gone", context=context)
    fault = caught.value
    assert (fault.code, fault.pointer, fault.received) == ("not_found", "/instance", "gone")
    assert fault.hint is not None


def test_an_instance_expires_when_it_is_idle() -> None:
    now = [0.0]
    instances = Instances(10, 60.0, clock=lambda: now[0])
    used, idle = instances.keep("used"), instances.keep("idle")
    now[0] = 50.0
    assert instances.get(used.id) == "used"
    now[0] = 70.0
    assert len(instances) == 1
    assert instances.get(used.id) == "used"
    with pytest.raises(Fault, match="There is no instance"):
        instances.get(idle.id)


def test_of_too_many_instances_the_longest_unused_goes() -> None:
    instances = Instances(2, 60.0)
    first, second = instances.keep(1), instances.keep(2)
    instances.get(first.id)
    instances.keep(3)
    assert len(instances) == 2
    assert instances.get(first.id) == 1
    with pytest.raises(Fault, match="There is no instance"):
        instances.get(second.id)


async def test_closing_ends_all_instances(manifest: Make, context: Context) -> None:
    library = await PythonRuntime().load(manifest("re", "static", COMPILE), None)
    await call(library, COMPILE, context, pattern="a")
    await library.close()
    assert library.open_instances == 0
