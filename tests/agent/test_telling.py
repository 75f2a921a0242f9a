"""What a model is told of its calls: reads give what they read, actions what they caused; a cut is marked."""

from typing import Any

import pytest

from pollex.agent.history import Action, History, Turn
from pollex.agent.look import Look
from pollex.agent.menu import Menu
from pollex.agent.task import Task
from pollex.agent.telling import MOST, Teller
from pollex.core.fault import Fault
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.page.tools import page_tools

MENU = Menu(Registry(*page_tools()), Task("Look"))


def done(tool: str, data: Any, args: Any = None, fault: Fault | None = None, at: int = 1) -> Action:
    result = Result.success(data) if fault is None else Result.failure(fault)
    return Action(f"/1/{at}", f"id{at}", tool, args or {}, result, 1.0)


def told(*actions: Action) -> str:
    turn = Turn("/1", Look("http://shop.example/", "Shop", ""), actions=list(actions))
    return Teller(History([turn]), MENU).told(actions[-1])


def test_a_query_gives_the_elements_that_it_found() -> None:
    found = {"count": 1, "used": "css=tr", "elements": [{"index": 4, "name": "Rent", "states": []}]}
    assert told(done("page.query", found)) == '{"count":1,"elements":[{"index":4,"name":"Rent","states":[]}]}'


@pytest.mark.parametrize(
    ("tool", "data"),
    [
        ("page.records", []),
        ("page.extract", {"orders": []}),
        ("page.extract", {"order": None, "total": ""}),
        ("page.query", {"count": 0, "elements": []}),
        ("page.find", {"count": 0, "places": []}),
    ],
)
def test_an_empty_answer_says_so_and_what_was_looked_for(tool: str, data: Any) -> None:
    assert told(done(tool, data, {"what": "orders"})) == 'nothing found for {"what":"orders"}'


def test_an_empty_answer_says_what_nearly_fits() -> None:
    data = {"count": 0, "elements": [], "hint": "'Order now' is near."}
    assert told(done("page.query", data, {"selector": "Order"})).endswith(": 'Order now' is near.")


@pytest.mark.parametrize("data", [{"count": 0, "rows": [{"left": 0}]}, {"open": False}, 0])
def test_no_and_nought_are_answers(data: Any) -> None:
    assert not told(done("page.extract", data)).startswith("nothing found")


def test_an_action_tells_what_it_caused_and_no_more() -> None:
    data = {"used": "index=3", "url": "http://shop.example/", "requests": [{"url": "x"}], "appeared": ["Saved"]}
    assert told(done("page.click", data)) == '{"url":"http://shop.example/","appeared":["Saved"]}'


def test_an_answer_that_is_cut_says_how_to_see_the_rest() -> None:
    text = "".join(f"{place:06}" for place in range(2_000))
    read = done("page.read", text)
    first = told(read)
    assert first.startswith(text[:MOST])
    assert first.endswith(f'… cut: {12_000 - MOST:,} more characters; see them with rest {{"answer":1,"start":{MOST}}}')
    second = done("rest", {"answer": 1, "start": 2 * MOST}, at=2)
    assert told(read, second) == text[2 * MOST :]


def test_the_rest_of_no_answer() -> None:
    assert told(done("rest", {"answer": 7, "start": 0})) == "There is no answer 7."


def test_a_fault_names_tools_as_they_are_called() -> None:
    fault = Fault("invalid_input", "No field.", hint="Press it with page.click; see page.clicking and x.page.click.")
    assert "page_click; see page.clicking and x.page.click." in told(done("page.type", None, fault=fault))
