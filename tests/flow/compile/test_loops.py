"""Stretches that were done for each row of a list become a loop; where that is not certain they stay as they are."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
URL = "https://example.org/people"
NAMES = ["Ada Byron", "Grace Hopper", "Edith Clarke"]


def people(did: Did, names: list[str]) -> Object:
    schema = {"type": "array", "items": {"type": "object"}}
    return did("page.extract", {"instruction": "the people", "schema": schema}, [{"name": name} for name in names])


def opening(did: Did, name: str) -> Object:
    link = {"role": "link", "name": name, "xpath": f"//tr[{NAMES.index(name) + 1}]/td/a"}
    return did("page.click", {"index": 7}, {"url": f"{URL}/{NAMES.index(name)}", "from": URL}, element=link)


def thanking(did: Did, name: str) -> list[Object]:
    button = {"role": "button", "name": "Thank", "xpath": "//button"}
    sent = did("page.click", {"index": 9}, {"url": f"{URL}/{NAMES.index(name)}", "sent": 1}, element=button)
    return [opening(did, name), sent, did("page.back", {}, {"url": URL})]


def kinds(made: Compiled) -> list[Any]:
    return [node["config"].get("action") or node["type"] for node in made.document["nodes"]]


def test_for_each_row(did: Did, compiled: Compile) -> None:
    done = [step for name in NAMES for step in thanking(did, name)]
    made = compiled("Open each person and thank them.", people(did, NAMES), *done, url=URL)
    assert kinds(made) == ["navigate", "browser_query", "iterate", "click", "click", "back"]
    assert made.document["nodes"][2]["config"] == {
        "over": "people",
        "variable": "item",
        "continueOnError": False,
        "body": [4, 5, 6],
    }
    assert made.document["nodes"][3]["config"]["selector"] == ['role=link[name="{{item.name}}"]', "text={{item.name}}"]
    assert made.did == ["Made a loop over “people” of what was done 3 times."]


def reading(did: Did, name: str, *, back: bool = True) -> list[Object]:
    table = {"columns": ["Work"], "rows": [{"cells": {"Work": f"{name} {each}"}} for each in ("one", "two")]}
    back_to_all = [did("page.navigate", {"url": URL}, {"url": URL})] if back else []
    return [opening(did, name), did("page.tables", {}, [table]), *back_to_all]


def test_what_was_read_for_each_row(did: Did, compiled: Compile) -> None:
    """After the last row nobody went back, and yet all was one loop."""
    done = [step for name in NAMES for step in reading(did, name, back=name != NAMES[-1])]
    works = [f"{name} {each}" for name in NAMES for each in ("one", "two")]
    made = compiled("Open each person and list the works.", people(did, NAMES), *done, url=URL, values=works)
    assert kinds(made) == [
        "context",
        "navigate",
        "browser_query",
        "iterate",
        "click",
        "tool",
        "context",
        "navigate",
        "tool",
    ]
    gathered = made.document["nodes"][6]["config"]
    assert gathered == {"operation": "merge", "key": "listed_work_rows", "value": "{{tables[0].rows}}"}
    assert made.document["nodes"][-1]["config"]["args"]["rows"] == "{{listed_work_rows}}"


def test_rows_that_were_only_opened_are_opened_again(did: Did, compiled: Compile) -> None:
    """Opening may be what the task is about, as it is for messages that are unread."""
    done = [step for name in NAMES for step in (opening(did, name), did("page.navigate", {"url": URL}, {"url": URL}))]
    made = compiled("Open each person.", people(did, NAMES), *done, url=URL)
    assert kinds(made) == ["navigate", "browser_query", "iterate", "click", "navigate"]
    made = compiled("Open Edith Clarke.", people(did, NAMES), *done[:5], url=URL)
    assert kinds(made) == ["navigate", "click", "browser_query"]


def test_rows_that_were_chosen_before(did: Did, compiled: Compile) -> None:
    rows = [{"name": name, "state": state} for name, state in zip(NAMES, ("new", "old", "new"), strict=True)]
    schema = {"type": "array", "items": {"type": "object"}}
    read = did("page.extract", {"instruction": "the people", "schema": schema}, rows)
    chosen, where = [rows[0], rows[2]], [{"field": "state", "is": "eq", "value": "new"}]
    reckon = did(
        "aggregate", {"rows": rows, "what": "list", "where": where}, {"value": chosen, "text": "", "rows": chosen}
    )
    done = [step for row in chosen for step in thanking(did, row["name"])]
    made = compiled("Thank each person who is new.", read, reckon, *done, url=URL)
    assert kinds(made) == ["navigate", "browser_query", "tool", "iterate", "click", "click", "back"]
    assert made.document["nodes"][3]["config"]["over"] == "list.value"


def test_for_some_of_the_rows(did: Did, compiled: Compile) -> None:
    done = [step for name in NAMES[:2] for step in thanking(did, name)]
    made = compiled("Thank the first two.", people(did, NAMES), *done, url=URL)
    assert made.document["nodes"][2]["config"]["limit"] == 2
    assert "The run did 2 of the 3 rows of “people”; the loop stops after 2 as well." in made.unsure


def test_in_another_order_nothing_is_certain(did: Did, compiled: Compile) -> None:
    done = [step for name in reversed(NAMES) for step in thanking(did, name)]
    made = compiled("Thank them from the last to the first.", people(did, NAMES), *done, url=URL)
    assert "iterate" not in kinds(made)
    assert kinds(made).count("back") == 3


def test_a_turn_that_differs_is_no_turn(did: Did, compiled: Compile) -> None:
    button = {"role": "button", "name": "Blame", "xpath": "//button[2]"}
    first, second = thanking(did, NAMES[0]), thanking(did, NAMES[1])
    second[1] = did("page.click", {"index": 9}, {"url": URL, "sent": 1}, element=button)
    made = compiled("Thank one, blame the other.", people(did, NAMES), *first, *second, url=URL)
    assert "iterate" not in kinds(made)


def test_the_same_again_and_again_is_no_loop_over_rows(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 9}, {"url": URL}, element={"role": "button", "name": "More", "xpath": "//b"})
    made = compiled("Two more.", people(did, NAMES), more, more, url=URL)
    assert kinds(made) == ["navigate", "click", "click"]


def test_rows_that_are_called_alike_make_no_loop(did: Did, compiled: Compile) -> None:
    """It would not be known which of them is meant."""
    twice = ["Ada Byron", "Ada Byron"]
    done = [step for name in twice for step in thanking(did, name)]
    assert "iterate" not in kinds(compiled("Thank each of them.", people(did, twice), *done, url=URL))


def test_rows_that_say_nearly_the_same_are_told_apart_by_the_rest(did: Did, compiled: Compile) -> None:
    def tick(row: int, when: str) -> Object:
        box = {"tag": "input", "role": "checkbox", "name": "Select message from Ada", "likes": 2}
        return did(
            "page.check", {"index": row}, element={**box, "xpath": f"//li[{row}]/input", "neighbours": ["Ada", when]}
        )

    made = compiled("Tick both messages.", tick(1, "11-02 22:46"), tick(2, "11-02 04:37"))
    first, second = (node["config"]["args"]["selector"][0] for node in made.document["nodes"][-2:])
    assert first == 'li:has-text("11-02 22:46") input'
    assert second == 'li:has-text("11-02 04:37") input'
