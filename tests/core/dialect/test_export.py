from typing import Any

import pytest

from pollex.core.dialect import export, set_violations, violations
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.schema import Schema
from pollex.core.tool import Tool

CITY: Object = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def tool(name: str, schema: Any = CITY, **fields: Any) -> Tool:
    return Tool(name, fields.pop("description", "Look it up."), Schema(schema), lambda args, _: args, **fields)


def optional(number: int) -> Object:
    return {"type": "object", "properties": {f"p{one}": {"type": "string"} for one in range(number)}}


def test_openai_definition() -> None:
    assert export([tool("weather.now")], "openai", strict=True) == [
        {
            "type": "function",
            "function": {
                "name": "weather_now",
                "description": "Look it up.",
                "parameters": {**CITY, "additionalProperties": False},
                "strict": True,
            },
        }
    ]


def test_anthropic_definition() -> None:
    plain = {"name": "weather_now", "description": "Look it up.", "input_schema": CITY}
    closed = {**plain, "input_schema": {**CITY, "additionalProperties": False}, "strict": True}

    assert export([tool("weather.now")], "anthropic") == [plain]
    assert export([tool("weather.now")], "anthropic", strict=True) == [closed]


def test_google_definition() -> None:
    assert export([tool("weather.now")], "google") == [
        {"name": "weather_now", "description": "Look it up.", "parametersJsonSchema": CITY}
    ]


def test_mcp_definition() -> None:
    given = tool("weather.now", title="Weather", effect="read", idempotent=True, output=Schema(CITY))

    assert export([given], "mcp") == [
        {
            "name": "weather_now",
            "title": "Weather",
            "description": "Look it up.",
            "inputSchema": CITY,
            "outputSchema": CITY,
            "annotations": {
                "readOnlyHint": True,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": True,
            },
        }
    ]


def test_mcp_output_that_is_no_object_is_left_out_with_a_note() -> None:
    given = export([tool("count", output=Schema({"type": "integer"}))], "mcp")

    assert "outputSchema" not in given[0]
    assert given.notes == ("count has no outputSchema: its output need not be an object.",)


def test_call_is_folded_back_to_the_tool_and_its_arguments() -> None:
    given = export([tool("weather.now", optional(2))], "openai", strict=True)

    assert given.decode("weather_now", {"p0": "a", "p1": None}) == ("weather.now", {"p0": "a"})
    assert given.decode("weather_now", '{"p0":null,"p1":"b"}') == ("weather.now", {"p1": "b"})
    assert given.encode("weather.now", {"p0": "a"}) == ("weather_now", {"p0": "a", "p1": None})


def test_arguments_that_are_no_json_are_handed_on() -> None:
    given = export([tool("weather.now")], "openai")

    assert given.decode("weather_now", '{"city": ') == ("weather.now", '{"city": ')
    assert given.decode("weather_now", "") == ("weather.now", "")


def test_unknown_tool_is_handed_on() -> None:
    assert export([], "openai").decode("delete_all", {"a": 1}) == ("delete_all", {"a": 1})


def test_losses_are_listed_by_tool() -> None:
    given = export(
        [tool("a", optional(0)), tool("b", {"type": "object", "properties": {"x": {}}})], "openai", strict=True
    )

    assert {name: [loss.kind for loss in losses] for name, losses in given.losses.items()} == {
        "a": [],
        "b": ["reworded"],
    }


def test_long_description_is_cut_at_a_word_with_a_loss() -> None:
    given = export([tool("a", description="word " * 300)], "mcp")

    assert given[0]["description"] == " ".join(["word"] * 204) + "…"
    assert [loss.keyword for loss in given.losses["a"]] == ["description"]


def test_clash_of_exported_names_is_a_fault() -> None:
    with pytest.raises(Fault) as caught:
        export([tool("a.b"), tool("a_b")], "openai")
    assert caught.value.code == "conflict"


def test_too_many_tools_are_a_fault() -> None:
    with pytest.raises(Fault) as caught:
        export([tool(f"t{number}") for number in range(129)], "openai")
    assert (caught.value.code, caught.value.expected, caught.value.received) == (
        "limit",
        "at most 128 tools",
        "129 tools",
    )


def test_fault_in_a_schema_names_the_tool_and_the_place() -> None:
    endless = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a", "minLength": 1}},
        "$defs": {"a": {"$ref": "#/$defs/a"}},
    }
    with pytest.raises(Fault) as caught:
        export([tool("t", endless)], "openai", strict=True)
    assert "'t'" in caught.value.message
    assert caught.value.pointer == "/$defs/a"


def test_strict_is_asked_of_a_provider_without_it() -> None:
    given = export([tool("a")], "google", strict=True)

    assert given == export([tool("a")], "google")
    assert given.notes == ("google has no strict mode; the tools are exported plain.",)


def test_tool_that_cannot_be_strict_is_left_plain_and_says_why() -> None:
    given = export([tool("a"), tool("b", {"type": "object"})], "openai", strict=True)

    assert [one["function"]["strict"] for one in given] == [True, False]
    assert given.left_plain == ("b",)
    assert given.notes == ("b is left plain: its input takes keys that are not declared.",)


def test_heaviest_tools_are_left_plain_to_keep_the_limits_of_the_request() -> None:
    given = export([tool("small", optional(5)), tool("large", optional(20)), tool("none")], "anthropic", strict=True)

    assert given.left_plain == ("large",)
    assert given.notes == (
        "large is left plain: together the strict tools would have 25 optional parameters, and 24 are allowed.",
    )
    assert set_violations(given, "anthropic") == []
    assert [violations(one, "anthropic", strict="strict" in one) for one in given] == [[], [], []]


def test_strict_tools_beyond_twenty_are_left_plain() -> None:
    given = export([tool(f"t{number}") for number in range(22)], "anthropic", strict=True)

    assert given.left_plain == ("t20", "t21")


def test_unions_beyond_sixteen_leave_the_tool_with_most_plain() -> None:
    either = {"type": ["string", "integer"]}
    many = {
        "type": "object",
        "properties": {f"p{one}": either for one in range(10)},
        "required": [f"p{one}" for one in range(10)],
    }
    few = {
        "type": "object",
        "properties": {f"p{one}": either for one in range(8)},
        "required": [f"p{one}" for one in range(8)],
    }
    given = export([tool("many", many), tool("few", few)], "anthropic", strict=True)

    assert given.left_plain == ("many",)


def test_the_earlier_name_of_decode_still_works() -> None:
    given = export([tool("weather.now", {"type": "object", "properties": {"city": {"type": "string"}}})], "openai")

    assert given.fold("weather_now", '{"city": "Rome"}') == ("weather.now", {"city": "Rome"})
