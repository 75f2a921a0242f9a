"""debug_browser: each of document 001's eight actions is a call of a page tool."""

from typing import Any

import pytest

from pollex.core.json import Object
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.flow.director.browser import ACTIONS

Make = Any
NAMES = ["navigate", "click", "type", "wait", "state", "query", "open_tab", "close_tab", "switch_tab"]


def page(done: list[Any]) -> tuple[Tool, ...]:
    """Page tools that write down what they were asked to do."""

    def stand_in(name: str) -> Tool:
        async def run(args: Object, context: Any) -> str:
            done.append((name, args))
            return "done"

        return Tool(f"page.{name}", "A stand-in.", Schema({"type": "object"}), run)

    return tuple(map(stand_in, NAMES))


@pytest.mark.parametrize(
    ("args", "tool", "given"),
    [
        ({"action": "navigate", "url": "https://example.org"}, "navigate", {"url": "https://example.org"}),
        ({"action": "click", "selectors": ["#a", "text=B"]}, "click", {"selector": ["#a", "text=B"]}),
        ({"action": "click", "selector": ["#a"]}, "click", {"selector": ["#a"]}),
        ({"action": "type", "selector": "#a", "text": "{{name}}"}, "type", {"selector": "#a", "text": "Ada"}),
        ({"action": "wait", "duration": 5}, "wait", {"duration": 5}),
        ({"action": "inspect"}, "state", {}),
        ({"action": "inspect", "selector": "role=button"}, "query", {"selector": "role=button"}),
        ({"action": "open_tab", "url": "x.org", "tabName": "x"}, "open_tab", {"url": "x.org", "name": "x"}),
        ({"action": "close_tab"}, "close_tab", {}),
        ({"action": "switch_tab", "tabName": "x"}, "switch_tab", {"tabName": "x"}),
    ],
)
async def test_an_action_is_a_page_tool(director: Make, args: Object, tool: str, given: Object) -> None:
    done: list[Any] = []
    work = director(others=page(done), variables={"name": "Ada"})
    await work.do("debug_browser", **args)
    assert done == [(tool, given)]


def test_the_actions_are_document_001s() -> None:
    assert list(ACTIONS) == ["navigate", "click", "type", "wait", "inspect", "open_tab", "close_tab", "switch_tab"]


async def test_what_an_action_needs_or_does_not_take_is_told_at_once(director: Make) -> None:
    done: list[Any] = []
    fault = await director(others=page(done)).refused("debug_browser", action="type", url="x", text="y")
    assert [(issue.pointer, issue.message) for issue in fault.issues] == [
        ("/selector", "The action 'type' needs 'selector'."),
        ("/url", "The action 'type' takes no 'url'."),
    ]
    assert done == []


async def test_a_fault_of_the_page_points_into_the_call(director: Make) -> None:
    from pollex.core.fault import Fault

    async def run(args: Object, context: Any) -> None:
        raise Fault("not_found", "No such element.", pointer="/selector/1")

    click = Tool("page.click", "A stand-in.", Schema({"type": "object"}), run)
    fault = await director(others=(click,)).refused("debug_browser", action="click", selectors=["#a", "#b"])
    assert fault.pointer == "/selectors/1"
