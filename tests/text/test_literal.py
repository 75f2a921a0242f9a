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
