"""The table of orders: what is declared there is read as declared, and everything else is refused."""

import pytest

from pollex.core.fault import Fault
from pollex.model.local.model import LocalModel
from pollex.model.local.reader import Step, conditions, pairs, read
from pollex.model.local.reads import Reads, method_of
from pollex.model.local.table import PATTERNS, expanded, table

ORDERS = table()[1]


@pytest.mark.parametrize(("name", "example"), [(order.name, example) for order in ORDERS for example in order.examples])
def test_each_example_of_the_table_is_read_as_its_order(name: str, example: str) -> None:
    assert name in [step.order.name for step in read(example)]


def test_each_order_is_done_by_the_method_of_its_name() -> None:
    assert [order.name for order in ORDERS if not callable(getattr(Reads, method_of(order), None))] == []


def test_each_pattern_is_of_a_slot() -> None:
    assert set(PATTERNS) <= set(table()[0])


def told(task: str) -> list[tuple[str, dict[str, str]]]:
    return [(step.order.name, step.slots) for step in read(task)]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (
            "Type kettle into Search and press Enter.",
            [("Type", {"VALUE": "kettle", "FIELD": "Search"}), ("Press a key", {"KEY": "Enter"})],
        ),
        ("1. Go back.\n2) Please, click Save.", [("Back", {}), ("Click", {"WORDS": "Save"})]),
        ("Click Save and add another.", [("Click", {"WORDS": "Save and add another"})]),
        (
            'Type "Dinner, then a film. Click" into Message.',
            [("Type", {"VALUE": '"Dinner, then a film. Click"', "FIELD": "Message"})],
        ),
        ("Go to /a, then go back; reload", [("Go", {"ADDRESS": "/a"}), ("Back", {}), ("Back", {})]),
        ('Go to "https://example.org/a.b".', [("Go", {"ADDRESS": "https://example.org/a.b"})]),
        ("Open example.org/help", [("Go", {"ADDRESS": "example.org/help"})]),
        ('Scroll until "Entry 137" appears.', [("Scroll", {"TEXT": '"Entry 137"'})]),
        ("Press Enter in Search", [("Press a key", {"KEY": "Enter", "FIELD": "Search"})]),
        ('Press "Enter"', [("Click", {"WORDS": '"Enter"'})]),
        ("Tell me Date of birth.", [("Tell me", {"LABELS": "Date", "ROW": "birth"})]),
        ('Click "How it works".', [("Click", {"WORDS": '"How it works"'})]),
        ("Click All products.", [("Click", {"WORDS": "All products"})]),
    ],
)
def test_sentences_become_orders(task: str, expected: list[tuple[str, dict[str, str]]]) -> None:
    assert told(task) == expected


def test_lines_below_belong_to_fill_in_and_for_each() -> None:
    fill, click = read("Fill in:\nName: Ewa Lind\nStreet: Storgatan 12, second floor\nClick Save.")
    assert pairs(fill["PAIRS"]) == [("Name", "Ewa Lind"), ("Street", "Storgatan 12, second floor")]
    assert click["WORDS"] == "Save"
    loop, tell = read('For each row of Issues:\n- open the row\n- type "Now." into Comment\nTell me Total.')
    assert [step.order.name for step in loop.body] == ["Click", "Type"]
    assert tell["LABELS"] == "Total"


@pytest.mark.parametrize(
    "sentence",
    [
        "Buy me a nice lamp.",
        "If the price is below 20, click Buy.",
        "Click it.",
        "Open the cheapest kettle.",
        "Delete all messages from Bob.",
        "Open every message.",
        "Tell me which is cheaper.",
        "Summarise the page.",
        "Write a nice poem.",
        "Put the kettle into the basket.",
        "Log in.",
        "Check that the total is right.",
        "For each row: delete it.",
        "",
    ],
)
def test_what_is_no_order_is_named_word_for_word_before_anything_is_done(sentence: str) -> None:
    with pytest.raises(Fault) as caught:
        LocalModel().check(f"Go to /shop/. {sentence}" if sentence else ".", "http://127.0.0.1/")
    fault = caught.value
    assert (fault.code, fault.pointer, fault.retry) == ("invalid_input", "/task", False)
    assert sentence.rstrip(".") in fault.message
    assert fault.expected in [expanded(form) for order in ORDERS for form in order.forms]
    assert "--model" in str(fault.hint)


def test_without_a_page_the_first_order_goes_to_one() -> None:
    LocalModel().check("Go to https://example.org. Click Save.", "about:blank")
    with pytest.raises(Fault, match="No page is open"):
        LocalModel().check("Click Save.", "about:blank")


def test_conditions_become_tests_of_aggregate() -> None:
    said = 'Status is Open and Total is over 50 and the row contains "a and b" and Due is empty and Role is not Owner'
    assert conditions(said) == [
        {"field": "Status", "is": "eq", "value": "Open"},
        {"field": "Total", "is": "gt", "value": "50"},
        {"is": "contains", "value": "a and b"},
        {"field": "Due", "is": "eq", "value": ""},
        {"field": "Role", "is": "ne", "value": "Owner"},
    ]
    with pytest.raises(Fault, match="Not a condition: 'nonsense'"):
        conditions("nonsense")


def test_a_step_knows_its_words_outside_the_slots() -> None:
    [step] = read('Untick "turn on".')
    assert isinstance(step, Step)
    assert (step.says("untick"), step.says("turn on")) == (True, False)


def test_a_name_in_capitals_may_have_a_pronoun_inside() -> None:
    assert told("Click Try it out.") == [("Click", {"WORDS": "Try it out"})]
    with pytest.raises(Fault, match="Not an order"):
        read("Click Save it.")
