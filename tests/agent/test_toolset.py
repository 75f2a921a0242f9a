"""What a model may call: the page's tools, those of the app, a dozen of them at once, and the agent's own."""

from typing import Any

import pytest

from pollex.agent.compact import ABOUT, COMPACT, PLAIN
from pollex.agent.task import Task
from pollex.agent.toolset import AgentToolset
from pollex.builtin.tools import tools
from pollex.core.declare import from_function
from pollex.core.registry import Registry
from pollex.core.tool import Tool
from pollex.page.tools import page_tools
from pollex.settings import Settings


def numbered(number: int) -> Tool:
    def shelf() -> int:
        """Count what lies on a shelf."""
        return number

    return from_function(shelf, name=f"shelf_{number}", effect="read")


def weather(city: str) -> str:
    """Say the weather of a city."""
    return f"fine in {city}"


def toolset(*added: Tool, text: str = "Look", **task: Any) -> AgentToolset:
    registry = Registry(*tools(Settings.load(environ={})), *page_tools(), *added)
    return AgentToolset(registry, Task(text, tools=tuple(tool.name for tool in added), **task))


def shown(found: AgentToolset, *asked: str) -> dict[str, str]:
    return {each["function"]["name"]: each["function"]["description"] for each in found.shown(asked, "openai")}


def test_tools_of_the_app_are_shown_and_others_are_not() -> None:
    names = shown(toolset(from_function(weather)))
    assert {"weather", "page_click", "done"} <= set(names)
    assert not {"doctor", "tools_list"} & set(names)


def test_a_dozen_at_once_those_nearest_to_the_task_first() -> None:
    found = toolset(*map(numbered, range(20)), from_function(weather), text="What is the weather in the city of Ulm?")
    names = shown(found)
    assert len([name for name in names if name.startswith("shelf_")]) == 11
    assert "weather" in names
    assert "9 further tools" in names["more"]
    assert "shelf_19" in shown(found, "shelf_19")
    assert "further tools of this task" not in shown(toolset(*map(numbered, range(12))))["more"]


@pytest.mark.parametrize("name", COMPACT)
def test_what_is_shown_of_a_tool_is_declared(name: str) -> None:
    document = toolset().get(name).input.document
    assert isinstance(document, dict)
    assert set(COMPACT[name]) - {"then"} <= set(document["properties"])


def test_no_words_are_left_over() -> None:
    properties = {key for name, kept in COMPACT.items() for each in kept for key in (each, f"{name} {each}")}
    assert set(PLAIN) <= properties
    assert set(ABOUT) <= set(COMPACT)


@pytest.mark.parametrize(
    ("tool", "task"), [("page_search", {}), ("page_upload", {"url": "http://shop.example/", "files": ("/tmp/a.pdf",)})]
)
def test_what_only_some_tasks_need_is_shown_to_those(tool: str, task: dict[str, Any]) -> None:
    assert tool in shown(toolset(**task))
    assert tool not in shown(toolset(url="http://shop.example/"))


def test_the_page_can_be_loaded_again_at_once() -> None:
    assert shown(toolset())["page_refresh"] == "Reload."
