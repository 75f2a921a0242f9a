"""Drafts of real packages: they pass the check, say what is left out, and describe functions that can be called so."""

import json
import shutil
import statistics
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.modules.draft import ModuleDraft
from pollex.modules.manifest import check_manifest
from pollex.modules.python import PythonRuntime
from pollex.modules.python.draft import draft_package as draft
from pollex.modules.python.draft.document import compatible
from pollex.modules.python.library import PythonLibrary
from pollex.modules.runtime import Manifest

PACKAGES = {
    "json": 2,
    "statistics": 15,
    "textwrap": 5,
    "urllib.parse": 10,
    "calendar": 10,
    "shutil": 15,
    "math": 40,
    "os": 150,
    "packaging": 15,
    "platformdirs": 40,
    "pydantic": 5,
    "rich": 3,
    "click": 10,
    "orjson": 2,
    "graphlib": 5,
}
"""Packages, and how many tools their drafts have at least."""


@cache
def drafted(package: str) -> ModuleDraft:
    return draft(package)


def tool(document: Object, function: str) -> Object:
    [found] = [tool for tool in document["tools"] if tool["function"] == function]
    return dict(found)


def package_of(folder: Path, name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_draft_passes_the_check(package: str) -> None:
    document = drafted(package).document
    names = [tool["name"] for tool in document["tools"]]
    assert check_manifest(document).issues == ()
    assert len(set(names)) == len(names) >= PACKAGES[package]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_draft_is_the_same_twice(package: str) -> None:
    assert draft(package) == drafted(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_defaults_of_a_draft_fit_their_own_schemas(package: str) -> None:
    for made in drafted(package).document["tools"]:
        parameters = made["parameters"]
        defaults = {name: schema["default"] for name, schema in parameters["properties"].items() if "default" in schema}
        issues = Schema({**parameters, "required": []}).check(defaults).issues
        assert issues == (), made["name"]


async def load(document: Object, config: Object | None = None) -> PythonLibrary:
    return await PythonRuntime().load(Manifest(document, Path("module.json")), config)


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "graphlib"])
async def test_every_function_of_a_draft_is_found_again(package: str) -> None:
    document = drafted(package).document
    library = await load(document)
    plans = [await library.plan(tool) for tool in document["tools"]]
    assert [plan.function for plan in plans] == [tool["function"] for tool in document["tools"]]


@pytest.mark.parametrize(
    ("package", "function", "args", "direct"),
    [
        ("json", "dumps", {"obj": {"b": [1, None]}, "indent": 2}, lambda: json.dumps({"b": [1, None]}, indent=2)),
        ("json", "loads", {"s": '{"a": [1, 2.5]}'}, lambda: {"a": [1, 2.5]}),
        ("statistics", "quantiles", {"data": [1, 2, 3, 5], "n": 3}, lambda: statistics.quantiles([1, 2, 3, 5], n=3)),
        ("statistics", "fmean", {"data": [1, 2], "weights": [1, 3]}, lambda: statistics.fmean([1, 2], [1, 3])),
        ("textwrap", "wrap", {"text": "a quick fox", "width": 7}, lambda: textwrap.wrap("a quick fox", 7)),
        ("textwrap", "indent", {"text": "a\nb", "prefix": "> "}, lambda: "> a\n> b"),
        ("urllib.parse", "urlencode", {"query": {"a": [1, 2]}, "doseq": True}, lambda: "a=1&a=2"),
        ("urllib.parse", "quote", {"string": "a b/c", "safe": ""}, lambda: "a%20b%2Fc"),
        ("calendar", "monthrange", {"year": 2024, "month": 2}, lambda: (3, 29)),
        ("math", "isclose", {"a": 1, "b": 1.05, "rel_tol": 0.1}, lambda: True),
        ("math", "sqrt", {"x": 9}, lambda: 3.0),
        ("math", "comb", {"n": 5, "k": 2}, lambda: 10),
        ("os", "getcwd", {}, lambda: str(Path.cwd())),
        ("shutil", "which", {"cmd": "python3"}, lambda: shutil.which("python3")),
        ("orjson", "loads", {"obj": "[1]"}, lambda: [1]),
        ("packaging", "utils.canonicalize_name", {"name": "Some_Package"}, lambda: "some-package"),
        ("platformdirs", "user_cache_dir", {"appname": "thing"}, lambda: platformdirs.user_cache_dir("thing")),
        ("click", "format_filename", {"filename": "a/b.txt", "shorten": True}, lambda: "b.txt"),
    ],
)
async def test_a_drafted_tool_answers_as_the_direct_call(
    package: str, function: str, args: Object, direct: Callable[[], Any]
) -> None:
    document = drafted(package).document
    drafted_tool = tool(document, function)
    checked = Schema(drafted_tool["parameters"]).check(args)
    assert checked.issues == ()
    library = await load(document)
    answer = await library.call(drafted_tool, checked.value, instance=None, context=Context(Registry()))
    assert answer == direct()


async def test_a_drafted_class_is_made_and_answers() -> None:
    document = drafted("graphlib").document
    library = await load(document, {"graph": {"shirt": ["iron"], "iron": ["wash"]}})
    order = tool(document, "static_order")
    answer = await library.call(order, {}, instance=None, context=Context(Registry()))
    assert list(answer) == ["wash", "iron", "shirt"]


def test_every_example_of_a_doctest_can_be_called() -> None:
    document = drafted("statistics").document
    called = [
        getattr(statistics, tool["function"])(**example)
        for tool in document["tools"]
        for example in tool.get("examples", ())
    ]
    assert len(called) >= 10


def test_a_described_function_whole() -> None:
    assert tool(drafted("statistics").document, "quantiles") == {
        "name": "statistics_quantiles",
        "description": "Divide *data* into *n* continuous intervals with equal probability.",
        "function": "quantiles",
        "async": False,
        "instanceMethod": False,
        "effect": "act",
        "effectGuessed": True,
        "parameters": {
            "type": "object",
            "properties": {
                "data": {"description": "The *data* can be any iterable containing sample."},
                "n": {
                    "type": "number",
                    "default": 4,
                    "description": "Set *n* to 4 for quartiles (the default).",
                },
                "method": {
                    "type": "string",
                    "default": "exclusive",
                    "description": "If *method* is set to *inclusive*, *data* is treated as population data.",
                },
            },
            "required": ["data"],
        },
    }


CLIENT = '''
"""Talks to a weather service. Nothing else."""
from enum import Enum
from pathlib import Path

class WeatherError(Exception): ...

class Unit(Enum):
    C = "c"

class WeatherClient:
    """A client.

    Args:
        api_key: The key of the account.
        timeout: Seconds to wait.
    """
    def __init__(self, api_key: str, timeout: float = 5.0, cache: Path | None = None, *, tags: list[str] | None = None):
        self.api_key = api_key

    async def get_forecast(self, city: str, days: int = 3) -> dict[str, float]:
        """Forecast for a city.

        :param city: The name of the city.
        :param days: How many days.
        :returns: Degrees by day.
        """
        return {}

    def delete_alerts(self, *ids: int) -> None:
        """Delete alerts."""

    @staticmethod
    def version() -> str:
        """The version."""
        return "1"

    def _hidden(self) -> None: ...

    def on_change(self, callback, unit: Unit = Unit.C) -> None: ...

def helper(x: bytes | str, when: "datetime.datetime | None" = None, at: "str | PathLike[str]" = ".") -> int:
    """Helps."""
    return 1
'''


def test_a_package_about_one_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_of(tmp_path, "weatherly", CLIENT, monkeypatch)
    made = draft("weatherly")
    assert made.document | {"tools": [tool["name"] for tool in made.document["tools"]]} == {
        "name": "weatherly",
        "version": "1.0.0",
        "description": "Talks to a weather service.",
        "package": "weatherly",
        "ecosystem": "pypi",
        "type": "constructor",
        "dependencies": {
            "api_key": {"type": "string", "description": "The key of the account.", "required": True},
            "timeout": {"type": "number", "description": "Seconds to wait.", "required": False, "default": 5.0},
            "tags": {"type": "array", "required": False},
        },
        "initialization": {
            "method": "WeatherClient",
            "config": {"api_key": "${api_key}", "timeout": "${timeout}", "tags": "${tags}"},
        },
        "tools": ["weatherly_get_forecast", "weatherly_delete_alerts", "weatherly_version", "weatherly_helper"],
    }
    assert made.notes == (
        "WeatherClient: the parameter 'cache' is left out: it takes pathlib.Path | None, which JSON cannot say",
        "on_change: left out: its required parameter 'callback' is a function or a class, by its name",
        "helper: the type of 'when', datetime.datetime | None, cannot be read: any value is let through",
        "Unit: left out: a module works on one class at most",
    )
    assert check_manifest(made.document).issues == ()


def test_a_method_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_of(tmp_path, "weatherly", CLIENT, monkeypatch)
    assert tool(draft("weatherly").document, "get_forecast") == {
        "name": "weatherly_get_forecast",
        "description": "Forecast for a city.",
        "function": "get_forecast",
        "async": True,
        "instanceMethod": True,
        "effect": "read",
        "effectGuessed": True,
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "The name of the city."},
                "days": {"type": "integer", "description": "How many days.", "default": 3},
            },
            "required": ["city"],
        },
        "output": {
            "success": {
                "type": "object",
                "additionalProperties": {"type": "number"},
                "description": "Degrees by day.",
            }
        },
    }


def test_types_imported_for_type_checkers_only_are_read_where_they_are_common(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package_of(tmp_path, "weatherly", CLIENT, monkeypatch)
    assert tool(draft("weatherly").document, "helper")["parameters"] == {
        "type": "object",
        "properties": {
            "x": {"type": "string"},
            "when": {"default": None},
            "at": {"type": "string", "default": "."},
        },
        "required": ["x"],
    }


AWKWARD = '''
import sys
from typing import Any, Callable, Iterator, Literal, Union
print("hello from the import")

def plain(a, /, b: Union[int, bytes], *rest: str, c: Literal["x", "y"] = "x", **more: Any) -> Iterator[int]:
    """Plain.

    Parameters
    ----------
    b : int
        The second.
    rest : str
        The others.
    """

def needs_callable(key: Callable[[int], int]) -> int: ...
def default_is_tuple(sizes=(80, 24), out=sys.stdout, limit: float = float("inf"), width=3) -> set[int]: ...
def after_gap(a=object(), /, b=1, *rest): ...
def decorator(name: str) -> Callable[..., Any]: ...
'''


def test_what_json_cannot_say_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_of(tmp_path, "awkwardly", AWKWARD, monkeypatch)
    made = draft("awkwardly")
    assert {tool["function"]: tool["parameters"] for tool in made.document["tools"]} == {
        "plain": {
            "type": "object",
            "properties": {
                "a": {},
                "b": {"type": "integer", "description": "The second."},
                "rest": {"type": "array", "items": {"type": "string"}, "default": [], "description": "The others."},
                "c": {"type": "string", "enum": ["x", "y"], "default": "x"},
            },
            "required": ["a", "b"],
            "additionalProperties": True,
        },
        "default_is_tuple": {"type": "object", "properties": {"width": {"type": "number", "default": 3}}},
        "after_gap": {"type": "object", "properties": {"b": {"type": "number", "default": 1}}},
    }
    assert tool(made.document, "plain")["output"] == {"success": {"type": "array", "items": {"type": "integer"}}}
    assert "output" not in tool(made.document, "default_is_tuple")
    assert made.notes == (
        "needs_callable: left out: its required parameter 'key' takes Callable[[int], int], which JSON cannot say",
        "default_is_tuple: the parameter 'sizes' is left out: it has a default that JSON cannot say",
        "default_is_tuple: the parameter 'out' is left out: it has a default that JSON cannot say",
        "default_is_tuple: the parameter 'limit' is left out: it has a default that JSON cannot say",
        "after_gap: the parameter 'a' is left out: it has a default that JSON cannot say",
        "after_gap: the parameter 'rest' is left out: it can only be given after 'a'",
        "decorator: left out: it returns a function or a class",
    )


def test_an_import_that_prints_leaves_the_output_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package_of(tmp_path, "awkwardly", AWKWARD, monkeypatch)
    draft("awkwardly")
    assert capsys.readouterr() == ("", "hello from the import\n")


@pytest.mark.parametrize("code", ["raise KeyError('x')", "import sys; sys.exit(3)", "import nothing_there"])
def test_a_package_that_cannot_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    package_of(tmp_path, "brokenly", code, monkeypatch)
    with pytest.raises(Fault, match="'brokenly' cannot be imported") as caught:
        draft("brokenly")
    assert (caught.value.code, caught.value.pointer) == ("unavailable", "/package")


def test_a_package_that_is_not_there() -> None:
    with pytest.raises(Fault) as caught:
        draft("pydantik")
    assert (caught.value.code, caught.value.hint) == ("not_found", "Did you mean 'pydantic'?")


def test_a_package_without_functions() -> None:
    with pytest.raises(Fault, match="no function that can be called with JSON"):
        draft("numbers")


def test_a_module_is_named_by_what_can_be_installed() -> None:
    by_module, by_distribution = draft("dotenv").document, draft("python-dotenv").document
    assert by_module == by_distribution
    assert (by_module["name"], by_module["package"], by_module["ecosystem"]) == ("dotenv", "python-dotenv", "pypi")


def test_the_standard_library_has_no_version() -> None:
    assert "packageVersion" not in drafted("json").document


@pytest.mark.parametrize(
    ("version", "range_"),
    [
        ("26.3", "~=26.3"),
        ("2.14.3", "~=2.14"),
        ("0.29.1", "~=0.29.1"),
        ("2026", "~=2026.0"),
        ("1.4.1.post1+local", "~=1.4"),
        ("2.0.0rc1", ">=2.0.0rc1"),
    ],
)
def test_the_versions_that_will_do(version: str, range_: str) -> None:
    assert compatible(version) == range_
