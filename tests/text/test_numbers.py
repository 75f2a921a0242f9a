"""Numbers as pages write them. `CASES` is the one table: routes, aggregates and extraction all read by it."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.flow.rules.condition import fulfils
from pollex.text.numbers import amounts, currency_in, decimal_mark, first_number, number_in, number_of

CASES: dict[str, float | None] = {
    "€45.00": 45, "45,00 €": 45, "$1,299.00": 1299, "1.299,00 €": 1299, "1 299,50": 1299.5, "CHF 1'299.50": 1299.5,
    "4.5 out of 5": 4.5, "4,5 von 5": 4.5, "4/5": 4, "3 of 12 pages": 3, "−3": -3, "- 3": -3, "-€3.50": -3.5,
    "(€3.50)": -3.5, "2 x €5": None, "5 to 7": None, "1.234.567": 1234567, "1,234,567.89": 1234567.89,
    "₹12,34,567.50": 1234567.5, "1,234": 1234, "1.234": 1.234, "1234,567": 1234.567, "0,5": 0.5, "0.125": 0.125,
    "1.1k": 1100, "2M": 2_000_000, "12 %": 12, "2 kg": 2, "12 new messages": 12, "Total: 7": 7, "(34)": 34,
    "CHF 1'234.–": 1234, "4.5 out of 5 stars": 4.5, "#1042": 1042, "20 %": 20, "(600)": 600, "−€5.00": -5,
    "AB-12": None, "v2": None, "12:30": None, "1.2.3": None, "1,23,4": None, "free": None, "": None, "9" * 5000: None,
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_the_one_number_of_a_text(text: str) -> None:
    assert number_in(text) == CASES[text]


@pytest.mark.parametrize("text", CASES)
def test_a_route_reads_as_an_extraction_does(text: str) -> None:
    number = CASES[text]
    condition = {"path": "x", "operator": "greaterOrEqual", "value": number if number is not None else 0}
    if number is None:
        with pytest.raises(Fault, match="cannot be compared"):
            fulfils(condition, text, "")
    else:
        assert fulfils(condition, text, "")
        assert not fulfils({**condition, "operator": "less"}, text, "")


def test_the_decimal_mark_of_a_page_decides() -> None:
    assert (number_in("1.234", ","), number_in("1.234", "."), number_in("1,234", ",")) == (1234, 1.234, 1.234)
    assert decimal_mark(["3,50", "1.234"]) == ","
    assert (decimal_mark(["1.234"], "de-AT"), decimal_mark(["1.234"], "en"), decimal_mark([])) == (",", ".", None)


def test_the_first_of_several_numbers() -> None:
    assert first_number("€4.00 each, 12 in stock") == 4
    assert first_number("no price") is None


@pytest.mark.parametrize(("value", "number"), [(3, 3), (2.5, 2.5), ("€2", 2), (True, None), (None, None), ([1], None)])
def test_numbers_of_json_values(value: Any, number: float | None) -> None:
    assert number_of(value) == number


def test_what_digits_may_mean() -> None:
    assert amounts("1.000") == (Decimal("1.000"), Decimal(1000))
    assert amounts("1,000") == (Decimal(1000), Decimal("1.000"))
    assert amounts("1.2.3") == amounts("x") == ()


def test_the_currency_of_a_text() -> None:
    assert (currency_in("€5"), currency_in("5 CHF"), currency_in("€5 or $6")) == ("EUR", "CHF", None)
    assert (number_in("R$ 389,90"), number_in("US$1,200"), number_in("KR-7$5")) == (389.9, 1200, None)
    assert (currency_in("R$ 389,90"), currency_in("US$5"), currency_in("ZQ$5")) == ("BRL", "USD", None)


STYLES = {"en": (",", "."), "de": (".", ","), "fr": ("\u202f", ","), "ch": ("’", ".")}


@given(st.integers(0, 10**13), st.sampled_from(sorted(STYLES)), st.sampled_from(["", "-", "−"]), st.booleans())
def test_a_written_amount_is_read_back(cents: int, style: str, sign: str, euros: bool) -> None:
    group, mark = STYLES[style]
    written = f"{cents / 100:,.2f}".replace(",", "g").replace(".", mark).replace("g", group)
    text = f"{sign}€{written}" if euros else f"{sign}{written}"
    expected = round(cents / 100, 2) * (-1 if sign else 1)
    assert number_in(text) == pytest.approx(expected)


@given(st.text("0123456789.,'’-−+ €kM/xofut()\u202f\u0663²", max_size=40))
def test_any_text_is_read_or_not_a_number(text: str) -> None:
    number = number_in(text)
    assert number is None or abs(number) < 10**70
    assert all(value >= 0 for value in amounts(text))
