"""What differs between two documents: records by their ids, other lists by what they have in common."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.difference import Difference, differences, record_names

LAMPS = [{"id": number, "name": f"Lamp {number}", "on": False, "price": 10 + number} for number in range(60)]


def told(before: Any, after: Any) -> list[tuple[str, str]]:
    return [("/".join(each.path), each.kind) for each in differences(before, after)]


def test_a_changed_value_is_found_in_its_record() -> None:
    after = [{**each, "on": each["id"] == 7} for each in LAMPS]
    [change] = differences({"lamps": LAMPS}, {"lamps": after})
    assert (change.path, change.kind, change.before, change.after) == (("lamps", "7", "on"), "changed", False, True)
    assert change.record == ("Lamp 7", "17", "7")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (LAMPS[1:], [("0", "removed")]),
        ([{"id": 99, "name": "New"}, *LAMPS], [("99", "added")]),
        (LAMPS[::-1], []),
        ([*LAMPS[:3], *LAMPS[4:], {**LAMPS[3], "on": True}], [("3/on", "changed")]),
    ],
    ids=["first gone", "one before", "turned round", "moved and changed"],
)
def test_records_are_matched_by_their_ids_wherever_they_stand(after: Any, expected: list[tuple[str, str]]) -> None:
    assert told(LAMPS, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (["a", "b", "c"], ["a", "c"], [("*", "removed")]),
        (["a", "c"], ["a", "b", "c"], [("*", "added")]),
        (["a", "b"], ["a", "x"], [("*", "changed")]),
        ([{"x": 1}, {"x": 2}], [{"x": 2}], [("*", "removed")]),
    ],
)
def test_other_lists_by_what_they_have_in_common(before: Any, after: Any, expected: list[tuple[str, str]]) -> None:
    assert told(before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("abcd", "dabc", [("moved", "d", "place 1 of 4, was 4")]),
        ("abcd", "dabx", [("moved", "d", "place 1 of 4, was 4"), ("changed", "x", "")]),
        ("abc", "cab+", [("moved", "c", "place 1 of 4, was 3"), ("added", "+", "")]),
        ("aab", "baa", [("moved", "b", "place 1 of 3, was 3")]),
        ("aab", "ba", [("moved", "b", "place 1 of 2, was 3"), ("removed", "a", "")]),
    ],
)
def test_what_stands_elsewhere_in_a_list_has_moved(before: str, after: str, expected: Any) -> None:
    found = differences({"tags": list(before)}, {"tags": list(after)})
    assert [(each.kind, each.value, each.place) for each in found] == expected


@given(st.text("abc", max_size=8), st.text("abcd", max_size=8))
def test_what_has_moved_is_neither_gone_nor_new(before: str, after: str) -> None:
    found = differences(list(before), list(after))
    gone = Counter(each.before for each in found if each.kind in ("removed", "changed"))
    come = Counter(each.after for each in found if each.kind in ("added", "changed"))
    assert Counter(before) - gone == Counter(after) - come
    assert not (gone & come)


def test_a_record_without_an_id_that_moved_is_told_by_its_name() -> None:
    rows = [{"name": "Oak", "price": 4}, {"name": "Elm", "price": 5}, {"name": "Ash", "price": 6}]
    [change] = differences(rows, [rows[2], *rows[:2]])
    assert (change.kind, change.record, change.place) == ("moved", ("Ash", "6"), "place 1 of 3, was 3")


def test_ids_that_are_not_unique_are_none() -> None:
    before = [{"id": 1, "x": 1}, {"id": 1, "x": 2}]
    assert told(before, [{"id": 1, "x": 1}, {"id": 1, "x": 3}]) == [("*/x", "changed")]


def test_a_record_is_called_by_its_telling_values_and_never_by_a_password() -> None:
    record = {
        "id": 3,
        "password": "hunter",
        "status": "open",
        "title": "Oak",
        "text": "x" * 200,
        "email": "a@b.example",
    }
    assert record_names(record) == ("Oak", "a@b.example", "open", "3")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "a", "b"]), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_there_is_a_difference_just_where_they_differ(before: Any, after: Any) -> None:
    found = differences(before, after)
    assert all(isinstance(each, Difference) for each in found)
    assert not found or json.dumps(before) != json.dumps(after)
    assert differences(before, before) == []
