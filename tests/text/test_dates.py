"""Dates as people and pages write them: one reading for extraction, aggregates and the agent's checks."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.text.dates import Day, date_in, date_order, dates, days_in, moment_in, relative_days

CASES = {
    "2026-11-15": "2026-11-15", "Sunday, 15 November 2026": "2026-11-15", "Nov 15, 2026": "2026-11-15",
    "15.11.2026": "2026-11-15", "11/15/2026": "2026-11-15", "15. März 2026": "2026-03-15", "2026/3/1": "2026-03-01",
    "le 1er août 2026": "2026-08-01", "first of December 2026": "2026-12-01", "3 de mayo de 2026": "2026-05-03",
    "03/04/2026": None, "31 February 2026": None, "15 November": None, "1 May 2026 to 3 May 2026": None,
    "99.99.2026": None, "0000-01-01": None,
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_the_one_date_of_a_text(text: str) -> None:
    day = date_in(text)
    assert (day.isoformat() if day else None) == CASES[text]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("on 1 December 2026", [Day(2026, 12, 1)]),
        ("the first of December", [Day(None, 12, 1)]),
        ("Dec 1st, 2026", [Day(2026, 12, 1)]),
        ("24.12.2026 or 2026-12-24", [Day(2026, 12, 24), Day(2026, 12, 24)]),
        ("12/24/2026, 3/4/2026", [Day(2026, 12, 24), Day(2026, 4, 3)]),
        ("in May", []),
        ("5 out of 10, 2 set", []),
        ("99.99.2026", []),
        ("May 5.50", []),
    ],
)
def test_days_with_and_without_a_year(text: str, days: list[Day]) -> None:
    assert dates(text) == days


def test_days_have_their_place_in_the_text() -> None:
    assert days_in("from 2 June to 2026-06-04") == [(5, Day(None, 6, 2)), (15, Day(2026, 6, 4))]


def test_a_day_without_a_year_is_that_day_of_any_year() -> None:
    assert Day(None, 12, 24).is_same(Day(2026, 12, 24))
    assert not Day(2025, 12, 24).is_same(Day(2026, 12, 24))


def test_days_as_seen_from_today() -> None:
    today = date(2026, 11, 16)
    assert relative_days("tomorrow", today) == [Day(2026, 11, 17)]
    assert relative_days("for christmas eve", today) == [Day(None, 12, 24)]
    assert Day(2026, 11, 20) in relative_days("on friday", today)


def test_moments() -> None:
    assert moment_in("15 Nov 2026, 3:05 pm") == "2026-11-15T15:05:00"
    assert moment_in("2026-11-15T10:00:00") == "2026-11-15T10:00:00"
    assert moment_in("15 Nov 2026") is moment_in("15 Nov 2026 25:00") is None


def test_the_order_of_a_page_decides() -> None:
    assert (date_in("03/04/2026", "dmy"), date_in("03/04/2026", "mdy")) == (date(2026, 4, 3), date(2026, 3, 4))
    assert (date_order(["25/12/2026"]), date_order([], "en-US"), date_order([], "en")) == ("dmy", "mdy", None)


@given(st.dates(date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%b %d, %Y"]))
def test_a_written_date_is_read_back(day: date, style: str) -> None:
    assert date_in(f"On {day.strftime(style)}, as agreed.") == day


@given(st.text("0123456789./- mayde ctof:TZ", max_size=30))
def test_any_text_is_read_or_no_date(text: str) -> None:
    assert all(1 <= day.month <= 12 for day in dates(text))
    assert moment_in(text) is None or moment_in(text)
