from time import thread_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault, Issue
from pollex.core.limits import Limits
from pollex.core.path import dotted, pointer
from pollex.core.secret import SecretReference, SecretText
from pollex.core.template import Scope, Style, escape, fill, references

scope = Scope(
    layers=({"item": {"id": 7, "tags": ["a", "b"]}, "name": "Ann"}, {"name": "Bob", "none": None}),
    optional=frozenset({"note", "none"}),
    environ={"SHOP_URL": "https://shop.example"},
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def issues_of(value: Any, scope: Scope = scope) -> list[Issue]:
    with pytest.raises(Fault) as caught:
        fill(value, scope)
    assert caught.value.code == "unknown_reference"
    return list(caught.value.issues)


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{{name}}", "Ann"),
        ("{{ item.id }}", 7),
        ("{{item.tags}}", ["a", "b"]),
        ("{{none}}", None),
        ("no {{ item.id }}, {{name}}", "no 7, Ann"),
        ("{{item.tags}}{{none}}", '["a","b"]null'),
        (" {{item.id}}", " 7"),
        ("{{item['tags'][1]}}", "b"),
        ("{{$.item.tags}}", ["a", "b"]),
        (r"\{{name}}", "{{name}}"),
        (r"\{{name}} {{name}}", "{{name}} Ann"),
        ("{{name", "{{name"),
        ("}} ${name}", "}} ${name}"),
        ({"{{name}}": ["{{name}}", 1, None]}, {"{{name}}": ["Ann", 1, None]}),
    ],
)
def test_references_are_filled(template: Any, filled: Any) -> None:
    assert fill(template, scope) == filled


def test_the_other_style() -> None:
    modules = Scope(({"apiKey": "k", "port": 80},), style="${}", environ={"HOST": "h"})
    config = {"auth": "Bearer ${apiKey}", "port": "${ port }", "url": "${env.HOST}", "text": "{{apiKey}}"}
    assert fill(config, modules) == {"auth": "Bearer k", "port": 80, "url": "h", "text": "{{apiKey}}"}


def test_the_first_layer_that_has_the_name_is_taken() -> None:
    assert fill("{{x}}", Scope(({}, {"x": 1}, {"x": 2}), environ={"x": "3"})) == 1


def test_a_name_is_not_looked_for_further_when_its_path_fails() -> None:
    assert issues_of("{{x.b}}", Scope(({"x": {"a": 1}}, {"x": {"b": 2}}))) == [
        Issue("", "'x' has no 'b'.", "'a'", "{{x.b}}", None)
    ]


def test_the_environment_comes_last_under_two_names() -> None:
    assert fill(["{{SHOP_URL}}/a", "{{env.SHOP_URL}}"], scope) == ["https://shop.example/a", "https://shop.example"]


def test_filled_values_are_never_filled_again() -> None:
    nested = Scope(({"a": "{{b}}", "b": "no", "c": ["{{b}}"]},))
    assert fill(["{{a}}", "x{{a}}", "{{c}}"], nested) == ["{{b}}", "x{{b}}", ["{{b}}"]]


def test_an_optional_reference_without_value_drops_its_key_or_item() -> None:
    value = {"a": "{{note}}", "b": ["{{note}}", "{{name}}", "to {{note}}", 1], "c": {"d": "{{none.x}}"}}
    assert fill(value, scope) == {"b": ["Ann", 1], "c": {}}
    assert fill("{{note}}", scope) is None


def test_an_optional_name_with_a_value_is_checked_like_any_other() -> None:
    assert issues_of("{{o.nmae}}", Scope(({"o": {"name": 1}},), optional=frozenset({"o"}))) == [
        Issue("", "'o' has no 'nmae'.", "'name'", "{{o.nmae}}", "Did you mean 'name'?")
    ]


def test_all_mistakes_come_at_once() -> None:
    known = "one of 'item', 'name', 'none', 'SHOP_URL'"
    allow_list = "An environment variable can be read only if it is on the allow-list."
    value = {"a": ["{{itm.id}}"], "b": "{{item.tgas}} {{name.x}}", "c/d": "{{SHOP_URI}}{{env.HOME}}", "e": "{{zzz}}"}
    assert issues_of(value) == [
        Issue("/a/0", "Nothing is named 'itm'.", known, "{{itm.id}}", "Did you mean 'item'?"),
        Issue("/b", "'item' has no 'tgas'.", "one of 'id', 'tags'", "{{item.tgas}}", "Did you mean 'tags'?"),
        Issue("/b", "'name' is of type string and has nothing below it.", "an object or an array", "{{name.x}}"),
        Issue("/c~1d", "Nothing is named 'SHOP_URI'.", known, "{{SHOP_URI}}", f"Did you mean 'SHOP_URL'? {allow_list}"),
        Issue("/c~1d", "Nothing is named 'HOME'.", known, "{{env.HOME}}", allow_list),
        Issue("/e", "Nothing is named 'zzz'.", known, "{{zzz}}"),
    ]


def test_braces_around_something_else_are_a_mistake() -> None:
    (issue,) = issues_of("{{1 + 2}}")
    assert issue.message == "'1 + 2' is not a path: expected '.' or '[' or the end at column 2, but found ' '."
    assert issue.hint is not None
    assert issue.hint.endswith(r"Write '\{{' if the braces are meant as text.")


def test_secrets_stay_closed() -> None:
    value = {"lone": "{{secret.shop.password}}", "text": "Bearer {{secret.token}}, {{name}}!"}
    assert fill(value, Scope(({"name": "Ann", "secret": {"token": "shadow"}},))) == {
        "lone": SecretReference("shop.password"),
        "text": SecretText(("Bearer ", SecretReference("token"), ", Ann!")),
    }
    assert fill("${secret.token}", Scope(style="${}")) == SecretReference("token")


def test_secrets_inside_values_stay_closed_in_text() -> None:
    held = Scope(({"key": SecretReference("k"), "header": SecretText(("Bearer ", SecretReference("t")))},))
    assert fill("{{key}}", held) == SecretReference("k")
    assert fill("<{{header}}> {{key}}", held) == SecretText(
        ("<Bearer ", SecretReference("t"), "> ", SecretReference("k"))
    )


def test_a_secret_needs_a_name() -> None:
    assert issues_of("{{secret}}") == [
        Issue("", "'{{secret}}' does not name a secret.", "secret.NAME or secret.NAME.field", "{{secret}}")
    ]


def test_a_value_that_is_not_json_cannot_stand_in_text() -> None:
    (issue,) = issues_of("x {{thing}}", Scope(({"thing": [object()]},)))
    assert issue.message == "The value of '{{thing}}' cannot be written as text."


def test_a_value_without_references_is_returned_itself() -> None:
    value = {"a": ["text", {"b": "${x}"}], "c": 1}
    assert fill(value, scope) is value


def test_the_value_sent_is_not_changed() -> None:
    value = {"a": ["{{name}}", "{{note}}"], "kept": {"b": 1}}
    filled = fill(value, scope)
    assert value == {"a": ["{{name}}", "{{note}}"], "kept": {"b": 1}}
    assert filled == {"a": ["Ann"], "kept": {"b": 1}}
    assert filled["kept"] is value["kept"]


def test_a_value_that_stands_in_two_places_is_filled_in_both() -> None:
    twice = ["{{name}}", "{{note}}", "{{item.id}}"]
    assert fill([twice, twice], scope) == [["Ann", 7], ["Ann", 7]]


def nested(depth: int, core: Any) -> Any:
    for _ in range(depth):
        core = [core]
    return core


def test_depth_is_limited_without_recursion() -> None:
    assert fill(nested(500, "{{name}}"), scope) == nested(500, "Ann")
    for depth in (501, 100_000):
        with pytest.raises(Fault) as caught:
            fill(nested(depth, "{{name}}"), scope)
        assert caught.value == Fault(
            "limit",
            "The value is nested deeper than 500 levels.",
            pointer="/0" * 500,
            expected="at most 500 levels",
            received="more than 500 levels",
            hint="Send a flatter value, or raise the limit 'depth'.",
        )


def test_a_value_too_deep_to_write_as_text_is_an_issue() -> None:
    (issue,) = issues_of("x {{deep}}", Scope(({"deep": nested(100_000, 1)},)))
    assert issue.message == "The value of '{{deep}}' cannot be written as text."


def test_a_fault_lists_no_more_issues_than_the_limit() -> None:
    with pytest.raises(Fault) as caught:
        fill(["{{x}}"] * 10, scope, limits=Limits(issues=3))
    assert [issue.pointer for issue in caught.value.issues] == ["/0", "/1", "/2"]


@pytest.mark.parametrize("piece", ["{{", '{{["', "{{a", "{{['\\", "{{a}} ", "{{a[", '{{a["b"]'])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Ten times the text takes about ten times as long; it would be a hundred times if each piece saw all others."""

    def cost(pieces: int) -> float:
        started = thread_time()
        fill(piece * pieces, Scope(({"a": {"b": 1}},), optional=frozenset({"a"})))
        return thread_time() - started

    assert min(cost(20_000) for _ in range(3)) < 30 * min(cost(2_000) for _ in range(3))


@given(json_values, st.sampled_from(["{{}}", "${}"]))
def test_an_escaped_value_fills_to_itself(value: Any, style: Style) -> None:
    def escaped(value: Any) -> Any:
        if isinstance(value, str):
            return escape(value, style)
        if isinstance(value, list):
            return [escaped(item) for item in value]
        return {key: escaped(item) for key, item in value.items()} if isinstance(value, dict) else value

    assert fill(escaped(value), Scope(style=style)) == value


@given(json_values, st.text(min_size=1).filter(lambda name: not name.isdigit() and name != "secret"))
def test_a_lone_reference_gives_the_value_itself(value: Any, name: str) -> None:
    layers = ({name: {"deep": [value]}},)
    for path in (dotted((name, "deep", 0)), pointer((name, "deep", 0))):
        if "}}" not in path and "{{" not in path and path == path.strip():
            assert fill("{{" + path + "}}", Scope(layers)) is value


@given(json_values)
def test_a_mistake_is_found_whatever_else_there_is(value: Any) -> None:
    with pytest.raises(Fault) as caught:
        fill([value, "{{a}}", "{{name}}"], scope)
    assert "/1" in {issue.pointer for issue in caught.value.issues}


@given(st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), json_values, min_size=1, max_size=4))
def test_every_declared_name_can_be_referenced(layer: dict[str, Any]) -> None:
    document = {name: "{{ " + name + " }}" for name in layer}
    assert [reference.root for reference in references(document)] == list(layer)
    assert fill(document, Scope((layer,))) == layer
