"""The typed exports of a library: what a person imports, reads and has checked by mypy."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.library.sample import SHOP, TOOL, TOOL_SCRIPT, script, tool, write_library

import pollex.app.exports
from pollex.library.exports.identifier import ARGUMENTS, IMPORTED, class_name, identifier
from pollex.library.exports.packages import find_exports
from pollex.library.exports.source import _prose, write_exports
from pollex.library.library import check_library

SHOP_TOOL = "pollex_apps/shop/tool.py"
READS_ANYTHING = "async def run(page, inputs, credentials):\n    return {**inputs}"
PARAMETERS = [
    {"display_name": "late", "type": "date", "default_value": "2026-01-31"},
    {"display_name": "count", "type": "number", "default_value": "3"},
    {"display_name": "day", "type": "date", "required": True},
    {"display_name": "note", "type": "string"},
    {"display_name": "class", "type": "boolean", "required": True},
    {"display_name": "app", "type": "string", "default_value": 'a "quoted" \\ text'},
    {"display_name": "timeout", "type": "number", "default_value": "9"},
    {"display_name": "2nd name", "type": "string", "default_value": "x"},
    {"display_name": "size", "type": "string", "schema": {"enum": ["S", "M"]}, "default_value": "S"},
    {"display_name": "tags", "type": "json", "schema": {"type": "array", "items": {"type": "string"}},
     "default_value": '["a"]'},
    {"display_name": "more", "type": "json"},
]  # fmt: skip
SIGNATURE = """async def find_price(*,
 day: datetime.date | str,
 _class: bool,
 late: datetime.date | str='2026-01-31',
 count: float=3,
 note: str | None=None,
 _app: str='a "quoted" \\\\ text',
 _timeout: float=9,
 _2nd_name: str='x',
 size: Literal['S', 'M']='S',
 tags: list[str] | None=None,
 more: Any=None,
 app: pollex.App | None=None,
 **options: Unpack[ToolOptions]) -> FindPriceOutput"""

STUBS = {
    "__init__.pyi": "from .app.app import App as App\nclass Fault(Exception): ...\n",
    "py.typed": "",
    "app/__init__.pyi": "",
    "app/app.pyi": """
from collections.abc import Mapping
from typing import Any, Self
class Result:
    fault: Exception | None
    data: Any
class App:
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...
    async def run_tool(
        self,
        name: str,
        inputs: Any = None,
        *,
        credentials: Mapping[str, str] | None = None,
        auth: str | None = None,
        run: str | None = None,
        durable: bool = True,
        timeout: float | None = None,
    ) -> Result: ...
""",
}
"""As much of Pollex as exports use: to check all of it would take mypy a minute."""

CALLS = """
import datetime
from typing import assert_type
import pollex
import pollex_apps.shop
from pollex_apps.shop.mesh.types import FindMoreOutput
from pollex_apps.shop.types import FindPriceInput, FindPriceOutput

async def right(app: pollex.App) -> None:
    found = await pollex_apps.shop.tool.find_price(day=datetime.date(2026, 1, 2), _class=True, app=app)
    assert_type(found, FindPriceOutput)
    assert_type(found["price"], float)
    await pollex_apps.shop.tool.find_price(
        day="2026-01-02", _class=False, size="M", tags=["a"], more={"a": 1},
        credentials={"custom": "mine"}, auth="login", timeout=2.5, durable=False,
    )
    assert_type(await pollex_apps.shop.mesh.tool.find_more(product="lamp"), FindMoreOutput)
    given: FindPriceInput = {"day": "2026-01-02", "class": True}

async def wrong() -> None:
    await pollex_apps.shop.tool.find_price(_class=True)
    await pollex_apps.shop.tool.find_price(day=3, _class=True)
    await pollex_apps.shop.tool.find_price(day="2026-01-02", _class=True, size="L")
    await pollex_apps.shop.tool.find_prices()
    await pollex_apps.shop.tool.find_price(day="2026-01-02", _class=True, timeout="long")
"""


def exported(folder: Path, *changes: dict[Path, Any]) -> dict[str, str]:
    library, findings = check_library(write_library(folder, *changes))
    packages = find_exports(library, findings)
    assert findings.errors == []
    return dict(write_exports(packages))


def mesh(slug: str, folder: str = "mesh") -> dict[Path, Any]:
    """A tool of a nested product."""
    return {
        SHOP / folder / f"tool/{slug}.template.json": {**TOOL, "slug": slug},
        SHOP / folder / "tool/find-price.py": TOOL_SCRIPT,
    }


def test_an_export_takes_typed_arguments_required_ones_first(tmp_path: Path) -> None:
    source = exported(tmp_path, tool(inputSchema=PARAMETERS, outputSchema=...), script(READS_ANYTHING))[SHOP_TOOL]

    [function] = [each for each in ast.parse(source).body if isinstance(each, ast.AsyncFunctionDef)]
    assert f"async def find_price({ast.unparse(function.args)}) -> {ast.unparse(function.returns or function)}" == (
        SIGNATURE.replace("\n", "")
    )


def test_inputs_and_outputs_are_typed_dicts(tmp_path: Path) -> None:
    assert exported(tmp_path)["pollex_apps/shop/types.py"] == (
        '"""The inputs and outputs of Shop. Written by `pollex library build`."""\n'
        "\n"
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n"
        "\n"
        "__all__ = ['FindPriceInput', 'FindPriceOutput']\n"
        "\n"
        "\n"
        "class FindPriceInput(TypedDict):\n"
        '    """What shop.find-price takes."""\n'
        "\n"
        "    product: str\n"
        '    """The product\'s name"""\n'
        "    currency: NotRequired[str]\n"
        "\n"
        "\n"
        "class FindPriceOutput(TypedDict):\n"
        '    """What shop.find-price answers."""\n'
        "\n"
        "    price: float\n"
        '    """The price"""\n'
    )


def test_nested_products_are_packages(tmp_path: Path) -> None:
    assert sorted(exported(tmp_path, mesh("find-more"), mesh("find-most", "big-one/types"))) == [
        "pollex_apps/shop/__init__.py",
        "pollex_apps/shop/big_one/__init__.py",
        "pollex_apps/shop/big_one/_types/__init__.py",
        "pollex_apps/shop/big_one/_types/tool.py",
        "pollex_apps/shop/big_one/_types/types.py",
        "pollex_apps/shop/mesh/__init__.py",
        "pollex_apps/shop/mesh/tool.py",
        "pollex_apps/shop/mesh/types.py",
        "pollex_apps/shop/py.typed",
        "pollex_apps/shop/tool.py",
        "pollex_apps/shop/types.py",
    ]


def test_mypy_accepts_exports_and_refuses_wrong_calls(tmp_path: Path) -> None:
    odd_outputs = [{"display_name": "first name", "type": "string"}, *TOOL["outputSchema"]]
    text = script("async def run(page, inputs, credentials):\n    return {'price': 1.0, **inputs}")
    changed = tool(inputSchema=PARAMETERS, outputSchema=odd_outputs)
    files = exported(tmp_path / "library", changed, text, mesh("find-more"))
    files |= {f"pollex/{name}": stub for name, stub in STUBS.items()} | {"calls.py": CALLS}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    shutil.copy(pollex.app.exports.__file__, tmp_path / "pollex/app/exports.py")

    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, "--config-file", "", "-p", "pollex_apps", "-m", "calls"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    errors = re.findall(r"^calls.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert errors == [
        ("21", "call-arg"), ("22", "arg-type"), ("23", "arg-type"), ("24", "attr-defined"), ("25", "arg-type"),
    ], done.stdout  # fmt: skip
    assert done.stdout.count("error:") == 5


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        (
            {**mesh("find-more", "a-b"), **mesh("find-most", "a_b")},
            ("apps/shop/a_b/tool/find-most.template.json", ""),
            "The folders 'a-b' and 'a_b' are both exported as 'a_b'.",
        ),
        (
            {
                **tool(inputSchema=[{"display_name": each, "type": "string"} for each in ("a b", "a-b")]),
                **script(TOOL_SCRIPT.replace('inputs["product"]', "str(inputs)").replace("currency", "a b")),
            },
            ("apps/shop/tool/find-price.template.json", "/inputSchema/1/display_name"),
            "The inputs 'a b' and 'a-b' are both exported as 'a_b'.",
        ),
    ],
)
def test_names_that_become_the_same_are_mistakes(
    change: dict[Path, Any], place: tuple[str, str], message: str, tmp_path: Path
) -> None:
    library, findings = check_library(write_library(tmp_path, change))

    find_exports(library, findings)

    assert [((each.file, each.pointer), each.message) for each in findings.errors] == [(place, message)]


@given(name=st.text(min_size=1))
def test_every_name_becomes_an_identifier(name: str) -> None:
    made = identifier(name, ARGUMENTS)

    assert made.isidentifier()
    ast.parse(f"{made} = 1")
    assert made not in ARGUMENTS


@given(st.lists(st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True), unique=True))
def test_different_slugs_stay_different(slugs: list[str]) -> None:
    assert len({identifier(each, IMPORTED) for each in slugs}) == len(slugs)
    assert len({class_name(each) for each in slugs}) == len(slugs)


@given(text=st.text())
def test_descriptions_cannot_break_out_of_a_docstring(text: str) -> None:
    made = f'"""{_prose(text)}"""'

    [statement] = ast.parse(made).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Constant)
