"""Large tables of cases: `make test` plays some of each, `make attacks`, `make exam` and `make sites` play all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")
ALL: Final = "POLLEX_ALL" in os.environ


def some(cases: Iterable[T], every: int) -> list[T]:
    """One in so many, always the same ones; all where that is asked for."""
    return list(cases)[:: 1 if ALL else every]
