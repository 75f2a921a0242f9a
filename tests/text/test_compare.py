"""The comparison operators, by all of their names."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.text.compare import LIMITS, NAMED, compare
from pollex.text.words import folded


@pytest.mark.parametrize(
    ("name", "found", "wanted", "holds"),
    [
        ("equals", "3", 3, True),
        ("equals", 1, True, False),
        ("eq", {"a": 1}, {"a": 1}, True),
        ("notEquals", "a", "A", True),
        ("contains", "Total 12", 12, True),
        ("contains", ["1", 2], 1, True),
        ("contains", {"a": 1}, "a", True),
        ("contains", 5, 5, False),
        ("lacks", "abc", "d", True),
        ("starts", "abc", "ab", True),
        ("ends", "abc", "bc", True),
        ("lt", "€1,299.00", 1300, True),
        ("at most", 5, "5", True),
        ("least", 3, 4, False),
        ("more than", "4.5 out of 5", 4.5, False),
        ("ge", "−3", -3, True),
    ],
)
def test_operators(name: str, found: Any, wanted: Any, holds: bool) -> None:
    assert compare(name, found, wanted) is holds


def test_letter_case_is_for_the_caller_to_fold() -> None:
    assert compare("eq", "Open", "open", text=lambda value: folded(str(value)))


@pytest.mark.parametrize("found", ["2 x €5", "many", True, None, [1]])
def test_what_has_no_one_number_cannot_be_ordered(found: Any) -> None:
    with pytest.raises(ValueError, match="is not one number"):
        compare("greater", found, 1)


def test_the_words_of_an_instruction_are_operators_too() -> None:
    assert set(LIMITS) <= NAMED.keys()


@given(st.integers(), st.integers())
def test_one_of_less_equal_and_greater_holds(one: int, other: int) -> None:
    assert [compare(name, one, other) for name in ("less", "equals", "greater")].count(True) == 1
    assert compare("lessOrEqual", one, other) is not compare("greater", one, other)
