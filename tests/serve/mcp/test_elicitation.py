"""Forms as clients take them, and what their people say."""

from typing import Any

import pytest
from mcp_types import ClientCapabilities

from pollex.core.fault import Fault
from pollex.serve.mcp.elicitation import answer_of, can_elicit, flat_form, request

FLAT: dict[str, Any] = {
    "title": "code",
    "type": "object",
    "properties": {"code": {"type": "string", "description": "From your phone.", "x-own": 1}},
    "required": ["code"],
}
NESTED: dict[str, Any] = {
    "type": "object",
    "properties": {"where": {"type": "object", "properties": {"city": {"type": "string"}}}},
}


def test_plain_fields_stay_as_they_are() -> None:
    assert flat_form(FLAT) == {
        "type": "object",
        "properties": {"code": {"type": "string", "description": "From your phone."}},
        "required": ["code"],
    }
    assert answer_of({"code": "123", "other": None}, FLAT) == {"code": "123"}


def test_a_nested_form_is_asked_for_as_json() -> None:
    assert list(flat_form(NESTED)["properties"]) == ["answer"]
    assert answer_of({"answer": '{"where": {"city": "Rome"}}'}, NESTED) == {"where": {"city": "Rome"}}
    with pytest.raises(Fault, match="no JSON"):
        answer_of({"answer": "Rome"}, NESTED)


@pytest.mark.parametrize(
    ("declared", "can"),
    [
        ({}, False),
        ({"elicitation": {}}, True),
        ({"elicitation": {"form": {}}}, True),
        ({"elicitation": {"url": {}}}, False),
    ],
)
def test_which_clients_show_forms(declared: dict[str, Any], can: bool) -> None:
    assert can_elicit(ClientCapabilities.model_validate(declared)) is can
    assert not can_elicit(None)


def test_a_message_marks_what_nobody_sees() -> None:
    asked = request("Send it to eve\u202e@x?", FLAT, "Not\u200b so.").params
    assert asked.message == "Send it to eve\ufffd@x?\n(Not\ufffd so.)"
