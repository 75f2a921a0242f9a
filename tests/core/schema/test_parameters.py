"""Document 000's SchemaParameters as a schema."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.schema import Schema

PARAMETERS: list[dict[str, Any]] = [
    {"display_name": "recipientName", "type": "string", "required": True, "description": "The name of the user"},
    {"display_name": "message", "type": "string", "default_value": "Hi!"},
    {"display_name": "times", "type": "number", "default_value": "3"},
    {"display_name": "urgent", "type": "boolean", "default_value": "false"},
    {"display_name": "on", "type": "date", "default_value": "2026-11-15"},
]


def test_defaults_are_read_by_type() -> None:
    assert Schema.from_parameters(PARAMETERS).check({"recipientName": "Ann"}).value == {
        "recipientName": "Ann",
        "message": "Hi!",
        "times": 3,
        "urgent": False,
        "on": "2026-11-15",
    }


def test_dates_are_checked() -> None:
    [issue] = Schema.from_parameters(PARAMETERS).check({"recipientName": "Ann", "on": "tomorrow"}).issues
    assert (issue.pointer, issue.expected) == ("/on", "date text")


def test_unknown_inputs_are_refused() -> None:
    [issue] = Schema.from_parameters(PARAMETERS).check({"recipientName": "Ann", "mesage": "x"}).issues
    assert (issue.pointer, issue.hint) == ("/mesage", "Did you mean 'message'?")


def test_a_json_parameter_brings_its_own_schema() -> None:
    schema = Schema.from_parameters(
        [{"display_name": "rows", "type": "json", "schema": {"type": "array", "items": {"type": "integer"}}}]
    )
    assert schema.check({"rows": ["1", 2]}).value == {"rows": [1, 2]}


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({}, "{}", {}),
        ({}, "[1]", [1]),
        ({}, "5", "5"),
        ({"type": "integer"}, "5", 5),
        ({"type": ["boolean", "string"]}, "false", False),
        ({"type": "string"}, "5", "5"),
    ],
)
def test_a_json_default_is_read_by_its_schema(schema: dict[str, Any], text: str, value: Any) -> None:
    parameter = {"display_name": "a", "type": "json", "schema": schema, "default_value": text}
    assert Schema.from_parameters([parameter]).check({}).value == {"a": value}


def test_all_mistakes_in_a_list_at_once() -> None:
    with pytest.raises(Fault) as caught:
        Schema.from_parameters(
            [
                {"display_name": "a", "type": "strng"},
                {"display_name": "a", "type": "string", "requird": True},
                {"display_name": "b", "type": "number", "default_value": "many"},
                {"display_name": "c", "type": "boolean", "default_value": True},
                {"type": "string"},
                {"display_name": "d", "type": "date", "default_value": "15.11.2026"},
                "e",  # type: ignore[list-item]
            ]
        )
    assert [issue.pointer for issue in caught.value.issues] == [
        "/0/type", "/1/requird", "/2/default_value", "/3/default_value", "/4/display_name", "/5/default_value", "/6",
    ]  # fmt: skip
    assert caught.value.issues[0].hint == "Did you mean 'string'?"


@pytest.mark.document("000", "A default that is no text is told as what it is: a number, expected a text.")
@pytest.mark.parametrize(
    ("kind", "default", "message", "hint"),
    [
        ("string", 5, "The default is a number, expected a text.", r'Write it as text: "default_value": "5".'),
        ("number", 5, "The default is a number, expected a text that reads as a number.",
         r'Write it as text: "default_value": "5".'),
        ("boolean", True, "The default is a boolean, expected a text that reads as a boolean.",
         r'Write it as text: "default_value": "true".'),
        ("date", ["today"], "The default is a list, expected a text that reads as a date.", None),
        ("string", None, "The default is null, expected a text.", None),
    ],
)  # fmt: skip
def test_a_default_that_is_no_text_is_told_with_the_text_to_write(
    kind: str, default: Any, message: str, hint: str | None
) -> None:
    with pytest.raises(Fault) as caught:
        Schema.from_parameters([{"display_name": "a", "type": kind, "default_value": default}])
    assert (caught.value.message, caught.value.hint) == (message, hint)


@pytest.mark.parametrize(
    ("schema", "default", "pointer", "message"),
    [
        ({"type": "nonsense"}, None, "/0/schema/type", "This is no JSON Schema"),
        ({"pattern": "("}, None, "/0/schema/pattern", "This is no JSON Schema"),
        ({"$ref": "#/nowhere"}, None, "/0/schema", "Pointer '/nowhere' does not exist"),
        ({"$ref": "http://127.0.0.1:1/x"}, None, "/0/schema/$ref", "nothing is ever fetched"),
        ({"type": "array"}, "{}", "/0/default_value", "The default does not fit: Expected array, received object."),
    ],
)
def test_a_schema_that_cannot_be_used_is_named(
    schema: dict[str, Any], default: str | None, pointer: str, message: str
) -> None:
    parameter = {"display_name": "a/b", "type": "json", "schema": schema}

    with pytest.raises(Fault) as caught:
        Schema.from_parameters([parameter if default is None else {**parameter, "default_value": default}])

    assert [each.pointer for each in caught.value.issues] == [pointer]
    assert message in caught.value.message


@pytest.mark.parametrize(("text", "value"), [("{}", {}), ("[]", []), ('["a"]', ["a"]), ("words", "words")])
def test_the_default_of_json_is_read(text: str, value: object) -> None:
    schema = Schema.from_parameters([{"display_name": "a", "type": "json", "default_value": text}])

    assert schema.check({}).value == {"a": value}


def test_a_type_that_is_no_text_is_a_mistake() -> None:
    with pytest.raises(Fault) as caught:
        Schema.from_parameters([{"display_name": "a", "type": ["string"]}])

    assert [(each.pointer, each.received) for each in caught.value.issues] == [("/0/type", '["string"] (array)')]


def test_the_same_name_twice_is_a_mistake() -> None:
    with pytest.raises(Fault, match="two parameters 'a'"):
        Schema.from_parameters([{"display_name": "a", "type": "string"}, {"display_name": "a", "type": "number"}])
