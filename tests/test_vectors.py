"""A test of many vectors names each that fails; the others do not hide it."""

import pytest

from .vectors import each_of


@each_of([("one", 1), ("two", 2), ("three", 3), ("four", 0)])
def whole(number: int) -> None:
    assert 6 / number > 2, number


def test_every_vector_that_fails_is_named_with_its_reason() -> None:
    with pytest.raises(AssertionError) as caught:
        whole()
    first, three, *_ = str(caught.value).splitlines()
    assert first == "2 of 4 fail:"
    assert three.startswith("three: AssertionError: 3")
    assert "four: ZeroDivisionError: division by zero" in str(caught.value)


def test_a_table_without_vectors_is_refused() -> None:
    with pytest.raises(AssertionError, match="no vectors"):
        each_of([])
