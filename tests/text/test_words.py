"""Words: folded, singular, stemmed, mistyped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.text.words import edit_distance, folded, is_mistyped, singular, split_name, stem, tokens, unaccented


def test_words_are_folded() -> None:
    assert tokens("Crème brûlée’s 2,610.00 ›") == ("creme", "brulee", "2,610.00", "›")
    assert folded("  Add to\u00a0BASKET ") == "add to basket"
    assert unaccented("№ Straße ÉTÉ") == "no straße ete"


@pytest.mark.parametrize(
    ("word", "one"),
    [("cities", "city"), ("boxes", "box"), ("orders", "order"), ("status", "status"), ("gas", "gas"), ("3rd", "3")],
)
def test_the_plural_makes_no_difference(word: str, one: str) -> None:
    assert singular(word) == one


def test_endings_make_no_difference() -> None:
    assert stem("cancelled") == stem("cancelling") == stem("cancel")


def test_short_words_are_never_mistyped() -> None:
    pairs = [("to", "do"), ("foward", "forward"), ("from", "form"), ("save", "safe2")]
    assert [is_mistyped(*pair) for pair in pairs] == [False, True, True, False]


def test_names_of_code_are_split() -> None:
    assert split_name("orderNumber_row") == "order Number row"


@given(st.text(max_size=12), st.text(max_size=12))
def test_the_distance_is_the_same_both_ways(one: str, other: str) -> None:
    assert edit_distance(one, other) == edit_distance(other, one) <= max(len(one), len(other))


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert all(singular(token) and stem(token) for token in tokens(text))
