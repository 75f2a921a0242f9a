"""Templates of `formatString`, functions, and the data model."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.workspace.a2ui.data_model import absolute, read, write
from pollex.workspace.a2ui.expression import parse_template
from pollex.workspace.a2ui.functions import FUNCTIONS, as_text


@pytest.mark.parametrize(
    ("template", "parts"),
    [
        ("", []),
        ("plain", ["plain"]),
        ("${/a}!", [{"path": "/a"}, "!"]),
        ("a $ b \\${c} \\n", ["a $ b ", "${", "c} \\n"]),
        ("${ name }", [{"path": "name"}]),
        ("${now()}", [{"call": "now", "args": {}}]),
        ("${f(a: 1, b: -2.5, c: true, d: 'it\\'s', e: \"}\")}",
         [{"call": "f", "args": {"a": 1, "b": -2.5, "c": True, "d": "it's", "e": "}"}}]),
        ("${f(value: ${/x/0}, g: h(i: /y))}",
         [{"call": "f", "args": {"value": {"path": "/x/0"}, "g": {"call": "h", "args": {"i": {"path": "/y"}}}}}]),
    ],
)  # fmt: skip
def test_a_template_has_parts(template: str, parts: list[Any]) -> None:
    assert parse_template(template) == parts


@pytest.mark.parametrize("template", ["${", "${}", "${/a", "${f(}", "${f(1)}", "${f(a: )}", "${'a}", "${" * 30 + "a"])
def test_a_wrong_template_is_a_fault(template: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_template(template)
    assert caught.value.code == "invalid_input"


def written(value: Any) -> str:
    """Return an expression as a template has it."""
    match value:
        case {"path": path}:
            return "${" + str(path) + "}"
        case {"call": call, "args": args}:
            return f"{call}({', '.join(f'{name}: {written(each)}' for name, each in args.items())})"
        case bool():
            return str(value).lower()
        case str():
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)


NAMES = st.from_regex(r"[a-z][a-zA-Z0-9_]{0,8}", fullmatch=True)
PATHS = st.from_regex(r"/[a-z0-9_~/.-]{1,12}", fullmatch=True)
LEAVES = st.text(max_size=8) | st.booleans() | st.integers(-999, 999) | st.builds(lambda path: {"path": path}, PATHS)
CALLS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda name, args: {"call": name, "args": args}, NAMES, st.dictionaries(NAMES, inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.builds(lambda name, args: {"call": name, "args": args}, NAMES, st.dictionaries(NAMES, CALLS, max_size=3)))
def test_what_is_written_is_read(call: Object) -> None:
    assert parse_template(f"<${{{written(call)}}}>") == ["<", call, ">"]


@given(st.text(alphabet="${}()\\'\",:/a1 ", max_size=30))
def test_any_text_is_parts_or_a_fault(template: str) -> None:
    with suppress(Fault):
        assert all(isinstance(part, str | dict | int | float | bool | None) for part in parse_template(template))


@pytest.mark.parametrize(
    ("call", "args", "text"),
    [
        ("formatNumber", {"value": 1234567}, "1,234,567"),
        ("formatNumber", {"value": 1234.5678}, "1,234.568"),
        ("formatNumber", {"value": 1234.5, "decimals": 0, "grouping": False}, "1234"),
        ("formatNumber", {"value": "x"}, ""),
        ("formatNumber", {"value": 1, "decimals": 10**9}, "1.00000000000000000000"),
        ("formatCurrency", {"value": 6.4, "currency": "USD"}, "$6.40"),
        ("formatCurrency", {"value": -1234, "currency": "JPY"}, "-¥1,234"),
        ("formatCurrency", {"value": 5, "currency": "CHF"}, "CHF 5.00"),
        ("formatDate", {"value": "2025-12-15T14:05:09Z", "format": "EEEE, MMMM d, yyyy 'at' h:mm a"},
         "Monday, December 15, 2025 at 2:05 PM"),
        ("formatDate", {"value": "2025-02-03", "format": "E dd.MM.yy HH:mm:ss MMM ''"}, "Mon 03.02.25 00:00:00 Feb '"),
        ("formatDate", {"value": "soon", "format": "d"}, "soon"),
        ("formatDate", {"value": None, "format": "d"}, ""),
        ("pluralize", {"value": 1, "one": "item", "other": "items"}, "item"),
        ("pluralize", {"value": 0, "one": "item", "other": "items"}, "items"),
        ("capitalize", {"value": "aB"}, "AB"),
    ],
)  # fmt: skip
def test_functions_make_text(call: str, args: Object, text: str) -> None:
    assert FUNCTIONS[call](args) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), ("a", "a"), (True, "true"), (2.0, "2"), (2.5, "2.5"), ([1], "[1]")]
)
def test_values_as_text(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_paths_begin_at_the_item() -> None:
    assert [absolute(path, "/items/0") for path in ("name", "/name", "", "/")] == [
        "/items/0/name",
        "/name",
        "/items/0",
        "",
    ]


def test_the_model_is_written_without_a_change_of_the_old_one() -> None:
    model: Object = {"a": {"b": [1]}}
    assert write(model, "/a/b/1", 2) == {"a": {"b": [1, 2]}}
    assert write(model, "/a/b", None) == {"a": {}}
    assert write(model, "/x/0/y", 3) == {**model, "x": [{"y": 3}]}
    assert write(model, "", {"c": 1}) == {"c": 1}
    assert model == {"a": {"b": [1]}}


@given(st.lists(st.from_regex(r"[a-z~]{1,4}", fullmatch=True), min_size=1, max_size=5), st.integers())
def test_what_is_put_is_found(names: list[str], value: int) -> None:
    path = "".join(f"/{name.replace('~', '~0')}" for name in names)
    assert read(write({}, path, value), path) == value
