"""The official conformance suite against `/mcp`, in both protocols; what does not apply is listed with the reason."""

import asyncio
import shutil
import subprocess
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.npm import install
from tests.processes import Nursery
from tests.serve.mcp.conformance.relay import relay
from tests.serve.mcp.doors import TOKENS, http_server

from pollex.scripting.node_runtime import script_node

HERE = Path(__file__).parent
SUITE = HERE / "node_modules/@modelcontextprotocol/conformance/dist/index.js"


@pytest.fixture(scope="module")
def suite() -> Path:
    if shutil.which("npm") is None:
        pytest.skip("there is no npm")
    try:
        install(HERE)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"npm ci could not install the suite: {error}")
    return SUITE


@pytest.fixture(scope="module")
def server(mcp_nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with http_server(mcp_nursery, tmp_path_factory.mktemp("suite"), HERE / "everything.py") as url:
        yield url


@pytest.mark.parametrize(("option", "version"), [("--spec-version", "2025-11-25"), ("--requirements", "2026-07-28")])
async def test_the_suite_passes(suite: Path, server: str, tmp_path: Path, option: str, version: str) -> None:
    expected = str(HERE / f"expected-failures-{version}.yaml")
    async with relay(server, TOKENS[server]) as url:
        command = [script_node(), str(suite), "server", "--url", url, option, version, "--expected-failures", expected]
        process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stdout=PIPE, stderr=STDOUT)
        said = (await process.communicate())[0].decode()
    assert process.returncode == 0, said
    assert "✓ tools-call-with-progress" in said
