"""The one rule that turns any Python value into plain JSON."""

import math
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.json import dumps
from pollex.core.limits import Limits
from pollex.core.plain import plain
from pollex.core.size import is_plain


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: "Point | None" = None


class Pair(NamedTuple):
    left: int
    right: int


class Opaque:
    __slots__ = ()


class Speaking:
    def __str__(self) -> str:
        return "I am here"


class Hostile:
    def __str__(self) -> str:
        raise RuntimeError("no")


def numbers() -> Iterator[int]:
    yield from range(3)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (date(2026, 11, 15), "2026-11-15"),
        (datetime(2026, 11, 15, 9, 30, tzinfo=UTC), "2026-11-15T09:30:00+00:00"),
        (time(9, 30), "09:30:00"),
        (timedelta(minutes=1.5), "PT90S"),
        (Decimal("1.10"), "1.10"),
        (Fraction(1, 3), "1/3"),
        (1 + 2j, "(1+2j)"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (PurePosixPath("a/b"), "a/b"),
        (b"\x00\xff", "AP8="),
        (Colour.RED, "red"),
        (Point(1, Point(2)), {"x": 1, "y": {"x": 2, "y": None}}),
        (Pair(1, 2), {"left": 1, "right": 2}),
        (OrderedDict(a=1), {"a": 1}),
        ({1: "a", None: "b", 2.5: "c"}, {"1": "a", "null": "b", "2.5": "c"}),
        ((1, 2), [1, 2]),
        ({3, 1, 2}, [1, 2, 3]),
        (deque([1]), [1]),
        (range(3), [0, 1, 2]),
        (numbers(), [0, 1, 2]),
        (ValueError("bad"), {"$type": "ValueError", "message": "bad"}),
        (len, {"$type": "builtin_function_or_method", "text": "len"}),
        (2**100, 2**100),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_table(value: Any, expected: Any) -> None:
    assert plain(value)[0] == expected
    assert dumps(plain(value)[0])


def test_what_json_cannot_say_is_named_and_never_an_address() -> None:
    name = f"{__name__}.Opaque"
    assert plain([Opaque(), Speaking(), Hostile()])[0] == [
        {"$type": name},
        {"$type": f"{__name__}.Speaking", "text": "I am here"},
        {"$type": f"{__name__}.Hostile", "error": "RuntimeError"},
    ]


def test_numbers_that_are_none() -> None:
    assert plain({"a": math.nan, "b": -math.inf}) == (
        {"a": None, "b": None},
        ["/a: nan has no JSON form; null stands for it", "/b: -inf has no JSON form; null stands for it"],
    )


def test_lone_surrogates_are_replaced() -> None:
    assert plain("a\ud800b") == ("a\ufffdb", ["the value: lone surrogates were replaced"])


def test_a_value_inside_itself_is_a_reference() -> None:
    value: dict[str, Any] = {"a": [1]}
    value["a"].append(value)
    value["again"] = value["a"][0]
    assert plain(value)[0] == {"a": [1, {"$ref": "#"}], "again": 1}


def test_a_value_inside_itself_is_named_by_where_it_lies() -> None:
    value: dict[str, Any] = {"first": [1], "rows/all": [{"name": "a"}, {"name": "b"}]}
    value["rows/all"][1]["row"] = [value["rows/all"][1]]
    assert plain(value)[0] == {
        "first": [1],
        "rows/all": [{"name": "a"}, {"name": "b", "row": [{"$ref": "#/rows~1all/1"}]}],
    }


def test_the_same_value_twice_is_no_circle() -> None:
    shared = Point(1)
    assert plain([shared, shared])[0] == [{"x": 1, "y": None}] * 2


def test_values_nested_100_000_deep_are_cut() -> None:
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    made, notes = plain(deep)
    assert is_plain(made)
    assert notes[0].endswith("nested more than 500 deep; cut")


def test_huge_values_are_cut() -> None:
    made, notes = plain({"rows": ["x" * 100] * 1_000}, Limits(result_bytes=10_000))
    assert 80 <= len(made["rows"]) <= 100
    assert "/rows: larger than 10000 bytes; cut" in notes
    assert plain("x" * 100, Limits(result_bytes=10)) == ("x" * 10, ["the value: text of 100 characters; cut"])


def test_endless_iterators_are_cut() -> None:
    def endless() -> Iterator[int]:
        while True:
            yield 1

    assert plain(endless(), Limits(result_items=3)) == ([1, 1, 1], ["the value: more than 3 items; cut"])


def test_plain_values_come_back_as_they_are() -> None:
    value = {"a": [1, "ü", None, 1.5, True]}
    assert plain(value)[0] is value


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.dates()
    | st.decimals()
    | st.uuids(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.integers() | st.text(), inner) | st.tuples(inner) | st.sets(st.integers())
    ),
)


@given(anything)
def test_everything_becomes_plain_and_stays_so(value: Any) -> None:
    made, _ = plain(value)
    assert is_plain(made)
    assert plain(made) == (made, [])
