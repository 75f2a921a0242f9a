"""Repairs: what models commonly get wrong, mended where the schema makes the meaning certain, and listed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.result import Repair
from pollex.core.schema import Schema

THING = Schema({
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "price": {"type": "number"},
        "fast": {"type": "boolean"},
        "name": {"type": "string"},
        "config": {"type": "object", "properties": {"maxSize": {"type": "integer"}}},
        "free": {"type": "object"},
        "numbers": {"type": "array", "items": {"type": "integer"}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "level": {"enum": [1, 2, 3]},
        "many": {"type": ["integer", "string"]},
        "recipientName": {"type": "string"},
    },
    "required": ["count"],
})  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "value", "repair"),
    [
        ({"count": "5"}, {"count": 5}, Repair("/count", "read the text as an integer")),
        ({"count": " -7 "}, {"count": -7}, Repair("/count", "read the text as an integer")),
        ({"count": 1, "price": "1.5"}, {"count": 1, "price": 1.5}, Repair("/price", "read the text as a number")),
        ({"count": 1, "fast": "True"}, {"count": 1, "fast": True}, Repair("/fast", "read the text as a boolean")),
        (
            {"count": 1, "config": '{"maxSize": 3}'},
            {"count": 1, "config": {"maxSize": 3}},
            Repair("/config", "read the text as an object"),
        ),
        (
            {"count": 1, "numbers": "[1, 2]"},
            {"count": 1, "numbers": [1, 2]},
            Repair("/numbers", "read the text as an array"),
        ),
        ({"count": 1, "numbers": 7}, {"count": 1, "numbers": [7]}, Repair("/numbers", "made it a list of one")),
        ({"count": 1, "name": None}, {"count": 1}, Repair("/name", "left out null")),
        ({"count": 1, "either": "4"}, {"count": 1, "either": 4}, Repair("/either", "read the text as an integer")),
        ({"count": 1, "level": "2"}, {"count": 1, "level": 2}, Repair("/level", "read the text as an integer")),
        (
            {"count": 1, "recipient_name": "Ann"},
            {"count": 1, "recipientName": "Ann"},
            Repair("/recipient_name", "renamed to 'recipientName'"),
        ),
    ],
    ids=lambda part: json.dumps(part) if isinstance(part, dict) else "",
)
def test_one_repair(sent: Any, value: Any, repair: Repair) -> None:
    checked = THING.check(sent)
    assert (checked.value, checked.repairs, checked.issues) == (value, (repair,), ())


def test_repairs_inside_repairs() -> None:
    checked = THING.check({"Count": "1", "config": '{"max_size": "3"}', "numbers": "4"})
    assert checked.value == {"count": 1, "config": {"maxSize": 3}, "numbers": [4]}
    assert {repair.pointer for repair in checked.repairs} == {"/Count", "/config", "/config/max_size", "/numbers"}
    assert checked.ok


@pytest.mark.parametrize(
    "sent",
    [
        {"count": "five"},
        {"count": "5 apples"},
        {"count": "1e999"},
        {"count": "0x10"},
        {"count": 1.5},
        {"count": None},
        {"count": 1, "fast": "yes"},
        {"count": 1, "fast": 1},
        {"count": 1, "name": 5},
        {"count": 1, "config": "{broken"},
        {"count": 1, "config": "[1]"},
        {"count": 1, "numbers": {"a": 1}},
        {"count": 1, "numbers": [None]},
        {"count": 1, "level": "9"},
    ],
    ids=json.dumps,
)
def test_what_is_not_certain_is_a_fault_and_stays_as_it_was(sent: Any) -> None:
    checked = THING.check(sent)
    assert checked.issues
    assert checked.value == sent
    assert checked.repairs == ()


def test_a_required_null_is_named_as_what_it_is() -> None:
    [issue] = THING.check({"count": None}).issues
    assert (issue.pointer, issue.expected, issue.received) == ("/count", "integer", "null")


def test_two_spellings_of_one_key_are_not_merged() -> None:
    assert {
        issue.pointer for issue in THING.check({"count": 1, "recipient_name": "A", "RecipientName": "B"}).issues
    } == {
        "/recipient_name",
        "/RecipientName",
    }


def test_keys_of_free_objects_are_never_touched() -> None:
    sent = {"count": 1, "free": {"Some_Key": "5", "null": None}}
    assert THING.check(sent).value == sent


def test_alternatives_that_could_be_mended_in_two_ways_are_left() -> None:
    schema = Schema({
        "anyOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
        ]
    })  # fmt: skip
    assert schema.check({"a": "5"}).value == {"a": 5}
    assert not schema.check({"a": "x"}).ok


def test_wrapping_does_not_run_away_on_a_recursive_schema() -> None:
    schema = Schema({"$ref": "#/$defs/list", "$defs": {"list": {"type": "array", "items": {"$ref": "#/$defs/list"}}}})
    checked = schema.check("x")
    assert (checked.value, checked.repairs) == ("x", ())


def test_many_repairs_are_not_slow() -> None:
    schema = Schema({"type": "array", "items": {"type": "object", "properties": {"aB": {"type": "integer"}}}})
    checked = schema.check([{"a_b": str(number)} for number in range(3_000)])
    assert checked.ok
    assert len(checked.repairs) == 6_000


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["", "5", "true", "x", "[1]", '{"a": "1"}', "1.5", "null"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "aB", "a_b", "c"]), inner, max_size=3)
    ),
    max_leaves=8,
)
leaf_schemas = st.sampled_from([
    {"type": "integer"}, {"type": "number"}, {"type": "boolean"}, {"type": "string"}, {"type": "null"}, True,
    {"enum": [1, "a", True]}, {"const": 5}, {"type": ["integer", "null"]}, {"type": "string", "minLength": 2},
    {"type": "integer", "minimum": 3},
])  # fmt: skip
schemas = st.recursive(
    leaf_schemas,
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(
            lambda properties, required: {"type": "object", "properties": properties, "required": sorted(required)},
            st.dictionaries(st.sampled_from(["a", "aB", "c"]), inner, max_size=3),
            st.sets(st.sampled_from(["a", "aB"])),
        ),
        st.builds(lambda parts: {"anyOf": parts}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)


@given(schemas, json_values)
def test_repairing_twice_changes_nothing_more(document: Any, value: Any) -> None:
    schema = Schema(document)
    once = schema.check(value)
    twice = schema.check(once.value)
    assert twice.value == once.value
    assert twice.repairs == ()


@given(schemas, json_values)
def test_a_valid_value_is_never_changed(document: Any, value: Any) -> None:
    schema = Schema(document)
    if Schema(schema.closed).valid(value):
        checked = schema.check(value)
        assert (checked.value, checked.repairs, checked.issues) == (value, (), ())


@given(schemas, json_values)
def test_what_check_accepts_is_valid(document: Any, value: Any) -> None:
    schema = Schema(document)
    checked = schema.check(value)
    if checked.ok:
        assert schema.valid(checked.value)
    else:
        assert not Schema(schema.closed).valid(value)
