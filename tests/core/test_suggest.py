from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core import suggest
from pollex.core.suggest import did_you_mean, nearest, one_of

names = st.text(max_size=30)


def test_a_misspelled_name_finds_the_right_one() -> None:
    assert nearest("nmae", ["name", "email", "age"]) == ["name"]


def test_the_nearest_comes_first_and_at_most_three() -> None:
    assert nearest("color", ["colours", "colour", "colors", "color_a", "x"]) == ["color_a", "colors", "colour"]


def test_case_underscores_and_hyphens_make_no_difference() -> None:
    assert nearest("recipient-name", ["recipient", "recipientName", "RECIPIENT_NAME"], limit=2) == [
        "RECIPIENT_NAME",
        "recipientName",
    ]


def test_a_part_of_a_name_is_near_enough() -> None:
    assert nearest("name", ["shippingRecipientName", "age"]) == ["shippingRecipientName"]


def test_a_part_of_one_or_two_letters_says_nothing() -> None:
    assert nearest("id", ["shippingRecipientId"]) == []
    assert nearest("ids", ["shippingRecipientIds"]) == ["shippingRecipientIds"]


def test_a_known_word_is_nearest_to_itself() -> None:
    assert nearest("user_name", ["userName", "user_name"]) == ["user_name", "userName"]


def test_the_hint_is_a_question() -> None:
    assert did_you_mean("recipient_name", ["recipientName", "subject"]) == "Did you mean 'recipientName'?"


def test_no_hint_where_nothing_is_near() -> None:
    assert did_you_mean("zebra", ["recipientName", "subject"]) is None


def test_the_word_itself_is_never_the_hint() -> None:
    assert did_you_mean("to", ["to"]) is None


def test_one_of_lists_the_first_names() -> None:
    assert one_of(["a", "b", "a", "c"], limit=2) == "one of 'a', 'b' (and 1 more)"
    assert one_of(["a", "b"], limit=2) == "one of 'a', 'b'"
    assert one_of(["a"]) == "'a'"
    assert one_of([]) == "nothing: no name is known here"


@given(names, st.lists(names, max_size=20), st.integers(1, 5))
def test_only_known_names_are_suggested_each_once(word: str, known: list[str], limit: int) -> None:
    found = nearest(word, known, limit)
    assert len(found) == len(set(found)) <= limit
    assert set(found) <= set(known)


def test_thousands_of_long_names_are_no_burden(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than some hundreds are compared, and of each no more than its beginning."""
    compared: list[tuple[str, str]] = []

    def likeness(_: object, letters: str, wanted: str) -> float:
        compared.append((letters, wanted))
        return 0.0

    monkeypatch.setattr(suggest, "_likeness", likeness)
    nearest("a" * 39 + "b" * 1_000_000, [f"{'a' * 400}{number}" for number in range(20_000)])
    assert 0 < len(compared) <= suggest.MOST
    assert max(map(len, chain.from_iterable(compared))) <= suggest.LONGEST


def test_the_right_name_is_found_among_thousands() -> None:
    known = [f"column_{number}" for number in range(5_000)] + ["shipping_address"]
    assert did_you_mean("shiping_adress", known) == "Did you mean 'shipping_address'?"
