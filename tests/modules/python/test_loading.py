"""Libraries are imported and made ready in the four ways; what goes wrong is told, and no config value is."""

import importlib
import os
import py_compile
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.modules.faults import without_values
from pollex.modules.python import PythonRuntime
from pollex.modules.runtime import Manifest

Make = Callable[..., Manifest]
DESCRIBE: Object = {"name": "describe", "function": "describe"}


async def described(manifest: Manifest, config: Any, context: Context) -> Any:
    library = await PythonRuntime().load(manifest, config)
    return await library.call(DESCRIBE, {}, instance=None, context=context)


async def refused(manifest: Manifest, config: Any = None) -> Fault:
    with pytest.raises(Fault) as caught:
        await PythonRuntime().load(manifest, config)
    return caught.value


async def test_a_constructor_is_the_class_of_the_modules_name(manifest: Make, context: Context) -> None:
    assert await described(manifest("./account", "constructor"), {"apiKey": "k", "level": 2}, context) == ["k", 2]


async def test_a_constructor_can_be_named(manifest: Make, context: Context) -> None:
    made = manifest("./account", "constructor", method="Account")
    assert await described(made, ["k", 5], context) == ["k", 5]
    assert await described(made, "k", context) == ["k", 1]


async def test_a_module_without_a_class_of_its_name_lists_those_it_has(manifest: Make) -> None:
    fault = await refused(manifest("./echo.py", "constructor"))
    assert fault.to_json() | {"issues": None} == {
        "code": "ambiguous",
        "message": "The module 'echo' has no class of its own name to make instances of.",
        "pointer": "/initialization/method",
        "expected": "one of 'Caller', 'RefusedError', 'Response'",
        "received": "nothing",
        "hint": "Name the class as initialization.method.",
        "retry": True,
        "uncertain": False,
        "issues": None,
    }


async def test_a_factory_is_create_and_may_take_the_config_whole(manifest: Make, context: Context) -> None:
    assert await described(manifest("./account", "factory"), {"key": "k"}, context) == ["k", 1]


async def test_a_factory_may_be_a_coroutine(manifest: Make, context: Context) -> None:
    made = manifest("./account", "factory", method="create_later")
    assert await described(made, {"apiKey": "k"}, context) == ["k", 1]


async def test_a_factory_that_is_not_there_is_a_fault(manifest: Make) -> None:
    fault = await refused(manifest("./account", "factory", method="creat"))
    assert (fault.code, fault.pointer, fault.hint) == ("not_found", "/initialization/method", "Did you mean 'create'?")


async def test_a_singleton_is_asked_for_by_any_of_its_usual_names(manifest: Make, context: Context) -> None:
    assert await described(manifest("./account", "singleton"), None, context) == ["the-only-one", 1]
    made = manifest("./account", "singleton", method="getInstance")
    assert await described(made, None, context) == ["the-only-one", 1]


async def test_a_singleton_may_be_a_value(manifest: Make, context: Context) -> None:
    runtime = PythonRuntime(stand_ins={"shop": SimpleNamespace(instance=SimpleNamespace(describe=lambda: "one"))})
    library = await runtime.load(manifest("shop", "singleton"), None)
    assert await library.call(DESCRIBE, {}, instance=None, context=context) == "one"


async def test_a_failing_constructor_tells_no_config_value(manifest: Make) -> None:
    made = manifest("./account", "constructor", method="Account")
    fault = await refused(made, {"apiKey": "wrong-key-123"})
    assert fault.code == "failed"
    assert fault.message == (
        "The module 'sample' could not be made ready: PermissionError: the key (a config value) is not known"
    )
    assert "wrong-key-123" not in "".join(traceback.format_exception(fault))


def test_a_part_of_a_config_value_is_not_told_either() -> None:
    config = {"headers": [{"Authorization": "Bearer abcd"}], "port": 5432, "strict": True}
    said = without_values("token abcd refused at port 5432, strict is True", config)
    assert said == "token (a config value) refused at port (a config value), strict is True"


async def test_a_factory_that_exits_leaves_the_process_alive(manifest: Make) -> None:
    fault = await refused(manifest("./account", "factory", method="leave"))
    assert (fault.code, fault.received) == ("failed", "SystemExit")


async def test_an_error_of_a_local_module_has_the_name_its_author_gave_it(manifest: Make) -> None:
    fault = await refused(manifest("./echo.py", "factory", method="refuse"))
    assert fault.message == "The module 'sample' could not be made ready: echo.RefusedError: refused"


async def test_a_module_that_cannot_be_imported_is_a_fault(manifest: Make) -> None:
    fault = await refused(manifest("./broken.py"))
    assert fault.code == "unavailable"
    assert fault.message == ("The package './broken.py' could not be imported: RuntimeError: this module is broken")
    assert not [name for name in sys.modules if name.startswith("broken")]


async def test_a_missing_package_is_a_fault(manifest: Make) -> None:
    assert (await refused(manifest("no-such-package"))).code == "unavailable"


async def test_a_local_module_is_read_anew_whatever_a_cache_says(tmp_path: Path, context: Context) -> None:
    made = Manifest({"package": "./thing.py", "type": "static", "tools": []}, tmp_path / "module.json")
    file = tmp_path / "thing.py"
    answers = []
    for number in (1, 2):
        file.write_text(f"def give(): return {number}")
        os.utime(file, (1_000_000, 1_000_000))
        library = await PythonRuntime().load(made, None)
        answers.append(await library.call({"name": "give", "function": "give"}, {}, instance=None, context=context))
        py_compile.compile(str(file))
    assert answers == [1, 2]


async def test_closing_forgets_a_local_module(manifest: Make) -> None:
    before = set(sys.modules)
    runtime = PythonRuntime()
    library = await runtime.load(manifest("./account"), None)
    await library.plan({"name": "year", "function": "reports.year"})
    names = sorted(re.sub("@[^.]*", "@", name) for name in set(sys.modules) - before)
    assert names == ["@", "@.account", "@.account.reports"]
    await runtime.close()
    assert set(sys.modules) == before


async def test_a_library_that_was_not_made_ready_is_forgotten(manifest: Make) -> None:
    before = set(sys.modules)
    await refused(manifest("./account", "factory", method="leave"))
    await refused(manifest("./account", "factory", method="nothing"))
    assert set(sys.modules) == before


async def test_a_stand_in_serves_instead_of_the_package(manifest: Make, context: Context) -> None:
    fake = SimpleNamespace(get=lambda url: f"got {url}")
    runtime = PythonRuntime(stand_ins={"requests": fake})
    tool: Object = {"name": "get", "function": "get", "parameters": {"properties": {"url": {}}}}
    library = await runtime.load(manifest("requests", "static", tool), None)
    assert await library.call(tool, {"url": "u"}, instance=None, context=context) == "got u"


@pytest.mark.parametrize("package", ["builtins", "__main__"])
async def test_python_itself_is_no_package(package: str, manifest: Make) -> None:
    fault = await refused(manifest(package))
    assert (fault.code, fault.pointer) == ("denied", "/package")


def beside(folder: Path, **files: str) -> Manifest:
    """A manifest for `main.py`, with other files beside it."""
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return Manifest(
        {"name": folder.name, "package": "./main.py", "type": "static", "tools": []}, folder / "module.json"
    )


async def given(manifest: Manifest, context: Context) -> Any:
    library = await PythonRuntime().load(manifest, None)
    return await library.call({"name": "give", "function": "give"}, {}, instance=None, context=context)


@pytest.mark.parametrize(
    "main",
    [
        "from helper import word\ndef give(): return word()",
        "from .helper import word\ndef give(): return word()",
        "import helper\ndef give(): return helper.word()",
        "import helper as other\ndef give(): return other.word()",
        "from . import helper\ndef give(): return helper.word()",
        "def give():\n  from helper import word\n  return word()",
        "def give():\n  import helper\n  return helper.word()",
    ],
)
async def test_a_local_module_imports_its_siblings(tmp_path: Path, main: str, context: Context) -> None:
    helper = "from deeper import {0}\ndef word(): return {0}"
    before, path = set(sys.modules), list(sys.path)
    first = beside(tmp_path / "one", main=main, helper=helper.format("A"), deeper="A = 'first'")
    second = beside(tmp_path / "two", main=main, helper=helper.format("B"), deeper="B = 'second'")
    runtime = PythonRuntime()
    libraries = [await runtime.load(made, None) for made in (first, second)]
    tool: Object = {"name": "give", "function": "give"}
    answers = [await library.call(tool, {}, instance=None, context=context) for library in libraries]
    assert answers == ["first", "second"]
    await runtime.close()
    assert (set(sys.modules) == before, sys.path == path) == (True, True)


async def test_a_sibling_with_the_name_of_a_package_serves_its_folder_only(tmp_path: Path, context: Context) -> None:
    made = beside(tmp_path / "it", main="import colorsys\ndef give(): return colorsys.own", colorsys="own = 1")
    assert await given(made, context) == 1
    assert not hasattr(importlib.import_module("colorsys"), "own")


async def test_a_file_named_as_the_package_that_it_wraps_imports_that(tmp_path: Path, context: Context) -> None:
    (tmp_path / "textwrap.py").write_text("import textwrap\ndef give(): return textwrap.dedent('  a')")
    made = Manifest({"package": "./textwrap.py", "type": "static", "tools": []}, tmp_path / "module.json")
    assert await given(made, context) == "a"


async def test_a_local_file_with_a_dot_in_its_name(tmp_path: Path, context: Context) -> None:
    (tmp_path / "thing.v2.py").write_text("def give(): return __name__.partition('.')[2]")
    made = Manifest({"package": "./thing.v2.py", "type": "static", "tools": []}, tmp_path / "module.json")
    assert await given(made, context) == "thing_v2"


@pytest.mark.parametrize("method", ["Waiting", "Plain", "Broken"])
async def test_its_own_instance_is_closed(method: str, manifest: Make, caplog: pytest.LogCaptureFixture) -> None:
    runtime = PythonRuntime()
    library = await runtime.load(manifest("./closing.py", "constructor", method=method), None)
    closed = library._ready.module.CLOSED
    await runtime.close()
    assert closed == [method]
    assert caplog.messages == (["Broken could not be closed: RuntimeError"] if method == "Broken" else [])


async def test_what_only_answers_to_every_name_is_not_closed(manifest: Make) -> None:
    runtime = PythonRuntime()
    library = await runtime.load(manifest("./closing.py", "constructor", method="Obliging"), None)
    closed = library._ready.module.CLOSED
    await runtime.close()
    assert closed == []
