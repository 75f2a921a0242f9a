"""RFC 7396: the test cases of its appendix A, and what holds for every patch."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.workspace.components import merge

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_appendix(target: Any, patch: Any, result: Any) -> None:
    assert merge(target, patch) == result


@given(VALUES, VALUES)
def test_a_patch_applied_twice_is_applied_once(target: Any, patch: Any) -> None:
    once = merge(target, patch)
    assert merge(once, patch) == once


@given(VALUES, VALUES)
def test_nothing_is_changed_in_place(target: Any, patch: Any) -> None:
    before = repr((target, patch))
    merge(target, patch)
    assert repr((target, patch)) == before
