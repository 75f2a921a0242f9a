"""Flat properties: plain in definitions, read back into what workflow files write, with places for mistakes."""

from typing import Any

import pytest

from pollex.core.fault import Issue
from pollex.core.json import Object
from pollex.flow.director.flat import SourceMap, flat_properties, flatten, unflatten

TYPES: dict[str, Object] = {
    "selector": {"type": ["string", "array"], "items": {"type": "string"}, "description": "The element."},
    "body": {"type": ["integer", "array"], "items": {"type": "integer"}},
    "value": {"description": "Any value."},
    "args": {"type": "object"},
    "rules": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"selector": {"type": ["string", "array"]}, "limit": {"type": "integer"}},
            "required": ["selector", "limit"],
        },
    },
    "nodeRange": {"type": ["string", "array"]},
    "paths": {"type": "object"},
    "limit": {"type": "integer", "default": 5},
}
KNOWN = {each.name: each for each in flat_properties(TYPES)}
VALUES: list[tuple[Object, Object]] = [
    ({"selector": "#a"}, {"selector": "#a"}),
    ({"selector": ["#a", "#b"]}, {"selectors": ["#a", "#b"]}),
    ({"body": [3, 4]}, {"bodyPositions": [3, 4]}),
    ({"value": 3}, {"valueJson": "3"}),
    ({"value": "three"}, {"value": "three"}),
    ({"args": {"a": 1}}, {"args": {"a": 1}}),
    ({"rules": [{"selector": ["#a"], "limit": 1}]}, {"rules": [{"selectors": ["#a"], "limit": 1}]}),
    ({"nodeRange": [1, 9]}, {"rangeFrom": 1, "rangeTo": 9}),
    ({"nodeRange": "1-9"}, {"nodeRange": "1-9"}),
    ({"paths": {"true": [2]}}, {"pathList": [{"when": "true", "positions": [2]}]}),
    ({"limit": 7, "unknown": 1}, {"limit": 7, "unknown": 1}),
]


@pytest.mark.parametrize(("written", "flat"), VALUES)
def test_a_value_of_a_file_becomes_plain_and_is_read_back(written: Object, flat: Object) -> None:
    source = SourceMap()
    assert flatten(written, KNOWN) == flat
    assert (unflatten(flat, KNOWN.values(), "", source), source.issues) == (written, [])


@pytest.mark.parametrize("written", [written for written, _ in VALUES])
def test_a_call_may_write_as_workflow_files_do(written: Object) -> None:
    source = SourceMap()
    assert (unflatten(written, KNOWN.values(), "", source), source.issues) == (written, [])


def test_definitions_show_one_type_for_each_name_and_no_default() -> None:
    shown = {name: schema for each in KNOWN.values() for name, schema in each.shown.items()}
    assert [name for name, schema in shown.items() if not isinstance(schema.get("type"), str)] == []
    assert shown["limit"] == {"type": "integer"}
    assert shown["rules"]["items"]["required"] == ["limit"]


def test_a_strict_definition_shows_an_object_with_free_keys_as_text_only() -> None:
    (args,) = flat_properties({"args": {"type": "object"}}, strict=True)
    assert list(args.shown) == ["argsJson"]
    assert list(args.accepted) == ["argsJson", "args"]
    assert args.flatten({"a": 1}) == {"argsJson": '{"a":1}'}


@pytest.mark.parametrize(
    ("sent", "pointer", "message"),
    [
        ({"selector": "#a", "selectors": ["#b"]}, "/selectors", "'selector' and 'selectors' say the same."),
        ({"valueJson": "{a}"}, "/valueJson", "This is not JSON"),
        ({"argsJson": "[1]"}, "/argsJson", "The text holds no object."),
        ({"rangeFrom": 1}, "/rangeTo", "'rangeFrom' needs 'rangeTo' beside it."),
        ({"pathList": [{"when": "a"}, {"when": "a"}]}, "/pathList/1/when", "There are two ways for 'a'."),
        ({"rules": [{"selector": "#a", "selectors": []}]}, "/rules/0/selectors", "say the same"),
    ],
)
def test_a_mistake_points_into_what_was_sent(sent: Object, pointer: str, message: str) -> None:
    source = SourceMap()
    unflatten(sent, KNOWN.values(), "", source)
    (issue,) = source.issues
    assert isinstance(issue, Issue)
    assert (issue.pointer, message in issue.message) == (pointer, True)


@pytest.mark.parametrize(
    ("sent", "made", "original"),
    [
        ({"selectors": ["#a"]}, "/selector/0", "/selectors/0"),
        ({"valueJson": '{"a": 1}'}, "/value/a", "/valueJson"),
        ({"pathList": [{"when": "a/b", "positions": [2]}]}, "/paths/a~1b/0", "/pathList/0/positions/0"),
        ({"rules": [{"selectors": ["#a"]}]}, "/rules/0/selector/0", "/rules/0/selectors/0"),
        ({"limit": 3}, "/limit", "/limit"),
    ],
)
def test_a_later_mistake_is_led_back_to_the_call(sent: Any, made: str, original: str) -> None:
    source = SourceMap()
    unflatten(sent, KNOWN.values(), "", source)
    assert source.original(made) == original
