"""One server for a test."""

from collections.abc import Iterator

import pytest

from .site import Site, running


@pytest.fixture
def site() -> Iterator[Site]:
    with running() as made:
        yield made
