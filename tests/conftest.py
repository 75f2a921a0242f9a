"""What all tests stand on: one profile for properties, no keyring, compiled modules, and servers that they share.

A property has no time limit for an example, nor for making one, since machines are slow and noisy; it is tried on the
same examples each time, and on new ones and more of them by `make chaos`, so that a change is not refused for what was
wrong before it. A test's vault must leave nothing in the keyring of the person who runs it. Where Python is told to
write no bytecode, each of the many processes that tests start would compile all that it imports, which takes it
seconds; so here it may. Node keeps what it compiled likewise: the driver of each browser is a process of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from .kinds import kinds_of

if TYPE_CHECKING:
    from .postgres import Postgres
    from .processes import Nursery

os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("NODE_COMPILE_CACHE", str(Path(__file__).parents[1] / ".pytest_cache" / "node"))
CHAOS = "POLLEX_CHAOS" in os.environ
settings.register_profile(
    "pollex",
    deadline=None,
    derandomize=not CHAOS,
    max_examples=1_000 if CHAOS else 50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pollex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for kind in kinds_of(item):
            item.add_marker(kind)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """The server of this run of the tests. Whoever stops one takes `own_postgres`."""
    from .postgres import shared_postgres

    folder = tmp_path_factory.getbasetemp()
    with shared_postgres(folder.parent if hasattr(request.config, "workerinput") else folder) as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that a test may stop and start."""
    from .postgres import Postgres

    server = Postgres.make()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Starts programs in processes of their own."""
    from .processes import Nursery

    nursery = Nursery()
    yield nursery
    nursery.close()
