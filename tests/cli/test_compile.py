"""`pollex runs compile`: from a run to a file that runs without a model, as a person does it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pollex.practice.server import Server

Do = Callable[..., tuple[int, str, str]]


@pytest.fixture
def do(tmp_path: Path) -> Do:
    """Runs a command in a folder and a home of its own."""

    def done(*command: str) -> tuple[int, str, str]:
        environment = {**os.environ, "POLLEX_HOME": str(tmp_path / "home")}
        made = [sys.executable, "-m", "pollex", *command]
        ran = subprocess.run(
            made, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120, check=False
        )
        return ran.returncode, ran.stdout, ran.stderr

    return done


def data(answer: tuple[int, str, str]) -> Any:
    assert answer[0] == 0, answer
    return json.loads(answer[1])["data"]


@pytest.mark.timeout(400)
def test_a_run_becomes_a_file_that_runs(do: Do, tmp_path: Path) -> None:
    with Server() as server:
        asked = ("run", 'Search for "kettle".', "--url", f"{server.url}/shop/", "--model", "local", "--no-pictures")
        run = data(do(*asked, "--json"))["run"]
        code, out, err = do("runs", "compile", run[:8], "-o", "kettle.workflow.json", "--name", "Find a kettle")
        assert (code, err) == (0, "")
        first, *told, last = out.splitlines()
        assert first.startswith("✓ kettle.workflow.json: 'Find a kettle' (")
        assert "  Made inputs of “query” ('kettle')." in told
        assert last == "Next: pollex flow run kettle.workflow.json --input query=…"
        assert do("flow", "run", "kettle.workflow.json", "--input", "query=lamp")[0] == 0
        again = data(do("runs", "compile", run, "-o", "again.workflow.json", "--json"))
    assert (again["file"], again["inputs"], again["outputs"]) == ("again.workflow.json", ["query", "base"], [])
    assert json.loads((tmp_path / "again.workflow.json").read_text())["name"] == 'Search for "kettle"'


def test_a_run_of_a_workflow_is_refused(do: Do, tmp_path: Path) -> None:
    nodes = [{"position": 1, "type": "show", "config": {"value": "hello"}}]
    (tmp_path / "hello.workflow.json").write_text(json.dumps({"name": "Hello", "nodes": nodes}))
    run = data(do("flow", "run", "hello.workflow.json", "--json"))["run"]
    code, _, err = do("runs", "compile", run, "-o", "x.workflow.json")
    assert (code, "This is no run of an agent" in err) == (1, True)
    assert not (tmp_path / "x.workflow.json").exists()
