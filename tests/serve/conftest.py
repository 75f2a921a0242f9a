"""One server for all tests that leave it as they found it."""

from collections.abc import Iterator

import pytest

from ..processes import Nursery
from .served import Served


@pytest.fixture(scope="session")
def served(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(nursery, tmp_path_factory.mktemp("served")) as server:
        yield server
        assert "Traceback" not in server.process.errors()
