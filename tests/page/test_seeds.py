"""Document 002's blocks against the page: its state, its elements, its actions and their results."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pollex import run_action
from pollex.browser.actions import BY_ACTION, BY_TYPE, action_call
from pollex.core.fault import Fault
from pollex.core.schema import Schema
from pollex.page.live import LivePage
from pollex.page.tools import page_tools

SEEDS = Path(__file__).parents[1] / "seeds"
OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def schema(name: str) -> Schema:
    return Schema(json.loads((SEEDS / "002" / name).read_text()))


async def test_state(open_page: OpenPage) -> None:
    """One extractor gives a BrowserState with exactly the document's fields, and an outline."""
    page = await open_page("/shop/")
    state: dict[str, Any] = dict(await page.state())
    assert state.pop("outline")
    assert schema("38-browser-state.schema.json").valid(state)
    element = schema("39-element-info.schema.json")
    assert [info for info in state["elements"] if not element.valid(info)] == []
    assert [info["index"] for info in state["elements"]] == sorted(info["index"] for info in state["elements"])


@pytest.mark.document("002", "Every action is done by `pollex.run_action` and answers with the ActionResult.")
async def test_actions(open_page: OpenPage) -> None:
    """Every action of the document runs as it is written there, and answers with an ActionResult."""
    page = await open_page("/hard/select-native")
    actions: list[dict[str, Any]] = [
        {"type": "navigate", "url": page.url.replace("select-native", "long-text")},
        {"type": "scroll", "down": True, "pages": 2},
        {"type": "navigate", "url": page.url.replace("select-native", "contenteditable"), "new_tab": True},
    ]
    for action in actions:
        answer = await run_action(page, action)
        assert answer["success"], answer
        assert schema("40-action-result.schema.json").valid(answer)
    assert len(page.tabs) == 2
    field, button = [info["index"] for info in (await page.state())["elements"] if info["text"] in ("Old text", "Save")]
    typed = await run_action(page, {"type": "input_text", "index": field, "text": "Call the plumber"})
    clicked = await run_action(page, {"type": "click", "index": button})
    assert (typed["success"], clicked["success"]) == (True, True)
    assert "Done" in (await page.state())["textContent"]


async def test_errors(open_page: OpenPage) -> None:
    """An action that cannot be done answers with the document's words, and never throws."""
    page = await open_page("/hard/iframe")
    gone = await run_action(page, {"type": "click", "index": 9999})
    assert gone == {"success": False, "error": "Element with index 9999 not found"}
    wrong = await run_action(page, {"type": "clik", "index": 1})
    assert wrong["error"] == "There is no action 'clik'."
    missing = await run_action(page, {"type": "input_text", "index": 1})
    assert missing["success"] is False


async def test_tables() -> None:
    """A new action is one declaration: the tables name tools that are there, and both documents' names are in them."""
    names = {tool.name for tool in page_tools()}
    assert {*BY_ACTION.values(), *BY_TYPE.values()} <= names
    assert len(BY_ACTION) == 14
    with pytest.raises(Fault, match="no action"):
        action_call({"action": "clickk"})
    assert action_call({"action": "openNewTab", "url": "x", "name": "y"}).args == {"url": "x", "name": "y"}


async def test_custom_state(open_page: OpenPage) -> None:
    """Elements that only an attribute makes clickable are found when their selector is given."""
    page = await open_page("data:text/html,<p data-clickable>Here</p><p>There</p>")
    assert (await page.state())["elements"] == []
    assert [info["text"] for info in (await page.state(extra=["[data-clickable]"]))["elements"]] == ["Here"]
