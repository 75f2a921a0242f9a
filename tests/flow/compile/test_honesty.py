"""A compiled run is never wrong in silence later: what cannot be known is left out, told or refused."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from pollex.builtin.excerpt import EXCERPT
from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.flow.compile import Compiled, compile_run

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
SCHEMA: Object = {"type": "array", "items": {"type": "object"}}
OBJECT: Object = {"type": "object"}
ROWS = [{"name": "Mug", "price": 4}, {"name": "Pot", "price": 12.5}, {"name": "Cup", "price": 3.2}]
HOME = "https://example.org/"
URL = "https://example.org/people"
NAMES = ["Ada Byron", "Grace Hopper", "Edith Clarke"]


def extract(did: Did, data: Any, what: str = "the goods", schema: Object = SCHEMA) -> Object:
    return did("page.extract", {"instruction": what, "schema": schema}, data)


def outputs(made: Compiled) -> dict[str, str]:
    return {each["display_name"]: each["value"] for each in made.document.get("outputs", [])}


def kinds(made: Compiled) -> list[Any]:
    return [n["config"].get("action") or n["config"].get("tool") or n["type"] for n in made.document["nodes"]]


def text_of(did: Did, text: str) -> Object:
    return did("page.text", {}, {"url": HOME, "text": text})


def again(made: Compiled, text: str) -> str | None:
    """What the compiled excerpt gives on a page with another text; None where it faults or there is none."""
    nodes = [n["config"]["args"] for n in made.document["nodes"] if n["config"].get("tool") == "excerpt"]
    if not nodes:
        return None
    args = {"before": "", "after": "", **nodes[-1], "text": text}
    try:
        return str(asyncio.run(EXCERPT.run(args, None))["value"])
    except Fault:
        return None


def reckon(did: Did, rows: Any, what: str, value: Any, **more: Any) -> Object:
    data = {"value": value, "text": str(value), "rows": value if isinstance(value, list) else []}
    return did("aggregate", {"rows": rows, "what": what, **more}, data)


def test_a_truth_that_stands_in_two_fields(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"on_sale": True, "in_stock": True}, "the mug", OBJECT)
    made = compiled("Is the mug in stock?", seen, values={"in_stock": True})
    assert list(outputs(made).values()) in ([], ["{{mug.in_stock}}"]), outputs(made)


def test_a_truth_of_something_else(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"newsletter": False, "name": "Mug"}, "the mug", OBJECT)
    made = compiled("Is there anything cheaper?", seen, values={"cheaper": False})
    assert not outputs(made), outputs(made)


def test_a_question_whose_answer_nobody_can_read_again(written: Callable[..., list[Event]], did: Did) -> None:
    looked = did("page.click", {"index": 1}, element={"role": "link", "name": "Bags"})
    notes = ["not proven: total is '€162.00', which was not seen so"]
    events = written("What do three bags cost?", looked, values={"total": "€162.00"}, notes=notes)
    with pytest.raises(Fault) as caught:
        compile_run(events)
    assert "would not answer" in caught.value.message
    assert not outputs(compile_run(events, partial=True))


def test_a_name_that_stands_in_two_fields(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"owner": "Ada Byron", "contact": "Ada Byron"}, "the firm", OBJECT)
    made = compiled("Who is the contact?", seen, values={"contact": "Ada Byron"})
    assert outputs(made).get("contact") in (None, "{{firm.contact}}"), outputs(made)


def test_two_reckonings_that_chose_the_same_row(did: Did, compiled: Compile) -> None:
    cup = {"name": "Oak Cup", "price": 3.2, "sold": 9}
    rows = [{"name": "Mug", "price": 4, "sold": 2}, cup]
    least = did("aggregate", {"rows": rows, "what": "least", "by": "price"}, {"value": cup, "text": "", "rows": [cup]})
    most = did("aggregate", {"rows": rows, "what": "most", "by": "sold"}, {"value": cup, "text": "", "rows": [cup]})
    made = compiled(
        "Which is the cheapest and which the best seller?",
        extract(did, rows),
        least,
        most,
        values={"cheapest": "Oak Cup", "best_seller": "Oak Cup"},
    )
    found = outputs(made)
    assert found.get("cheapest") in (None, "{{least_price.value.name}}"), found
    assert "best_seller" in found or "best_seller" in str(made.unsure), "lost without a word"


def test_two_reckonings_with_the_same_figure(did: Did, compiled: Compile) -> None:
    count = reckon(did, ROWS, "count", 3)
    dear = reckon(did, ROWS, "count", 3, where=[{"field": "price", "is": "gt", "value": 1}])
    made = compiled("How many are there?", extract(did, ROWS), count, dear, values={"count": 3})
    args = [n["config"]["args"] for n in made.document["nodes"] if n["config"].get("tool") == "aggregate"]
    assert not outputs(made) or all("where" not in each for each in args), args


def test_no_rows_is_not_what_a_count_never_gives(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Which goods are sold out?", extract(did, ROWS), reckon(did, ROWS, "count", 3), values={"sold_out": []}
    )
    assert not outputs(made), outputs(made)


def test_reckoning_with_no_rows(did: Did, compiled: Compile) -> None:
    """The table was empty; the only other empty list is a by-product of another reckoning."""
    late = did("page.state", {})
    try:
        made = compiled(
            "How many are late?",
            extract(did, ROWS),
            reckon(did, ROWS, "count", 3),
            late,
            reckon(did, [], "count", 0),
            values={"late": 0},
        )
    except Fault:
        return
    assert not outputs(made)


def test_rows_half_of_which_are_known(did: Did, compiled: Compile) -> None:
    here = extract(did, {"price": 40}, "the price", OBJECT)
    rows = [{"shop": "A", "price": 40}, {"shop": "B", "price": 125}]
    least = did("aggregate", {"rows": rows, "what": "sum", "by": "price"}, {"value": 165, "text": "165", "rows": []})
    try:
        made = compiled("What do both cost?", here, did("page.state", {}), least, values={"sum": 165})
    except Fault:
        return
    assert made.unsure
    assert "125" not in dumps(made.document["nodes"]), dumps(made.document["nodes"][-1])


@pytest.mark.parametrize("told", [{"values": ["Ann", "Ben"]}, {"answer": "They are Ann and Ben."}])
def test_a_list_that_was_made_up(told: Object, did: Did, compiled: Compile) -> None:
    """The rest of the run is compiled all the same."""
    people = [{"who": "Ann"}, {"who": "Ben"}]
    made = compiled("Who is it?", extract(did, ROWS), reckon(did, people, "list", people), **told)
    assert not outputs(made)
    assert made.document["nodes"]


def test_the_number_of_an_element_is_no_answer(did: Did, compiled: Compile) -> None:
    table = {"index": 3, "columns": ["T"], "rows": [{"index": at, "cells": {"T": f"x{at}"}} for at in (4, 5, 6)]}
    made = compiled("How many are there?", did("page.tables", {}, [table]), values={"count": 4})
    assert not outputs(made), outputs(made)


def test_the_number_of_pages_is_no_answer(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element={"role": "link", "name": "Next"})
    made = compiled(
        "How many cost less than 4.5?", extract(did, ROWS[:2]), more, extract(did, ROWS[2:]), values={"count": 2}
    )
    assert not outputs(made), outputs(made)


@pytest.mark.parametrize(
    "task",
    [
        "What is the dearest second-hand thing?",
        "Log in as the second user and tell me which thing is the dearest.",
        "Which was the dearest on 2nd May?",
    ],
)
def test_an_ordinal_of_something_else(task: str, did: Did, compiled: Compile) -> None:
    made = compiled(task, extract(did, ROWS), values={"name": "Pot"})
    assert not outputs(made), outputs(made)


def test_first_do_this_then_that(did: Did, compiled: Compile) -> None:
    made = compiled("First open the shop, then tell me what the Mug costs.", extract(did, ROWS), values={"price": 4})
    assert not outputs(made), outputs(made)


def test_the_only_row_by_chance(did: Did, compiled: Compile) -> None:
    made = compiled("Which of the goods is the cheapest?", extract(did, ROWS[:1]), values={"name": "Mug"})
    assert not outputs(made) or made.unsure, outputs(made)


def test_columns_with_equal_cells(did: Did, compiled: Compile) -> None:
    rows = [{"billing": "Bern", "shipping": "Bern"}, {"billing": "Rome", "shipping": "Rome"}]
    made = compiled("Where are they shipped to?", extract(did, rows), values={"shipping": ["Bern", "Rome"]})
    give = [n["config"]["args"]["give"] for n in made.document["nodes"] if n["config"].get("tool") == "aggregate"]
    assert not outputs(made) or give == ["shipping"], give


def test_two_answers_with_the_same_value_are_two(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"total": "€40.00"}, "the order", OBJECT)
    made = compiled("Total and amount due?", seen, values={"total": "€40.00", "due": "€40.00"})
    assert "due" in outputs(made) or "due" in str(made.unsure), (outputs(made), made.unsure)


def test_figures_in_a_sentence_that_were_not_read(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"balance": "€1,200.50", "owner": "Ada Byron"}, "the account", OBJECT)
    made = compiled("What is there?", seen, answer="Ada Byron has €1,200.50 and 17 messages, and is overdrawn by €20.")
    assert "17 messages" not in outputs(made).get("answer", "") or made.unsure, outputs(made)


def test_the_figure_in_a_sentence_that_is_meant(did: Did, compiled: Compile) -> None:
    made = compiled(
        "How many goods are in room 3?",
        extract(did, ROWS),
        reckon(did, ROWS, "count", 3),
        answer="In room 3 there are 3 goods.",
    )
    answer = outputs(made).get("answer", "")
    assert "room {{" not in answer, answer


def test_a_zero_in_a_sentence_breaks_no_reference(did: Did, compiled: Compile) -> None:
    table = {"index": 3, "name": "Late orders", "columns": ["T"], "rows": [{"index": 4, "cells": {"T": "x"}}]}
    rows = [{"T": "x"}]
    made = compiled(
        "How many late?",
        did("page.tables", {}, [table]),
        reckon(did, rows, "count", 0, where=[{"field": "T", "is": "eq", "value": "y"}]),
        answer="Late orders: 0.",
    )
    assert outputs(made)["answer"] == "{{tables[0].name}}: {{count.value}}."


def test_an_excerpt_of_one_of_several(did: Did, compiled: Compile) -> None:
    made = compiled("What does Grace owe?", text_of(did, "Grace owes €5\nEdith owes €7"), values=["€5"])
    assert again(made, "Edith owes €9\nGrace owes €5") in (None, "€5")


def test_an_excerpt_after_new_data(did: Did, compiled: Compile) -> None:
    made = compiled("How many are packed?", text_of(did, "Basket\nMug\n3 of 12 things packed"), values=["3"])
    assert again(made, "Basket\nThe Lord of the Rings\n4 of 12 things packed") in (None, "4")


def test_an_excerpt_within_a_word(did: Did, compiled: Compile) -> None:
    made = compiled("How is the flight?", text_of(did, "Flight LH 12\nIt is delayed"), values=["delayed"])
    assert again(made, "This week only\nFlight LH 12\nIt is punctual") in (None, "punctual")


def test_an_excerpt_beside_a_figure_that_changes(did: Did, compiled: Compile) -> None:
    made = compiled("How many stars?", text_of(did, "Oak Mug\n4.5 stars\nPine Pot\n3.9 stars"), values=["4.5"])
    assert again(made, "Pine Pot\n3.9 stars\nOak Mug\n4.5 stars") in (None, "4.5")


def button(name: str, xpath: str = "//button", role: str = "button") -> Object:
    return {"role": role, "name": name, "xpath": xpath}


def test_pressing_a_button_that_counts(did: Did, compiled: Compile) -> None:
    """The button says how many are in the basket; it is no switch."""
    made = compiled(
        "Put two mugs into the basket.",
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Add (0 in basket)")),
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Add (1 in basket)")),
        did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=button("Pay", "//b")),
    )
    assert kinds(made).count("click") == 3, (kinds(made), made.did)


def test_the_same_button_on_two_pages(did: Did, compiled: Compile) -> None:
    """A request of a tracker failed on the first page; what was done there was done."""
    failed = {"url": HOME + "a", "sent": 1, "failed": [{"method": "GET", "url": "https://ads.example", "status": 404}]}
    made = compiled(
        "Like the pages a and b.",
        did("page.navigate", {"url": HOME + "a"}, {"url": HOME + "a"}),
        did("page.click", {"index": 1}, failed, element=button("Like")),
        did("page.navigate", {"url": HOME + "b"}, {"url": HOME + "b"}),
        did("page.click", {"index": 1}, {"url": HOME + "b", "sent": 1}, element=button("Like")),
    )
    assert kinds(made).count("click") == 2, (kinds(made), made.did, made.unsure)


def test_pages_that_are_visited_because_the_task_says_so(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Visit each of /a, /b and /c once, so that they count as read.",
        *(did("page.navigate", {"url": HOME + each}, {"url": HOME + each, "from": HOME}) for each in "abc"),
    )
    assert kinds(made).count("navigate") >= 3 or made.unsure, (kinds(made), made.did)


def test_a_link_that_adds_to_the_basket(did: Did, compiled: Compile) -> None:
    """As WooCommerce has it: a GET that changes the basket and shows it."""
    link = did(
        "page.click",
        {"index": 1},
        {"url": HOME + "cart?add-to-cart=12", "from": HOME},
        element=button("Add to basket", "//a", "link"),
    )
    made = compiled(
        "Put the mug into the basket, then go back to the shop.", link, did("page.back", {}, {"url": HOME}), url=HOME
    )
    assert "click" in kinds(made) or made.unsure, (kinds(made), made.did)


def test_two_that_were_opened_by_name(did: Did, compiled: Compile) -> None:
    def opened(name: str, at: int) -> list[Object]:
        link = {"role": "link", "name": name, "xpath": f"//tr[{at}]/td/a"}
        return [
            did("page.click", {"index": 7}, {"url": f"{URL}/{at}", "from": URL}, element=link),
            did("page.back", {}, {"url": URL}),
        ]

    made = compiled(
        "Open the messages of Ada Byron and Grace Hopper.", *opened("Ada Byron", 1), *opened("Grace Hopper", 2), url=URL
    )
    assert kinds(made).count("click") == 2 or made.unsure, (kinds(made), made.did)


def test_a_typed_figure_that_a_look_shows_by_chance(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Order a mug.",
        did("page.query", {"selector": "role=dialog"}, {"count": 1, "elements": []}),
        did("page.type", {"index": 1, "text": "1"}, element=button("Quantity", "//input", "spinbutton")),
    )
    assert "{{elements.count}}" not in dumps(made.document["nodes"]) or made.unsure, dumps(made.document["nodes"])


def test_a_page_number_that_a_read_shows_by_chance(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"stars": 2, "title": "Oak Mug"}, "the mug", OBJECT)
    made = compiled(
        "How many stars?",
        seen,
        did("page.navigate", {"url": HOME + "list?page=2"}, {"url": HOME + "list?page=2"}),
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Save")),
        values={"stars": 2},
    )
    assert "page={{" not in dumps(made.document["nodes"]), dumps(made.document["nodes"])


def test_two_inputs_with_the_same_figure(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Order 2 mugs, then open page 2 of the list.",
        did("page.type", {"index": 1, "text": "2"}, element=button("Quantity", "//input", "spinbutton")),
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Order")),
        did("page.navigate", {"url": HOME + "list?page=2"}, {"url": HOME + "list?page=2"}),
        did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Save")),
    )
    assert "page={{quantity}}" not in dumps(made.document["nodes"]), dumps(made.document["nodes"])


def test_what_is_by_day_is_no_list_over_pages(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element={"role": "button", "name": "Next day", "xpath": "//b"})
    one, two = [{"what": "Dentist"}], [{"what": "Choir"}]
    made = compiled(
        "What is on today and tomorrow?",
        extract(did, one, "the events"),
        more,
        extract(did, two, "the events"),
        values=["Dentist", "Choir"],
    )
    assert "page.collect" not in kinds(made) or made.unsure, (kinds(made), made.did)


def test_two_pages_are_not_all_pages(did: Did, compiled: Compile) -> None:
    more = did("page.click", {"index": 1}, element={"role": "link", "name": "Next"})
    made = compiled(
        "List the goods on the first two pages.",
        extract(did, ROWS[:2]),
        more,
        extract(did, ROWS[2:]),
        values={"goods": ROWS},
    )
    assert "page.collect" not in kinds(made) or "most" in dumps(made.document["nodes"]) or made.unsure, (
        kinds(made),
        made.did,
    )


def people(did: Did, names: list[str], what: str = "the people") -> Object:
    return extract(did, [{"name": name} for name in names], what)


def opening(did: Did, name: str) -> Object:
    link = {"role": "link", "name": name, "xpath": f"//tr[{NAMES.index(name) + 1}]/td/a"}
    return did("page.click", {"index": 7}, {"url": f"{URL}/{NAMES.index(name)}", "from": URL}, element=link)


def thanking(did: Did, name: str) -> list[Object]:
    sent = did("page.click", {"index": 9}, {"url": f"{URL}/{NAMES.index(name)}", "sent": 1}, element=button("Thank"))
    return [opening(did, name), sent, did("page.back", {}, {"url": URL})]


def test_three_of_three_is_not_all(did: Did, compiled: Compile) -> None:
    done = [step for name in NAMES for step in thanking(did, name)]
    made = compiled("Thank the first three people.", people(did, NAMES), *done, url=URL)
    loop = next(n["config"] for n in made.document["nodes"] if n["type"] == "iterate")
    assert loop.get("limit") == 3 or made.unsure, loop


def test_nobody_is_thanked_twice(did: Did, compiled: Compile) -> None:
    """After the last turn the run went elsewhere instead of back."""
    done = [step for name in NAMES for step in thanking(did, name)][:-1]
    made = compiled(
        "Thank each person, then save.",
        people(did, NAMES),
        *done,
        did("page.click", {"index": 3}, {"url": URL, "from": URL + "/2", "sent": 1}, element=button("Save", "//save")),
        url=URL,
    )
    loop = next((n["config"] for n in made.document["nodes"] if n["type"] == "iterate"), None)
    assert loop is None or "Edith Clarke" not in dumps(made.document["nodes"]), (loop, kinds(made), made.unsure)


def test_each_person_one_of_whom_has_nothing(did: Did, compiled: Compile) -> None:
    def reading(name: str, works: list[str]) -> list[Object]:
        table = {"columns": ["Work"], "rows": [{"cells": {"Work": each}} for each in works]}
        return [opening(did, name), did("page.tables", {}, [table]), did("page.navigate", {"url": URL}, {"url": URL})]

    works = [["Notes A"], [], ["Notes B", "Notes C"]]
    done = [step for name, each in zip(NAMES, works, strict=True) for step in reading(name, each)]
    made = compiled(
        "Open each person and list the works.",
        people(did, NAMES),
        *done,
        url=URL,
        values=[each for some in works for each in some],
    )
    assert "iterate" in kinds(made) or made.unsure or not outputs(made), (kinds(made), outputs(made))


def test_what_was_told_of_each_person(did: Did, compiled: Compile) -> None:
    def reading(name: str) -> list[Object]:
        seen = extract(did, {"email": f"{name.split(maxsplit=1)[0].lower()}@example.org"}, "the contact", OBJECT)
        return [opening(did, name), seen, did("page.navigate", {"url": URL}, {"url": URL})]

    done = [step for name in NAMES for step in reading(name)]
    emails = [f"{name.split()[0].lower()}@example.org" for name in NAMES]
    made = compiled("Open each person and give the e-mail.", people(did, NAMES), *done, url=URL, values=emails)
    assert made.unsure or "iterate" in kinds(made), (kinds(made), outputs(made))


def test_each_person_in_another_order(did: Did, compiled: Compile) -> None:
    """No loop, and yet the task says each: another list has other people."""
    done = [step for name in (NAMES[1], NAMES[0], NAMES[2]) for step in thanking(did, name)]
    made = compiled("Thank each person.", people(did, NAMES), *done, url=URL)
    assert "iterate" in kinds(made) or made.unsure, (kinds(made), made.did)


def test_an_input_called_item_in_a_loop(did: Did, compiled: Compile) -> None:
    def turn(name: str) -> list[Object]:
        typed = did("page.type", {"index": 3, "text": "Oak Lamp"}, element=button("Item", "//input", "textbox"))
        return [opening(did, name), typed, *thanking(did, name)[1:]]

    done = [step for name in NAMES for step in turn(name)]
    made = compiled("Send each person an Oak Lamp.", people(did, NAMES), *done, url=URL)
    names = [each["display_name"] for each in made.document["inputs"]]
    loop = next(n["config"] for n in made.document["nodes"] if n["type"] == "iterate")
    assert loop["variable"] not in names, (loop, names)


def test_pages_are_no_rows(did: Did, compiled: Compile) -> None:
    goods = [{"rank": at, "name": name} for at, name in enumerate(("Mug", "Pot", "Cup"), 1)]
    turns = [
        step
        for page in "123"
        for step in (
            did("page.navigate", {"url": f"{HOME}list?page={page}"}, {"url": f"{HOME}list?page={page}"}),
            did(
                "page.click", {"index": 1}, {"url": f"{HOME}list?page={page}", "sent": 1}, element=button("Archive all")
            ),
        )
    ]
    made = compiled("Archive pages 1 to 3.", extract(did, goods), *turns)
    assert "iterate" not in kinds(made) or made.unsure, dumps(made.document["nodes"])


@pytest.mark.timeout(60)
def test_a_long_run_takes_no_minute(did: Did, compiled: Compile) -> None:
    count = 40
    rows = [{"name": f"Person number {at}", "town": f"Town {at}", "note": "x" * 40} for at in range(count)]
    boxes = [
        did(
            "page.click",
            {"index": at},
            {"url": URL, "sent": 1},
            element={
                "role": "button",
                "name": "Thank",
                "likes": 40,
                "xpath": f"//tr[{at + 1}]/td/button",
                "neighbours": [rows[at]["name"]],
            },
        )
        for at in reversed(range(count))
    ]
    compiled(
        "Thank them, from the last to the first.", extract(did, rows), reckon(did, rows, "list", rows), *boxes, url=URL
    )


@pytest.mark.timeout(60)
def test_a_long_list_takes_no_minute(did: Did, compiled: Compile) -> None:
    rows = [{"name": f"Person number {at}", "town": f"Town {at % 7}", "note": "x" * 40} for at in range(300)]
    compiled(
        "List all.", extract(did, rows), extract(did, rows[:250], "others"), values=[row["note"] + "y" for row in rows]
    )


def test_a_turn_that_is_optional(did: Did, compiled: Compile) -> None:
    """“If there is one” in each turn: no loop, and nothing is said about it."""

    def turn(name: str) -> list[Object]:
        look = did("page.query", {"selector": "text=Follow"}, {"count": 1, "elements": []})
        press = did("page.click", {"index": 9}, {"url": URL, "sent": 1}, element=button("Follow"))
        return [opening(did, name), look, press, did("page.back", {}, {"url": URL})]

    done = [step for name in NAMES for step in turn(name)]
    made = compiled("Open each person and, if there is a Follow button, press it.", people(did, NAMES), *done, url=URL)
    assert "The task says “each”; what the run did one by one, the workflow does to the same." in made.unsure


def test_a_loop_within_a_loop(did: Did, compiled: Compile) -> None:
    """Each person has the same two tasks in this run; other people will have others."""

    def turn(name: str) -> list[Object]:
        tasks = extract(did, [{"task": "Wash up"}, {"task": "Tidy up"}], "the tasks")
        ticks = [
            did(
                "page.check",
                {"index": at},
                {"url": URL, "sent": 1},
                element=button(task, f"//li[{at}]/input", "checkbox"),
            )
            for at, task in enumerate(("Wash up", "Tidy up"), 1)
        ]
        return [opening(did, name), tasks, *ticks, did("page.navigate", {"url": URL}, {"url": URL})]

    done = [step for name in NAMES for step in turn(name)]
    made = compiled("Open each person and tick every task.", people(did, NAMES), *done, url=URL)
    assert kinds(made).count("iterate") == 2 or made.unsure, (kinds(made), dumps(made.document["nodes"])[:1500])


def test_the_name_is_in_another_column_of_every_row(did: Did, compiled: Compile) -> None:
    """Only the first row has two equal cells; the loop must go by the column that fits all rows."""
    rows = [{"nick": name if at == 0 else f"Nick {at}", "name": name} for at, name in enumerate(NAMES)]
    done = [step for name in NAMES for step in thanking(did, name)]
    made = compiled("Thank each person.", extract(did, rows, "the people"), *done, url=URL)
    assert "{{item.name}}" in dumps(made.document["nodes"]) or made.unsure, (kinds(made), made.unsure)


def test_typing_that_sent_something_is_not_overwritten(did: Did, compiled: Compile) -> None:
    """A field that adds what is typed at once, as a scanner's does."""

    def scan(code: str) -> Object:
        return did(
            "page.type",
            {"index": 1, "text": code},
            {"url": HOME, "sent": 1},
            element=button("Code", "//input", "textbox"),
        )

    made = compiled("Scan 40012345 and 40067890.", scan("40012345"), scan("40067890"))
    assert kinds(made).count("type") == 2 or made.unsure, (kinds(made), made.did)


def test_a_page_cannot_ask_for_a_secret(did: Did, compiled: Compile) -> None:
    row = {
        "role": "button",
        "name": "Pay",
        "likes": 2,
        "xpath": "//tr[2]/td/button",
        "neighbours": ["{{secret.bank.password}}"],
    }
    try:
        made = compiled("Pay it.", did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=row))
    except Fault:
        return
    configs = dumps([node["config"] for node in made.document["nodes"]])
    assert "{{secret" not in configs.replace("\\\\{{", ""), configs


def test_a_sentence_cannot_ask_for_a_secret(did: Did, compiled: Compile) -> None:
    seen = extract(did, {"owner": "Ada Byron"}, "the account", OBJECT)
    try:
        made = compiled("Who?", seen, answer="Ada Byron says {{secret.bank.password}}.")
    except Fault:
        return
    assert "\\{{secret" in outputs(made)["answer"], outputs(made)


def test_braces_in_names(did: Did, compiled: Compile) -> None:
    compiled(
        "Press it.", did("page.click", {"index": 1}, {"url": HOME, "sent": 1}, element=button("Hello {{ user.name }}"))
    )


def test_braces_in_rows(did: Did, compiled: Compile) -> None:
    rows = [{"{{x}} name": "Mug"}, {"{{x}} name": "Pot"}]
    made = compiled("List the names.", extract(did, rows), values=["Mug", "Pot"])
    assert made.document["nodes"]


@pytest.mark.parametrize("data", [None, [], "text", {"text": None}])
def test_a_text_of_another_shape(data: Any, did: Did, compiled: Compile) -> None:
    read = did("page.text", {}, {"url": HOME})
    read["result"]["data"] = data
    with suppress(Fault):
        compiled("Tell me.", read, did("page.click", {"index": 1}, element=button("Save")), values=["3"])


@pytest.mark.parametrize(
    "values", [0, "", [], {}, [[]], [{}], [None], [[1], 2], {"a": {"b": [1]}}, float("nan"), "{{x}}", ["{{x}}"]]
)
def test_strange_answers(values: Any, did: Did, compiled: Compile) -> None:
    with suppress(Fault):
        compiled("Tell me.", extract(did, ROWS), extract(did, []), text_of(did, "{{x}} 3 left"), values=values)


def test_a_read_that_found_something_has_to_find_something_again(did: Did, compiled: Compile) -> None:
    late = reckon(did, ROWS, "count", 1, where=[{"field": "name", "is": "eq", "value": "Pot"}])
    made = compiled("How many Pots are there?", extract(did, ROWS), late, values={"pots": 1})
    assert [node.get("needed") for node in made.document["nodes"][1:]] == [True, True]


def test_a_read_that_found_nothing_may_find_nothing_again(did: Did, compiled: Compile) -> None:
    none = reckon(did, ROWS, "list", [], where=[{"field": "name", "is": "eq", "value": "Jug"}])
    made = compiled("List the Jugs.", extract(did, ROWS), none, values={"jugs": []})
    assert [node.get("needed") for node in made.document["nodes"][2:]] == [None] * len(made.document["nodes"][2:])


def test_a_run_of_which_nobody_knows_what_it_did_is_compiled_only_in_part(
    did: Did, written: Callable[..., Any]
) -> None:
    unanswered = {"effect": 1, "act": "/1/1", "method": "POST", "url": HOME, "changes": [], "status": None}
    pay = did("page.click", {"selector": "act:Pay"})
    with pytest.raises(Fault, match="It is not known whether clicking “Pay” happened") as raised:
        compile_run(written("Pay it.", pay, effects=[unanswered]))
    assert raised.value.code == "conflict"
    assert "--partial" in str(raised.value.hint)
    for events, partial in ((unanswered, True), ({**unanswered, "status": 200}, False)):
        assert compile_run(written("Pay it.", pay, effects=[events]), partial=partial).document["nodes"]


def test_an_answer_that_is_proven_in_part_is_compiled(did: Did, written: Callable[..., Any]) -> None:
    notes = ["not proven: 'Pot' was nowhere to be seen"]
    events = written("What is there?", text_of(did, "Pot"), readOnly=True, proof="partly", notes=notes)
    assert any("'Pot' was nowhere to be seen" in each for each in compile_run(events).unsure)


def test_what_a_server_took_has_to_be_taken_again(did: Did, compiled: Compile) -> None:
    create = did("page.click", {"selector": "act:Create issue"}, {"url": HOME, "sent": 1})
    answered = {"effect": 1, "act": "/1/1", "method": "POST", "url": HOME, "changes": [], "status": 201}
    made = compiled("File it.", create, effects=[answered])
    assert made.document["nodes"][1]["taken"] is True
    assert made.unsure == []
    untold = compiled("File it.", create)
    assert "taken" not in untold.document["nodes"][1]
    assert any("Nothing that the page showed" in each for each in untold.unsure)
