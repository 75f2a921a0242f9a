"""The answer of a run becomes outputs, with the reads and the reckoning behind it."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
SCHEMA: Object = {"type": "array", "items": {"type": "object"}}
ROWS = [{"name": "Mug", "price": 4}, {"name": "Pot", "price": 12.5}, {"name": "Cup", "price": 3.2}]
GROUPS = {"Colour": ["Red", "Blue"], "Size": ["S", "M"]}
LEAST = {"value": {"name": "Cup", "price": 3.2}, "text": "Cup, 3.2", "rows": [{"name": "Cup", "price": 3.2}]}


def extract(did: Did, data: Any, what: str = "the goods") -> Object:
    return did("page.extract", {"instruction": what, "schema": SCHEMA}, data)


def outputs(made: Compiled) -> list[tuple[str, str, str]]:
    return [(each["display_name"], each["type"], each["value"]) for each in made.document.get("outputs", [])]


def test_a_list_that_was_read(did: Did, compiled: Compile) -> None:
    made = compiled("List the goods.", extract(did, ROWS), values={"goods": ROWS})
    assert outputs(made) == [("goods", "json", "{{goods}}")]
    assert made.document["nodes"][1] == {
        "position": 2,
        "type": "browser_query",
        "alias": "goods",
        "config": {"method": "extract", "instruction": "the goods", "schema": SCHEMA},
        "needed": True,
    }


def test_what_was_reckoned_is_reckoned_again(did: Did, compiled: Compile) -> None:
    worked = did("aggregate", {"rows": ROWS, "what": "least", "by": "price"}, LEAST)
    made = compiled("Which is the cheapest?", extract(did, ROWS), worked, values={"name": "Cup", "price": 3.2})
    assert outputs(made) == [
        ("name", "string", "{{least_price.value.name}}"),
        ("price", "number", "{{least_price.value.price}}"),
    ]
    assert [node["config"] for node in made.document["nodes"][2:]] == [
        {"tool": "aggregate", "args": {"rows": "{{goods}}", "what": "least", "by": "price"}}
    ]


def test_what_was_reckoned_from_rows_of_nobody_knows_where_is_not_given(did: Did, compiled: Compile) -> None:
    """Else the workflow would give the answer of the old run for ever."""
    invented = [{"name": "Mug", "price": 40}, {"name": "Pot", "price": 125}]
    worked = did(
        "aggregate", {"rows": invented, "what": "sum", "by": "price"}, {"value": 165, "text": "165", "rows": []}
    )
    made = compiled("What do they cost together?", extract(did, ROWS), worked, values={"sum": 165})
    assert outputs(made) == []
    assert made.unsure == ["Where the run had “sum” of its answer from is not known, so the workflow does not give it."]


def test_pages_of_one_list_are_collected(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element={"role": "link", "name": "Next"})
    worked = did("aggregate", {"rows": ROWS, "what": "count"}, {"value": 3, "text": "3", "rows": []})
    made = compiled("How many?", extract(did, ROWS[:2]), more, extract(did, ROWS[2:]), worked, answer="There are 3.")
    collect, count = (node["config"] for node in made.document["nodes"][1:])
    assert (collect["tool"], collect["args"]["next"]) == ("page.collect", ['role=link[name="Next"]'])
    assert count == {"tool": "aggregate", "args": {"rows": "{{goods.rows}}", "what": "count"}}


def test_several_lists_are_joined(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element={"role": "link", "name": "Archive"})
    worked = did("aggregate", {"rows": ROWS, "what": "count"}, {"value": 3, "text": "3", "rows": []})
    made = compiled("How many?", extract(did, ROWS[:2]), more, extract(did, ROWS[2:]), worked, answer="There are 3.")
    begun, _, _, first, _, _, second, count = (node["config"] for node in made.document["nodes"])
    assert begun == {"operation": "set", "key": "count_rows", "value": []}
    assert first == {"operation": "merge", "key": "count_rows", "value": "{{goods}}"}
    assert second == {"operation": "merge", "key": "count_rows", "value": "{{goods_2}}"}
    assert count == {"tool": "aggregate", "args": {"rows": "{{count_rows}}", "what": "count"}}
    assert outputs(made) == [("answer", "string", "There are {{count.value}}.")]


def test_an_answer_in_words(did: Did, compiled: Compile) -> None:
    asked = {"instruction": "the account", "schema": {"type": "object"}}
    seen = did("page.extract", asked, {"balance": "€1,200.50", "owner": "Ada Byron"})
    made = compiled("What is the balance?", seen, answer="Ada Byron has €1,200.50.")
    assert outputs(made) == [("answer", "string", "{{account.owner}} has {{account.balance}}.")]


def test_reads_that_nobody_used_are_left_out(did: Did, compiled: Compile) -> None:
    save = did("page.click", {"index": 1}, element={"role": "button", "name": "Save"})
    made = compiled("Save it.", did("page.state", {}), extract(did, ROWS), save)
    assert [node["type"] for node in made.document["nodes"]] == ["browser_action", "browser_action"]
    assert made.did == ["Left out 2 looks at the page that nothing depends on."]


def test_a_value_of_unknown_origin_is_told(did: Did, compiled: Compile) -> None:
    made = compiled("Who is it?", did("page.state", {}), values={"name": "Ada"})
    assert outputs(made) == []
    assert made.unsure == [
        "Where the run had “name” of its answer from is not known, so the workflow does not give it."
    ]


def test_a_filter_that_the_task_names_is_an_input(did: Did, compiled: Compile) -> None:
    where = [{"field": "price", "is": "lt", "value": 5}]
    worked = did("aggregate", {"rows": ROWS, "what": "count", "where": where}, {"value": 2, "text": "2", "rows": []})
    made = compiled("How many are below 5 euro?", extract(did, ROWS), worked, values={"count": 2})
    assert made.document["nodes"][2]["config"]["args"]["where"] == [
        {"field": "price", "is": "lt", "value": "{{price_below}}"}
    ]
    assert [each["type"] for each in made.document["inputs"]] == ["number"]


def test_what_was_chosen_by_reckoning_is_chosen_again(did: Did, compiled: Compile) -> None:
    worked = did("aggregate", {"rows": ROWS, "what": "most", "by": "price"}, {"value": {"name": "Oak Pot"}, "rows": []})
    link = {"role": "link", "name": "Oak Pot", "css": "a.pot"}
    made = compiled(
        "Open the most expensive one.",
        extract(did, ROWS),
        worked,
        did("page.click", {"selector": "act:Oak Pot"}, element=link),
    )
    assert made.document["nodes"][3]["config"]["selector"] == [
        'role=link[name="{{most_price.value.name}}"]',
        "text={{most_price.value.name}}",
    ]


def test_rows_of_a_table_are_its_cells(did: Did, compiled: Compile) -> None:
    table = {"index": 3, "columns": ["Total"], "rows": [{"index": 4, "cells": {"Total": "€4.00"}}]}
    tables = did("page.tables", {"most": 1000}, [table])
    worked = did(
        "aggregate", {"rows": [{"Total": "€4.00"}], "what": "sum", "by": "Total"}, {"value": 4, "text": "€4.00"}
    )
    made = compiled("Add up the totals.", tables, worked, values="€4.00")
    assert outputs(made) == [("result", "string", "{{sum_total.text}}")]
    assert [(node["type"], node["config"]) for node in made.document["nodes"][1:]] == [
        ("tool", {"tool": "page.tables", "args": {"most": 1000}}),
        ("tool", {"tool": "aggregate", "args": {"rows": "{{tables[0].rows}}", "what": "sum", "by": "Total"}}),
    ]


def test_all_names_of_a_list(did: Did, compiled: Compile) -> None:
    made = compiled("List the names.", extract(did, ROWS), values=["Mug", "Pot", "Cup"])
    assert outputs(made) == [("name", "json", "{{listed_name.value}}")]
    assert made.document["nodes"][-1]["config"]["args"] == {"rows": "{{goods}}", "what": "list", "give": "name"}


def test_names_with_prices(did: Did, compiled: Compile) -> None:
    made = compiled("List names and prices.", extract(did, ROWS), values=["Mug", 4, "Pot", 12.5, "Cup", 3.2])
    assert made.document["nodes"][-1]["config"]["args"]["give"] == ["name", "price"]


def test_some_of_the_names_are_no_column(did: Did, compiled: Compile) -> None:
    """Which ones is not known, so they are not given."""
    made = compiled("List the small ones.", extract(did, ROWS), values=["Mug", "Cup"])
    assert outputs(made) == []


def test_the_choices_of_a_group_go_by_its_name(did: Did, compiled: Compile) -> None:
    groups = [{"name": name, "choices": [{"name": each} for each in names]} for name, names in GROUPS.items()]
    made = compiled("In which sizes?", did("page.choices", {}, groups), values=["S", "M"])
    assert outputs(made) == [("size", "json", "{{listed_size.value}}")]
    group, listed = (node["config"]["args"] for node in made.document["nodes"][-2:])
    assert group["where"] == [{"field": "name", "is": "eq", "value": "Size"}]
    assert listed["rows"] == "{{size.value.choices}}"


@pytest.mark.parametrize(
    ("text", "value", "around"),
    [
        ("Camping\n62 things, page 1 of 3\nSort by", "62", {"after": " things,"}),
        ("Page 1 of 7 things", "7", {"before": "of ", "after": " things"}),
        ("Account\nBalance\n€1,200.50\nTransfer", "€1,200.50", {"before": "\nBalance\n", "after": "\n"}),
    ],
)
def test_a_value_in_running_text_goes_by_the_words_around_it(
    text: str, value: str, around: Object, did: Did, compiled: Compile
) -> None:
    made = compiled("Tell me.", did("page.text", {}, {"url": "https://example.org", "text": text}), values=[value])
    assert made.document["nodes"][-1]["config"] == {"tool": "excerpt", "args": {"text": "{{page_text.text}}", **around}}


@pytest.mark.parametrize(
    ("text", "value", "name"),
    [
        ("Active\nprednisone 10mg tablet\nRefill", "10mg", "result"),
        ("Active\nDose: 10mg\nRefill", "10mg", "dose"),
        ("Active\nDose\n10mg\nRefill", "10mg", "dose"),
        ("Active\n3 medications\nRefill", "3", "medications"),
    ],
)
def test_a_value_in_running_text_is_named_by_its_label_and_not_by_another_value(
    text: str, value: str, name: str, did: Did, compiled: Compile
) -> None:
    made = compiled("Tell me.", did("page.text", {}, {"url": "https://example.org", "text": text}), values=[value])
    assert [each[0] for each in outputs(made)] == [name]


def test_a_name_that_is_a_value_of_the_page_is_none(did: Did, compiled: Compile) -> None:
    rows = [{"drug": "Prednisone", "dose": "10 mg daily"}]
    made = compiled("Which dose has Ada?", extract(did, rows), values={"prednisone": "10 mg daily"})
    assert [each[0] for each in outputs(made)] == ["dose"]
    asked = compiled("Which dose of prednisone has Ada?", extract(did, rows), values={"prednisone": "10 mg daily"})
    assert [each[0] for each in outputs(asked)] == ["prednisone"]


@pytest.mark.parametrize("text", ["3 mugs, 3 pots", "Mugs\nMugs\n3\n", "1 of\n3\nof 9"])
def test_a_value_that_may_be_another_is_not_given(text: str, did: Did, compiled: Compile) -> None:
    made = compiled("Tell me.", did("page.text", {}, {"url": "https://example.org", "text": text}), values=["3"])
    assert outputs(made) == []


def test_a_part_of_an_answer_that_is_known_is_given(did: Did, compiled: Compile) -> None:
    worked = did("aggregate", {"rows": ROWS, "what": "least", "by": "price"}, LEAST)
    made = compiled("Which is the cheapest?", extract(did, ROWS), worked, values=["Cup", "no more than that"])
    assert outputs(made) == [("name", "string", "{{least_price.value.name}}")]
    assert "“no more than that”" in made.unsure[0]


@pytest.mark.parametrize(("said", "row"), [("second", 1), ("3rd", 2)])
def test_a_row_by_its_number(said: str, row: int, did: Did, compiled: Compile) -> None:
    made = compiled(f"What does the {said} one cost?", extract(did, ROWS), values=[ROWS[row]["price"]])
    assert [each[2] for each in outputs(made)] == [f"{{{{goods[{row}].price}}}}"]


def test_an_answer_of_several_values(did: Did, compiled: Compile) -> None:
    worked = did("aggregate", {"rows": ROWS, "what": "least", "by": "price"}, LEAST)
    made = compiled("Name and price of the cheapest?", extract(did, ROWS), worked, values=["Cup", 3.2])
    assert outputs(made) == [
        ("name", "string", "{{least_price.value.name}}"),
        ("price", "number", "{{least_price.value.price}}"),
    ]


def test_what_the_task_told_to_say_is_said(did: Did, compiled: Compile) -> None:
    made = compiled('If there is nothing in it, say "all is empty".', did("page.state", {}), values=["all is empty"])
    assert outputs(made) == [("answer", "string", "all is empty")]
    assert "The task tells when to answer “all is empty”; the workflow always does." in made.unsure


def test_a_figure_that_several_looks_show_is_of_none_of_them(did: Did, compiled: Compile) -> None:
    looks = [did("page.query", {"selector": name}, {"count": 1, "elements": []}) for name in ("a", "b")]
    assert outputs(compiled("How many are left?", *looks, values=["1"])) == []
    assert outputs(compiled("How many are left?", looks[0], looks[0], values=["1"])) == [
        ("count", "number", "{{elements.count}}")
    ]


def test_references_are_where_values_come_from(did: Did, compiled: Compile) -> None:
    """Also of two reads that gave the same, and of numbers that nobody could find again by their value."""
    worked = did(
        "aggregate",
        {"rows": "{{extract_2}}", "what": "least", "by": "price", "where": [{"is": "contains", "value": "Cup"}]},
        LEAST,
    )
    year = did(
        "aggregate", {"rows": ["{{aggregate_1.value.price}}", 12], "what": "times"}, {"value": 38.4, "text": "38.40"}
    )
    made = compiled(
        "Which is the cheapest, and what is it for a year?",
        extract(did, ROWS, "the sale"),
        extract(did, ROWS),
        worked,
        year,
        did("done", {"text": "Cup", "values": {"name": "{{aggregate_1.value.name}}", "year": "{{aggregate_2.value}}"}}),
        values={"name": "Cup", "year": 38.4},
    )
    assert outputs(made) == [
        ("name", "string", "{{least_price.value.name}}"),
        ("year", "number", "{{times.value}}"),
    ]
    assert [node["config"].get("args", {}).get("rows") for node in made.document["nodes"]] == [
        None, None, "{{goods}}", ["{{least_price.value.price}}", 12],
    ]  # fmt: skip


def test_what_was_typed_by_reference_is_a_reference(did: Did, compiled: Compile) -> None:
    field = {"role": "textbox", "name": "Name", "css": "#name"}
    typed = did("page.type", {"index": 3, "text": "{{extract_1[0].name}}"}, element=field)
    made = compiled("Enter the first one.", extract(did, ROWS), typed)
    assert made.document["nodes"][2]["config"]["text"] == "{{goods[0].name}}"


SUM = {"value": -94.33, "text": "−€94.33", "rows": []}


@pytest.mark.parametrize("said", ["€94.33", "94.33 €", "-€94.33"])
def test_a_figure_is_known_however_it_is_written(did: Did, compiled: Compile, said: str) -> None:
    spent = [{"sum": "−€54.35"}, {"sum": "−€39.98"}]
    worked = did("aggregate", {"rows": spent, "what": "sum", "by": "sum"}, SUM)
    made = compiled("What did I spend?", extract(did, spent), worked, values={"spent_in_all": said})
    assert outputs(made) == [("spent_in_all", "string", "{{sum_sum.text}}")]


def test_a_number_of_rows_is_counted_again(did: Did, compiled: Compile) -> None:
    made = compiled("How many goods are there?", extract(did, ROWS), values={"count": 3})
    assert outputs(made) == [("count", "number", "{{counted_count.value}}")]
    assert made.document["nodes"][-1]["config"]["args"] == {"rows": "{{goods}}", "what": "count"}


def test_an_answer_that_there_are_none_is_given_and_may_be_so_again(did: Did, compiled: Compile) -> None:
    nobody = did("aggregate", {"rows": ROWS, "what": "list", "where": []}, {"value": [], "text": "", "rows": []})
    made = compiled("Which goods are sold out?", extract(did, ROWS), nobody, values={"sold_out": []})
    assert outputs(made) == [("sold_out", "json", "{{list.value}}")]
    assert [node.get("needed", False) for node in made.document["nodes"]] == [False, True, False]


def test_a_number_of_two_lists_is_not_known(did: Did, compiled: Compile) -> None:
    reads = extract(did, ROWS), extract(did, [{**row, "price": 1} for row in ROWS], "the others")
    made = compiled("How many goods are there?", *reads, values={"count": 3})
    assert outputs(made) == []


@pytest.mark.asyncio(loop_scope="session")
async def test_what_the_page_showed_at_the_end_is_read_again(perform: Any, replay: Any) -> None:
    """Nobody read it: the model saw it in the outline."""
    done = ("done", {"text": "Delivery is free from €60.", "success": True, "values": {"free_from": "€60"}})
    made = await perform("From what sum on is the delivery free?", "/shop/", done, done)
    assert outputs(made) == [("free_from", "string", "{{said_free_from.value}}")]
    assert (await replay(made)).unwrap()["outputs"] == {"free_from": "€60"}


def test_a_row_that_the_answer_refers_to_is_told_by_its_place(did: Did, compiled: Compile) -> None:
    done = did("done", {"text": "x", "success": True, "values": {"name": "{{extract_1[1].name}}"}})
    made = compiled("Which comes second?", extract(did, ROWS), done, values={"name": ROWS[1]["name"]})
    assert f"“name” was read from row 2 of {len(ROWS)}, which the workflow takes again." in made.unsure


def test_without_an_answer_what_an_act_proved_is_given(did: Did, compiled: Compile) -> None:
    told = {
        "url": "https://example.org/issues/7",
        "from": "https://example.org/",
        "sent": 1,
        "appeared": ["Issue 7 was created."],
    }
    create = did("page.click", {"index": 1}, told, element={"role": "button", "name": "Create issue"})
    answered = {"effect": 1, "act": "/1/1", "method": "POST", "url": "/issues", "changes": [], "status": 201}
    made = compiled("File it.", create, effects=[answered])
    assert outputs(made) == [
        ("confirmation", "json", "{{create_issue.appeared}}"),
        ("address", "string", "{{create_issue.url}}"),
    ]
    assert not any(each["required"] for each in made.document["outputs"])
