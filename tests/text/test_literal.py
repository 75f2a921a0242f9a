"""Numbers, dates and names as people and pages write them."""

from datetime import date
from decimal import Decimal

import pytest

from pollex.text.dates import Day
from pollex.text.literal import Statements

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("text", "day"),
    [("tomorrow", Day(2026, 11, 17)), ("on Friday", Day(2026, 11, 20)), ("for Christmas Eve", Day(None, 12, 24))],
)
def test_days_as_seen_from_today(text: str, day: Day) -> None:
    assert Statements(text, TODAY).says_day(day)


def test_numbers() -> None:
    said = Statements("two mugs of 0.2 l at €1,234.50, or 1.000")
    assert {Decimal(2), Decimal("0.2"), Decimal("1234.5"), Decimal(1000), Decimal("1.000")} <= said.numbers
    assert said.counts.isdisjoint({Decimal("0.2")})


def test_names() -> None:
    said = Statements("Pay Garden-Club  Linden, DE89 3704 0044")
    assert said.says("garden club linden")
    assert not said.says("Club Lin")
    assert said.says_compact("DE8937040044")


@pytest.mark.parametrize(
    ("value", "is_said"),
    [
        ("DE89370400440532013000", True),
        ("DE89 3704 0044 0532 0130 00", True),
        ("Engine Row 1", False),
        ("ow 12", False),
    ],
)
def test_a_grouped_number_is_said_as_a_whole_only(value: str, is_said: bool) -> None:
    text = "Pay DE89 3704 0044 0532 0130 00, and send it to Engine Row 12"
    assert Statements(text).says_compact(value) is is_said


@pytest.mark.parametrize(
    ("text", "value", "is_said"),
    [
        ("K21.0 Reflux", "0", False),
        ("K21.0 Reflux", "K21.0", True),
        ("K21.0 Reflux", "K21", False),
        ("15.5 kg", "5", False),
        ("15.5 kg", "15.5", True),
        ("Take 5.", "5", True),
        ("KES-391 and 392, 393", "392", True),
        ("in room 12, 5 chairs", "5", True),
    ],
)
def test_a_number_is_said_as_a_whole_only(text: str, value: str, is_said: bool) -> None:
    assert Statements(text).says(value) is is_said


def test_what_stands_in_a_name_is_no_number() -> None:
    assert Statements("K21.0, EUR50, x3, KES-391, v2").numbers == {50, 3, 391}


@pytest.mark.parametrize(
    ("text", "value", "is_meant"),
    [
        ("at 2:30 pm", "14:30", True),
        ("at 2 pm", "14:00", True),
        ("at 2:30", "14:30", False),
        ("call 0151 234 5678", "(0151) 234-5678", True),
        ("call 0151 234 5678", "+49 151 2345678", True),
        ("call +44 151 2345678", "+49 151 2345678", False),
        ("pay 12345.67", "1234567", False),
        ("set it to in progress", "in_progress", True),
        ("pay 1250 euros", "€1,250.00", True),
        ("pay 1250 euros", "1,250.00 EUR", True),
        ("pay 1250 euros", "12500 EUR", False),
        ("pay 7.50 euros", "7.500 EUR", False),
        ("2 of them", "Two", True),
        ("in twenty days", "20", True),
        ("the 15th", "5", False),
    ],
)
def test_a_value_may_stand_in_another_form(text: str, value: str, is_meant: bool) -> None:
    assert Statements(text).means(value) is is_meant
