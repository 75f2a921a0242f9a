"""Registries and their views."""

import pytest

from pollex.core.declare import tool
from pollex.core.fault import Fault
from pollex.core.registry import Joined, Registry


@tool(effect="read")
def look(what: str) -> str:
    """Look at it."""
    return what


@tool(effect="destroy")
def drop(what: str) -> None:
    """Drop it."""


TOOLS = Registry(look, drop)


def test_a_tool_is_found_by_name() -> None:
    assert TOOLS.get("look") is look
    assert TOOLS.names() == ["look", "drop"]
    assert "look" in TOOLS
    assert len(TOOLS) == 2


def test_an_unknown_name_says_what_is_near() -> None:
    with pytest.raises(Fault) as caught:
        TOOLS.get("lock")
    assert (caught.value.code, caught.value.hint) == ("unknown_tool", "Did you mean 'look'?")


def test_a_name_is_taken_once() -> None:
    registry = Registry(look)
    with pytest.raises(Fault, match="already a tool 'look'"):
        registry.add(look)
    registry.add(look.replace(title="Look"), replace=True)
    assert registry.get("look").title == "Look"
    assert registry.remove("look").title == "Look"
    assert registry.names() == []


def test_tools_that_are_slow_to_find_are_added_once_and_only_when_needed() -> None:
    registry, loaded = Registry(look), []

    def load() -> None:
        loaded.append(registry.names())
        registry.add(drop)

    registry.add_when_needed(load)
    assert registry.get("look") is look
    assert loaded == []

    assert registry.get("drop") is drop
    assert registry.find("lock") is None
    assert registry.names() == ["look", "drop"]
    assert loaded == [["look"]]


def test_prefixed() -> None:
    view = TOOLS.prefixed("my.")
    assert view.names() == ["my.look", "my.drop"]
    assert view.get("my.look").name == "my.look"
    assert view.find("look") is None


def test_filtered() -> None:
    view = TOOLS.filtered(lambda tool: tool.effect == "read")
    assert [tool.name for tool in view] == ["look"]
    assert view.find("drop") is None


def test_renamed() -> None:
    view = TOOLS.renamed({"look": "see"})
    assert view.names() == ["see", "drop"]
    assert view.find("look") is None
    assert view.get("see").run is look.run
    with pytest.raises(Fault, match="Two tools would be called 'drop'"):
        TOOLS.renamed({"look": "drop"})
    with pytest.raises(Fault, match="There is no tool 'lok'"):
        TOOLS.renamed({"lok": "see"})


def test_names_can_be_swapped() -> None:
    view = TOOLS.renamed({"look": "drop", "drop": "look"})
    assert view.get("look").run is drop.run


def test_approval_required() -> None:
    view = TOOLS.approval_required(lambda tool: tool.name == "look")
    assert [tool.approval for tool in view] == [True, False]


def test_views_follow_what_is_added_later() -> None:
    registry = Registry(look)
    view = registry.prefixed("a.")
    registry.add(drop)
    assert view.names() == ["a.look", "a.drop"]


def test_joined() -> None:
    joined = Joined(Registry(look), Registry(drop, look.replace(title="second")))
    assert joined.names() == ["look", "drop"]
    assert joined.get("look").title == ""
