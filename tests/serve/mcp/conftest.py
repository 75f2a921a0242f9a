"""One server of the MCP door for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.processes import Nursery
from tests.serve.mcp.doors import http_server


class Door(NamedTuple):
    """A server, and its home folder."""

    url: str
    home: Path


@pytest.fixture(scope="session")
def mcp_nursery(nursery: Nursery) -> Nursery:
    """One that has loaded what the door needs, too."""
    nursery.load("pollex.serve.mcp.page", "pollex.serve.mcp.server", "pollex.serve.mcp.stdio", "pollex.serve.mcp.http")
    return nursery


@pytest.fixture(scope="session")
def door(mcp_nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    home = tmp_path_factory.mktemp("door")
    with http_server(mcp_nursery, home) as url:
        yield Door(url, home)
