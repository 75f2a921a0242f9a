"""What docs/guides/http.md shows is true: its commands and its Python are run as they stand there."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.core.fault import CODES
from pollex.serve.refusal import STATUS

from ..processes import Nursery, environment
from .served import Served

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "http.md").read_text()


@pytest.fixture(scope="module")
def example(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(nursery, tmp_path_factory.mktemp("guide"), tools=ROOT / "examples" / "tools.py") as served:
        yield served


def run(served: Served, *command: str) -> list[str]:
    environ = environment(POLLEX_HOME=str(served.home))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_commands_answer_as_they_are_explained(example: Served) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == 3
    commands = "".join(blocks).replace("curl -s ", "curl -s -w '\\n' ")
    *answers, shown = run(example, "bash", "-euc", commands)
    found, described, called, *events = answers
    assert json.loads(found)["tools"][0]["name"] == json.loads(described)["name"] == "add"
    [printed] = re.findall(r"^    (\{\"ok\":true.*)$", GUIDE, re.MULTILINE)
    assert called.startswith(printed.partition("{…}")[0])
    assert [line for line in events if line.startswith("event: ")][-1] == "event: run.finished"
    assert json.loads(shown)["result"]["data"]["outputs"] == 3


def test_the_python_prints_what_is_shown(example: Served, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```\n\nIt prints:\n\n((?:    [^\n]*\n)+)", GUIDE, re.DOTALL)
    assert found is not None
    script = tmp_path / "client.py"
    script.write_text(found[1])
    assert run(example, sys.executable, str(script)) == [line.strip() for line in found[2].splitlines()]


@pytest.mark.parametrize("code", CODES)
def test_every_code_stands_beside_its_status(code: str) -> None:
    [row] = [line for line in GUIDE.splitlines() if re.match(r"\| \d{3}", line) and f"`{code}`" in line]
    assert str(STATUS[code]) in row.split("|")[1]  # type: ignore[index]


def test_every_endpoint_of_runs_is_shown() -> None:
    from pollex.serve.endpoints import ENDPOINTS

    verbs = [each.path.rpartition("/")[2] for each in ENDPOINTS if each.path.startswith("/api/runs/{id}/")]
    assert [verb for verb in verbs if f"`{verb}`" not in GUIDE and f"/{verb}`" not in GUIDE] == []
