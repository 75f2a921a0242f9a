"""A row that the run chose by looking: what it took from it is known, and that it was a choice is told."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
SCHEMA: Object = {"type": "array", "items": {"type": "object"}}
MAILS = [
    {"from": "Ada", "date": "11-14 11:34", "subject": "The garden shed"},
    {"from": "Hana Novak", "date": "11-13 20:54", "subject": "Reading group"},
    {"from": "Hana Novak", "date": "11-10 08:00", "subject": "Train tickets"},
]
GOODS = [{"name": "Oak Lamp", "price": 24.9}, {"name": "Elm Lamp", "price": 31}]


def extract(did: Did, data: Any, what: str) -> Object:
    return did("page.extract", {"instruction": what, "schema": SCHEMA}, data)


def row_link(mail: Object, row: int) -> Object:
    name = f"{mail['from']} {mail['date']} {mail['subject']} Dear Robin, as agreed I send you what you asked me for…"
    return {"tag": "a", "role": "link", "name": name, "text": name, "xpath": f"/html/body/ul/li[{row}]/a"}


def buy(did: Did, near: str) -> Object:
    element = {"tag": "button", "role": "button", "name": "Buy", "xpath": "/html/body/ul/li[1]/button", "likes": 2}
    return did("page.click", {"index": 3}, element={**element, "neighbours": [near, "€24.90"]})


def outputs(made: Compiled) -> dict[str, str]:
    return {each["display_name"]: each["value"] for each in made.document.get("outputs", [])}


def chosen(made: Compiled) -> list[Any]:
    args: list[Object] = [node["config"].get("args", {}) for node in made.document["nodes"]]
    return [each["where"] for each in args if each.get("what") == "first"]


def test_what_was_taken_from_the_row_is_an_output(did: Did, compiled: Compile) -> None:
    values = {"name": "Oak Lamp", "price": "€24.90"}
    made = compiled("Buy the nicest lamp.", extract(did, GOODS, "the lamps"), buy(did, "Oak Lamp"), values=values)
    assert outputs(made) == {"name": "{{chosen.value.name}}", "price": "{{chosen.value.price}}"}
    assert chosen(made) == [[{"field": "name", "is": "eq", "value": "Oak Lamp"}]]
    assert made.unsure == [
        "The run chose “Oak Lamp” of 2 rows by itself; the workflow takes the same one, not the next that would suit."
    ]


def test_as_few_values_as_tell_the_row_from_others(did: Did, compiled: Compile) -> None:
    click = did("page.click", {"index": 3}, element=row_link(MAILS[2], 3))
    made = compiled(
        "Open the mail about the trip.", extract(did, MAILS, "the mails"), click, values={"what": "Train tickets"}
    )
    assert chosen(made) == [
        [{"field": "from", "is": "eq", "value": "Hana Novak"}, {"field": "date", "is": "eq", "value": "11-10 08:00"}]
    ]


def test_a_choice_from_which_nothing_was_taken_needs_no_read(did: Did, compiled: Compile) -> None:
    made = compiled("Buy the nicest lamp.", extract(did, GOODS, "the lamps"), buy(did, "Oak Lamp"))
    assert [node["type"] for node in made.document["nodes"]] == ["browser_action", "browser_action"]
    assert len(made.unsure) == 1


def test_what_the_task_names_was_no_choice(did: Did, compiled: Compile) -> None:
    made = compiled("Buy the Oak Lamp.", extract(did, GOODS, "the lamps"), buy(did, "Oak Lamp"))
    assert made.unsure == []


def test_rows_that_were_gone_through_are_no_choice(did: Did, compiled: Compile) -> None:
    done = [buy(did, str(each["name"])) for each in GOODS]
    made = compiled("Buy all lamps.", extract(did, GOODS, "the lamps"), *done, values={"first": "Oak Lamp"})
    assert not any("by itself" in each for each in made.unsure)


def test_a_row_that_was_computed_is_chosen_by_computing_again(did: Did, compiled: Compile) -> None:
    where = [{"field": "from", "is": "eq", "value": "Hana Novak"}]
    computed = did(
        "aggregate", {"rows": MAILS, "what": "first", "where": where}, {"value": MAILS[1], "text": "", "rows": []}
    )
    click = did("page.click", {"index": 3}, element=row_link(MAILS[1], 2))
    made = compiled("Open the newest mail of Hana Novak.", extract(did, MAILS, "the mails"), computed, click)
    assert chosen(made) == [[{"field": "from", "is": "eq", "value": "{{from}}"}]]
    whole = "{{first.value.from}} {{first.value.date}} {{first.value.subject}}"
    assert made.document["nodes"][-1]["config"]["selector"][0] == f'role=link[name="{whole}"]'
    assert made.unsure == []


def test_a_row_is_never_found_by_its_place_alone(did: Did, compiled: Compile) -> None:
    made = compiled("Open the first mail.", did("page.click", {"index": 3}, element=row_link(MAILS[0], 1)))
    selector = made.document["nodes"][-1]["config"]["selector"]
    assert (
        selector == 'role=link[name="Ada 11-14 11:34 The garden shed Dear Robin, as agreed I send you what you asked"]'
    )
