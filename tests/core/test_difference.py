"""What differs between two documents: records by their ids, other lists by what they have in common."""

import json
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
