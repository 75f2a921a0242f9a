"""How the work of a function grows with its input, in calls: a clock says something else on every busy machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Calls:
    """Calls and returns of Python and C functions in this thread."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, *_: object) -> None:
        self.count += 1


@contextmanager
def counted_calls() -> Iterator[Calls]:
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls.add)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def assert_even(tenth: Calls, whole: Calls) -> None:
    """Assert that ten times as much takes about ten times the work, and not a hundred times."""
    assert 0 < whole.count < 20 * tenth.count
