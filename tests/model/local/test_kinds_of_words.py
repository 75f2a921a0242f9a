"""Kinds of wording that people use for the same orders and questions: text in, program out."""

import pytest

from pollex.model.local.program import (
    Act,
    Both,
    Dialog,
    Each,
    Enter,
    Filter,
    If,
    Instruction,
    LogIn,
    Question,
    Remark,
    Search,
    Test,
)
from pollex.model.local.reading.reader import read

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


def steps(said: str) -> list[Instruction]:
    program = read(said)
    assert program.unknown == ()
    return [step for step in program.steps if not isinstance(step, Remark)]


@pytest.mark.parametrize(
    "said",
    [
        "Use the stored shop login to sign in, then:\n- press Save",
        "Log in with the stored credential shop, then do the following: press Save.",
        "Sign in (stored credential: shop) and press Save.",
        "1. Log in (stored credential shop).\n2. Press Save.",
        "Log in with the stored credential shop and:\n1. press Save",
    ],
)
def test_a_login_in_a_heading_is_done(said: str) -> None:
    first, second = steps(said)
    assert isinstance(first, LogIn)
    assert isinstance(second, Act)


@pytest.mark.parametrize(
    "said",
    [
        "Delete row 4, replace do not confirm it when the browser asks.",
        "Delete row 4, replace cancel the dialog.",
        "Delete row 4, but don't say yes when the page asks.",
        "Delete row 4. When the browser asks, say no.",
    ],
)
def test_what_the_page_asks_may_be_declined(said: str) -> None:
    assert steps(said)[1:] == [Dialog(False)]


@pytest.mark.parametrize(
    ("said", "what", "fields", "noun", "by"),
    [
        ("Which one was it?", "value", ("name",), "it", None),
        ("What is the first one called?", "first", ("name",), "row", None),
        ("For how many years is it guaranteed?", "value", ("guarantee",), "it", None),
        ("What do I have to pay in total?", "value", ("total",), "page", None),
        ("Tell me what they cost together.", "sum", (), "them", "price"),
        ("Tell me the discount and the total that I'd have to pay.", "value", ("discount", "total"), "page", None),
        ("When was the last payment to Bell & Son?", "most", ("date",), "payment", "date"),
        ("Give me their names as well.", "list", ("name",), "them", None),
        ("What was the largest payment to Bell & Son?", "most", ("name",), "payment", "amount"),
        ("How many of them have a notes.txt attached?", "count", (), "them", None),
        ("Who is assigned to AB-12?", "value", ("assignee",), "AB-12", None),
        ("Who sent the letter about the roof?", "value", ("from",), "letter", None),
        ("Tell me the sum of the column Amount.", "sum", (), "rows", "Amount"),
    ],
)
def test_questions_in_other_words(said: str, what: str, fields: tuple[str, ...], noun: str, by: str | None) -> None:
    (asked,) = steps(said)
    assert isinstance(asked, Question)
    assert (asked.what, asked.fields, asked.of.noun, asked.by) == (what, fields, noun, by)


@pytest.mark.parametrize(
    ("said", "tests"),
    [
        ("Show only nothing over 50 euros.", (Test("price", "le", "50 euros"),)),
        ("Show only what is in stock, and nothing over 50 euros.",
         (Test(None, "contains", "in stock"), Test("price", "le", "50 euros"))),
        ("Show only the ones rated 4 and better.", (Test("rating", "ge", "4 stars"),)),
    ],
)  # fmt: skip
def test_a_limit_may_be_said_by_what_is_not_wanted(said: str, tests: tuple[Test, ...]) -> None:
    (found,) = steps(said)
    assert isinstance(found, Filter)
    assert found.tests == tests


@pytest.mark.parametrize(
    "said",
    [
        "Look for a jacket that costs at most 80 euros.",
        "Search for a jacket under 80 euros.",
        "Search for jacket, not more than 80 euros.",
    ],
)
def test_a_search_with_a_limit_is_a_search_and_a_filter(said: str) -> None:
    first, second = steps(said)
    assert first == Search("jacket")
    assert isinstance(second, Filter)
    assert second.tests[0].field == "price"


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("Look up the weight of the Red Lamp and of the Pink Lamp. Which of the two is lighter?", "least"),
        ("Look up the price of the Red Lamp. Look up the price of the Pink Lamp. Which one is cheaper?", "least"),
        ("How much more is there in Main than in Travel?", "difference"),
        ("Which is heavier, the Red Lamp or the Pink Lamp?", "most"),
    ],
)
def test_two_values_are_compared(said: str, way: str) -> None:
    (found,) = steps(said)
    assert isinstance(found, Both)
    assert found.way == way


@pytest.mark.parametrize(
    ("said", "number", "size"),
    [
        ("Press Star on each of the first three results.", 3, 1),
        ("Open each of the issues you find, write the comment “Yes” and go back to the list.", None, 4),
        ("Set the quantity of each row to 2, pressing Update every time.", None, 2),
        ("Put each article of that order in the basket again.", None, 1),
        ("Put everything from my wish list into the basket.", None, 1),
    ],
)
def test_a_repetition_holds_what_is_done_each_time(said: str, number: int | None, size: int) -> None:
    found = steps(said)[-1]
    assert isinstance(found, Each)
    assert (found.number, len(found.body)) == (number, size)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("Open AB-1. If its status is still Open, set it to Done.", "status"),
        ("Open AB-1. If the priority is High, change it to Done.", "priority"),
    ],
)
def test_it_is_what_the_condition_speaks_of(said: str, field: str) -> None:
    found = steps(said)[-1]
    assert isinstance(found, If)
    assert found.then == (Enter(field, "Done"),)


def test_a_yes_or_no_is_said() -> None:
    opened, told = steps("Is the Red Lamp in stock?")
    assert isinstance(opened, Act)
    assert isinstance(told, If)
    assert (told.condition.kind, told.condition.value) == ("is", "in stock")
