"""A table of vectors as one test: every vector is tried, and one message names each that fails, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def each_of(vectors: Iterable[tuple[str, T]]) -> Callable[[Callable[[T], object]], Callable[[], None]]:
    """Make the check of one vector a test of all of them, which are given by their names."""
    known = list(vectors)
    assert known, "There are no vectors."

    def tests(check: Callable[[T], object]) -> Callable[[], None]:
        def test() -> None:
            all_hold(known, check)

        test.__name__ = check.__name__
        test.__qualname__ = check.__qualname__
        test.__module__ = check.__module__
        test.__doc__ = check.__doc__
        return pytest.mark.suite(test)

    return tests


def all_hold(vectors: Iterable[tuple[str, T]], check: Callable[[T], object]) -> None:
    """Check all vectors inside a test that needs more than they are."""
    faults = [(name, fault_of(check, vector)) for name, vector in vectors]
    wrong = [f"{name}: {fault}" for name, fault in faults if fault]
    assert faults, "There are no vectors."
    assert not wrong, f"{len(wrong)} of {len(faults)} fail:\n" + "\n".join(wrong)


def fault_of(check: Callable[[T], object], vector: T) -> str:
    """Return why a vector fails; empty where it holds."""
    try:
        check(vector)
    except (Exception, pytest.fail.Exception) as error:
        return f"{type(error).__name__}: {error}"
    return ""
