"""One grammar of fields and values, whatever words stand around them."""

import pytest

from pollex.model.local.program import Choose, Enter, Make
from pollex.model.local.reading.masks import Masked
from pollex.model.local.reading.pairs import pairs
from pollex.model.local.reading.reader import read


def found(text: str) -> list[tuple[str, str]]:
    masked = Masked(text)
    return [
        ("", pair.option) if isinstance(pair, Choose) else (pair.field, pair.value)
        for pair in pairs(masked.text, masked)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name Ann Bell, street and number 8 Quay Road, city Oslo",
         [("name", "Ann Bell"), ("street and number", "8 Quay Road"), ("city", "Oslo")]),
        ("Name: Ann Bell, Town or city: Oslo, Country: Norway",
         [("Name", "Ann Bell"), ("Town or city", "Oslo"), ("Country", "Norway")]),
        ("for 4 guests on 1 May 2027 in the name of Bell", [("guests", "4"), ("date", "1 May 2027"), ("name", "Bell")]),
        ("under the name Bell for 12 guests on 1.5.2027", [("name", "Bell"), ("guests", "12"), ("date", "1.5.2027")]),
        ("card 4111 1111 1111 1111 in the name of Ann Bell, valid until 08/29",
         [("card number", "4111 1111 1111 1111"), ("name", "Ann Bell"), ("valid until", "08/29")]),
        ("Ann Bell as payee and the amount is 25.00", [("payee", "Ann Bell"), ("amount", "25.00")]),
        ("from the Main Account, purpose Rent, every year",
         [("from", "Main Account"), ("purpose", "Rent"), ("", "every year")]),
        ("arrival is 24 May 2027, call me at 1 May 2027, 14:30, dinner is at 19:15",
         [("arrival", "24 May 2027"), ("call me at", "1 May 2027, 14:30"), ("dinner is at", "19:15")]),
        ('to Ann Bell, subject "Hi" and the text "Ho"', [("to", "Ann Bell"), ("subject", "Hi"), ("text", "Ho")]),
        ("Title: It stops, always. Sometimes", [("Title", "It stops, always. Sometimes")]),
        ("press Save and open Files", []),
        ("the two lamps", []),
    ],
)  # fmt: skip
def test_pairs_are_cut_where_a_field_begins(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Address: name Ann Bell, city Oslo.",
        "The address is name Ann Bell, city Oslo.",
        "Fill in the form: name Ann Bell, city Oslo.",
        "Fill in the form with name Ann Bell and city Oslo.",
        "Fill in the form. The name is Ann Bell, the city is Oslo.",
        "Enter name Ann Bell and city Oslo.",
    ],
)
def test_a_form_may_be_announced_in_many_ways(said: str) -> None:
    given = [(step.field, step.value) for step in read(said).steps if isinstance(step, Enter)]
    assert given == [("name", "Ann Bell"), ("city", "Oslo")]


@pytest.mark.parametrize(
    ("said", "verb", "noun"),
    [
        ("Book a table for 4 guests on 1 May 2027.", "book", "table"),
        ("Reserve a room for 4 guests on 1 May 2027.", "reserve", "room"),
        ("I need a table for 4 guests on 1 May 2027.", "book", "table"),
        ("I'd like a table for 4 guests on 1 May 2027.", "book", "table"),
    ],
)
def test_what_is_booked_has_its_values(said: str, verb: str, noun: str) -> None:
    assert read(said).steps == (Make(noun, verb, (Enter("guests", "4"), Enter("date", "1 May 2027"))),)
