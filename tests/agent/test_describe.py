"""What a model is told of its calls: reads give what they read, actions what they caused; a cut is marked."""

from typing import Any

import pytest

from pollex.agent.describe import CallDescriber
from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.agent.result_lines import LONGEST, MAX_CHARS
from pollex.agent.task import Task
from pollex.agent.toolset import AgentToolset
from pollex.core.fault import Fault
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.page.tools import page_tools

MENU = AgentToolset(Registry(*page_tools()), Task("Look"))


def done(tool: str, data: Any, args: Any = None, fault: Fault | None = None, at: int = 1) -> PastCall:
    result = Result.success(data) if fault is None else Result.failure(fault)
    return PastCall(f"/1/{at}", f"id{at}", tool, args or {}, result, 1.0)


def describe(*actions: PastCall) -> str:
    turn = Turn("/1", Look("http://shop.example/", "Shop", ""), actions=list(actions))
    return CallDescriber(History([turn]), MENU).describe(actions[-1])


def test_a_query_gives_the_elements_that_it_found() -> None:
    found = {"count": 1, "used": "css=tr", "elements": [{"index": 4, "name": "Rent", "states": []}]}
    assert (
        describe(done("page.query", found)) == 'query_1: {"count":1,"elements":[{"index":4,"name":"Rent","states":[]}]}'
    )


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
    assert describe(done(tool, data, {"what": "orders"})) == 'nothing found for {"what":"orders"}'


def test_a_note_names_tools_as_the_model_writes_them() -> None:
    result = Result.success({"rows": [{"plate": "KX 1"}]}, notes=("These are drawn; page.collect reads all.",))
    told = describe(PastCall("/1/1", "id1", "page.extract", {}, result, 1.0))
    assert "note: These are drawn; page_collect reads all." in told


def test_an_empty_answer_says_what_nearly_fits() -> None:
    data = {"count": 0, "elements": [], "hint": "'Order now' is near."}
    assert describe(done("page.query", data, {"selector": "Order"})).endswith(": 'Order now' is near.")


@pytest.mark.parametrize("data", [{"count": 0, "rows": [{"left": 0}]}, {"open": False}, 0])
def test_no_and_nought_are_answers(data: Any) -> None:
    assert not describe(done("page.extract", data)).startswith("nothing found")


def test_an_action_tells_what_it_caused_and_no_more() -> None:
    data = {"used": "index=3", "url": "http://shop.example/", "requests": [{"url": "x"}], "appeared": ["Saved"]}
    assert describe(done("page.click", data)) == '{"appeared":["Saved"]}'
    moved = {**data, "url": "http://shop.example/basket", "from": "http://shop.example/"}
    assert describe(done("page.click", moved)) == '{"url":"http://shop.example/basket","appeared":["Saved"]}'


def test_a_key_that_only_went_well_is_no_search() -> None:
    pressed = done("page.keypress", {"url": "http://shop.example/"}, {"key": "End"})
    assert describe(pressed) == ""


def test_an_extraction_may_have_fields_that_outcomes_have() -> None:
    assert describe(done("page.extract", {"status": "open", "used": 3})).startswith("extract_1: ")


def test_an_answer_that_is_cut_says_how_to_see_the_rest() -> None:
    text = "".join(f"{place:06}" for place in range(2_000))
    read = done("page.read", text)
    first = describe(read).splitlines()
    assert "".join(first[:3]) == f"read_1: {text[: 3 * LONGEST]}"
    assert first[3:] == ['… lines 4 to 12 are not shown: see them with rest {"result":"read_1","line":4}']
    second = done("rest", {"result": "read_1", "line": 10}, at=2)
    assert describe(read, second).replace("\n", "") == text[9 * LONGEST :]


def test_rows_come_as_a_table_with_the_first_and_the_last() -> None:
    rows = [{"name": f"Kettle {place}", "price": f"€{place}.90", "more": None} for place in range(1, 501)]
    lines = describe(done("page.collect", {"rows": rows, "pages": 9, "next": 500})).splitlines()
    assert lines[:3] == [
        'collect_1: {"pages":9,"next":500}',
        "rows: 500 rows of name, price, more",
        "1. Kettle 1 | €1.90 | ",
    ]
    assert lines[-3].endswith(f'see them with rest {{"result":"collect_1","line":{len(lines) - 2}}}')
    assert lines[-1] == "500. Kettle 500 | €500.90 | "
    assert sum(map(len, lines)) < MAX_CHARS + 200


def test_results_are_counted_by_tool() -> None:
    reads = [done("page.extract", {"total": "€4"}, at=1), done("aggregate", {"value": 4}, at=2)]
    failed = done("page.extract", None, fault=Fault("failed", "No."), at=3)
    turn = Turn("/1", Look("", "", ""), actions=[*reads, failed, done("page.extract", {"total": "€5"}, at=4)])
    assert History([turn]).results == {
        "extract_1": {"total": "€4"},
        "aggregate_1": {"value": 4},
        "extract_2": {"total": "€5"},
    }


def test_the_rest_of_no_answer() -> None:
    assert describe(done("rest", {"result": "collect_7", "line": 1})) == "There is no result 'collect_7'."


def test_a_fault_names_tools_as_they_are_called() -> None:
    fault = Fault("invalid_input", "No field.", hint="Press it with page.click; see page.clicking and x.page.click.")
    assert "page_click; see page.clicking and x.page.click." in describe(done("page.type", None, fault=fault))


@pytest.mark.parametrize(("sees", "said"), [(True, "comes with the page"), (False, "you cannot be shown pictures")])
def test_a_picture_is_shown_or_it_is_said_that_it_cannot_be(sees: bool, said: str) -> None:
    action = done("page.screenshot", {"path": "/home/ada/files/shop.png", "url": "http://shop.example/"})
    turn = Turn("/1", Look("http://shop.example/", "Shop", ""), actions=[action])
    told = CallDescriber(History([turn]), MENU, sees=sees).describe(action)
    assert said in told
    assert "/home" not in told
