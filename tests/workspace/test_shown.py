"""What a run shows, as commands that a workspace accepts."""

from typing import Any

import pytest

from pollex.workspace.shown import show_batch

from .desks import opened

RUN = "0f6e1234-0000-4000-8000-000000000000"


async def components(*shown: dict[str, Any]) -> list[tuple[str, Any]]:
    workspace = await opened()
    for number, data in enumerate(shown, 1):
        await workspace.apply(show_batch(RUN, number, data, opens=number == 1), by="run")
    assert list(workspace.desk.windows) == ["shown-0f6e1234"]
    return [(each.type, each.props) for each in workspace.desk.components.values()]


@pytest.mark.parametrize(
    ("data", "type_", "props"),
    [
        ({"value": "Hello", "as": "text"}, "text", {"text": "Hello"}),
        ({"value": {"a": 1}}, "text", {"text": '{"a":1}'}),
        ({"value": ["a", {"b": 1}], "as": "list"}, "list", {"items": ["a", '{"b":1}']}),
        ({"value": [{"a": 1}], "as": "table"}, "table", {"rows": [{"a": 1}]}),
        ({"value": "no rows", "as": "table"}, "json", {"value": "no rows"}),
        ({"value": [1], "as": "json"}, "json", {"value": [1]}),
        ({"value": None}, "text", {"text": "null"}),
        ({"value": "# Hi", "as": "markdown"}, "markdown", {"text": "# Hi"}),
    ],
)
async def test_a_value_is_shown_as_was_asked(data: dict[str, Any], type_: str, props: dict[str, Any]) -> None:
    _, (shown, given) = await components(data)
    assert (shown, {name: given[name] for name in props}) == (type_, props)


async def test_a_second_value_goes_into_the_same_window() -> None:
    shown = await components({"value": "a", "title": "First"}, {"value": "b", "title": "Second"})
    assert [props["text"] for _, props in shown] == ["First", "a", "Second", "b"]


@pytest.mark.parametrize("name", ["value", "title"])
async def test_what_looks_like_a_reference_is_shown_as_text(name: str) -> None:
    shown = await components({"value": "v", "title": "t", name: "{{secret.bank.password}}"})
    assert any("secret.bank.password" in props["text"] for _, props in shown)
