"""`Schema.check`: all mistakes at once, each with a pointer into what the caller sent."""

from typing import Any

import pytest

from pollex.core.fault import Fault, Issue
from pollex.core.schema import Checked, Schema

ORDER = Schema({
    "type": "object",
    "properties": {
        "item": {"type": "string", "minLength": 2},
        "count": {"type": "integer", "minimum": 1, "default": 1, "description": "How many."},
        "speed": {"enum": ["slow", "fast"]},
        "address": {
            "type": "object",
            "properties": {"street": {"type": "string"}, "postCode": {"type": "string"}},
            "required": ["street"],
        },
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["item"],
})  # fmt: skip


def issues(schema: Schema, value: Any) -> list[tuple[str, str | None, str | None]]:
    return [(issue.pointer, issue.expected, issue.received) for issue in schema.check(value).issues]


def test_a_valid_value_comes_back_with_its_defaults() -> None:
    assert ORDER.check({"item": "lamp"}) == Checked({"item": "lamp", "count": 1})


def test_the_callers_value_is_not_changed() -> None:
    sent = {"item": "lamp", "tags": "new"}
    assert ORDER.check(sent).value == {"item": "lamp", "count": 1, "tags": ["new"]}
    assert sent == {"item": "lamp", "tags": "new"}


def test_all_mistakes_at_once() -> None:
    value = {"item": "x", "count": 0, "speed": "fats", "address": {"postCode": 5, "town": "Ulm"}, "tags": ["a", 7]}
    assert sorted(issues(ORDER, value)) == [
        ("/address/postCode", "string", "5 (integer)"),
        ("/address/street", "string", "nothing"),
        ("/address/town", "one of 'street', 'postCode'", "'town'"),
        ("/count", "a number of at least 1", "0 (integer)"),
        ("/item", "at least 2 characters", '"x" (string)'),
        ("/speed", 'one of "slow", "fast"', '"fats" (string)'),
        ("/tags/1", "string", "7 (integer)"),
    ]


def test_hints_say_what_was_probably_meant() -> None:
    found = ORDER.check({"itm": "lamp", "speed": "fats"}).issues
    assert {issue.pointer: issue.hint for issue in found} == {
        "/item": "Add 'item' (string).",
        "/itm": "Did you mean 'item'?",
        "/speed": "Did you mean 'fast'?",
    }


def test_a_missing_key_is_explained_by_its_description() -> None:
    schema = Schema({"properties": {"n": {"type": "integer", "description": "How many."}}, "required": ["n"]})
    assert schema.check({}).issues == (
        Issue("/n", "The key 'n' is missing.", "integer", "nothing", "Add 'n': How many."),
    )


def test_pointers_are_escaped() -> None:
    schema = Schema({"properties": {"a/b": {"properties": {"c~d": {"type": "integer"}}}}})
    assert issues(schema, {"a/b": {"c~d": []}}) == [("/a~1b/c~0d", "integer", "[] (array)")]


def test_pointers_name_the_keys_that_the_caller_wrote() -> None:
    assert issues(ORDER, {"item": "lamp", "address": {"street": "A", "post_code": 5}}) == [
        ("/address/post_code", "string", "5 (integer)")
    ]


def test_of_alternatives_the_nearest_is_explained() -> None:
    schema = Schema({
        "anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["x"]},
            {"type": "object", "properties": {"kind": {"const": "b"}, "y": {"type": "integer"}}, "required": ["y"]},
        ]
    })  # fmt: skip
    assert issues(schema, {"kind": "b", "y": []}) == [("/y", "integer", "[] (array)")]
    assert issues(schema, 5) == [("", "string or object", "5 (integer)")]


def test_formats_are_checked() -> None:
    schema = Schema({"type": "string", "format": "date"})
    assert schema.check("2026-02-30").issues[0].hint == "Write it like 2026-11-15."
    assert schema.check("2026-02-28").ok
    assert schema.valid("2026-02-30"), "plain JSON Schema takes formats as notes"


def test_unwrap_raises_one_fault_with_all_issues() -> None:
    with pytest.raises(Fault) as caught:
        ORDER.check({"count": 0}).unwrap()
    assert caught.value.code == "invalid_input"
    assert {issue.pointer for issue in caught.value.issues} == {"/item", "/count"}
    assert caught.value.message.endswith("(and 1 more)")


def test_type_any_means_no_constraint() -> None:
    schema = Schema(
        {"properties": {"data": {"type": "any"}, "type": {"type": ["any", "null"]}, "rest": {"items": {"type": "any"}}}}
    )
    assert schema.document == {"properties": {"data": {}, "type": {}, "rest": {"items": {}}}}
    assert schema.check({"data": [1, {"a": None}], "type": 5}).ok


def test_the_word_any_in_data_is_left_alone() -> None:
    document = {"enum": [{"type": "any"}], "default": {"type": "any"}, "properties": {"type": {"const": "any"}}}
    assert Schema(document).document == document


@pytest.mark.parametrize(
    "reference",
    ["http://127.0.0.1:9/schema.json", "file:///etc/hostname", "other.json#/$defs/x", "https://example.com/s"],
)
def test_a_schema_never_makes_the_process_fetch_anything(reference: str) -> None:
    with pytest.raises(Fault) as caught:
        Schema({"properties": {"a": {"items": {"$ref": reference}}}})
    assert caught.value.code == "invalid_input"
    assert caught.value.pointer == "/properties/a/items/$ref"
    assert caught.value.received == reference


def test_an_id_does_not_open_the_door_to_fetching() -> None:
    with pytest.raises(Fault) as caught:
        Schema({"$id": "http://127.0.0.1:9/root.json", "properties": {"a": {"$ref": "other.json"}}}).check({})
    assert caught.value.code == "invalid_input"


def test_a_broken_schema_is_a_fault_with_a_pointer() -> None:
    with pytest.raises(Fault) as caught:
        Schema({"properties": {"a": {"type": "strin"}}}).check({})
    assert caught.value.code == "invalid_input"
    assert caught.value.pointer is not None
    assert "/properties/a/type" in caught.value.pointer


def test_values_nested_too_deep_are_an_issue() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert Schema(True).check(deep).issues[0].message == "This cannot be taken: more than 500 levels or 8000000 bytes."
    assert not Schema(True).valid(deep)


def test_values_that_are_no_json_are_read_by_the_one_rule() -> None:
    class Text(str):
        __slots__ = ()

    assert Schema({"type": "string"}).check(Text("x")).value == "x"
    assert Schema({"type": "object"}).check({1: "a"}).value == {"1": "a"}
    assert Schema({"type": "string"}).check("\ud800").value == "\ufffd"


@pytest.mark.parametrize("style", ["{{}}", "${}"])
def test_while_authoring_a_reference_fits_wherever_it_stands(style: Any) -> None:
    reference = "{{n}}" if style == "{{}}" else "${n}"
    assert ORDER.check({"item": "lamp", "count": reference, "speed": reference}, authoring=style).ok
    assert not ORDER.check({"item": "lamp", "count": reference}).ok


def test_while_authoring_text_around_a_reference_is_text() -> None:
    assert ORDER.check({"item": "lamp", "speed": "very {{n}}"}, authoring="{{}}").ok
    assert not ORDER.check({"item": "lamp", "count": "about {{n}}"}, authoring="{{}}").ok
