"""One grammar of records and things: a noun, tests, a place; a number, a name, a variant."""

import pytest

from pollex.model.local.program import Records, Test
from pollex.model.local.reading.masks import Masked
from pollex.model.local.reading.records import records
from pollex.model.local.reading.things import bought

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


def has(*values: str) -> tuple[Test, ...]:
    return tuple(Test(None, "contains", value) for value in values)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("the letter from Ann Bell about the roof", Records("letter", has("Ann Bell", "roof"))),
        ("all orders under My account that have the status Late",
         Records("orders", (Test("status", "contains", "Late"),), place="My account")),
        ('every letter in the inbox that has the subject "Roof"',
         Records("letter", (Test("subject", "contains", "Roof"),), place="the inbox")),
        ("unread letters from Bell & Son in my inbox", Records("unread letters", has("Bell & Son"), place="my inbox")),
        ("letters that came on 9 May", Records("letters", (Test("date", "contains", "9 May"),))),
        ("the planner for 15 euros or less", Records("planner", (Test("price", "le", "15 euros"),))),
        ("lamps that cost at most 40 euros and are in stock",
         Records("lamps", (Test("price", "le", "40 euros"), *has("in stock")))),
        ("bags rated 4 and better", Records("bags", (Test("rating", "ge", "4 stars"),))),
        ("orders from 2026",
         Records("orders", (Test("date", "ge", "2026-01-01"), Test("date", "le", "2026-12-31")))),
        ("bookings in May 2026",
         Records("bookings", (Test("date", "ge", "2026-05-01"), Test("date", "le", "2026-05-31")))),
        ("tickets that are waiting and have nobody as assignee",
         Records("tickets", (Test("assignee", "eq", "nobody"), *has("waiting")))),
        ("letters that are marked as New", Records("letters", has("New"))),
        ("letters without a reply", Records("letters", (Test("reply", "eq", ""),))),
        ("things in that order", Records("things")),
        ("the issues you find", Records("issues")),
    ],
)  # fmt: skip
def test_a_phrase_is_a_noun_with_tests_and_a_place(phrase: str, expected: Records) -> None:
    masked = Masked(phrase)
    assert records(masked.text, masked) == expected


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("put two of the Red Lamp, 1.5 l, in Pink into my basket",
         ["open the Red Lamp, 1.5 l", "choose the option Pink", "set the quantity to 2", "put it into my basket"]),
        ("add 3 x Red Lamp to the basket", ["open the Red Lamp", "set the quantity to 3", "add it to the basket"]),
        ("put one in the colour Pink into the cart", ["choose the colour Pink", "put it into the cart"]),
        ("put one of it into the basket", ["put it into the basket"]),
        ("add three", ["set the quantity to 3", "add it to the basket"]),
        ("put a Red Lamp, small in Pink into the basket",
         ["open the Red Lamp, small", "choose the option Pink", "put it into the basket"]),
        ("put the wool scarf into the basket", None),
        ("add it to the basket", None),
    ],
)  # fmt: skip
def test_a_thing_with_a_number_or_a_variant_is_taken_from_its_page(said: str, orders: list[str] | None) -> None:
    assert bought(said) == orders
