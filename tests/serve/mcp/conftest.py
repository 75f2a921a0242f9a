"""One server of the MCP door for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.serve.mcp.doors import http_server


class Door(NamedTuple):
    """A server, and its home folder."""

    url: str
    home: Path


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    home = tmp_path_factory.mktemp("door")
    with http_server(home) as url:
        yield Door(url, home)
