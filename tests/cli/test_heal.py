"""`pollex flow run --heal` and `flow heal`, run as people run them, on a practice shop that was made anew."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.practice.server import Server

KNOWN: Object = {
    "tag": "a",
    "role": "link",
    "name": "Basket",
    "css": ".basket-link",
    "href": "/shop/basket",
    "part": "banner",
    "likes": 1,
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(layout=4) as running:
        yield running


@pytest.fixture
def file(tmp_path: Path, server: Server) -> Path:
    nodes = [
        {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{server.url}/shop/"}},
        {
            "position": 2,
            "type": "browser_action",
            "config": {"action": "click", "selector": ".basket-link"},
            "evidence": KNOWN,
        },
    ]
    made = tmp_path / "basket.workflow.json"
    made.write_text(json.dumps({"name": "Basket", "version": 1, "nodes": nodes}))
    return made


def flow(file: Path, *arguments: str) -> tuple[int, Any, str]:
    command = [sys.executable, "-m", "pollex", "flow", *arguments]
    env = {**os.environ, "POLLEX_HOME": str(file.parent / "home"), "COLUMNS": "120"}
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=env)
    return run.returncode, json.loads(run.stdout) if "--json" in arguments else run.stdout, run.stderr


def test_what_a_run_healed_is_written_when_one_says_so(file: Path) -> None:
    code, ran, _ = flow(file, "run", str(file), "--json")
    assert (code, [node["rung"] for node in ran["data"]["nodes"]]) == (0, [None, "healed"])
    before = file.read_bytes()
    code, said, _ = flow(file, "heal", str(file), "--dry-run")
    assert (code, file.read_bytes()) == (0, before)
    assert said.splitlines()[0] == f"{file}: version 2"
    code, healed, _ = flow(file, "heal", str(file), "--run", ran["data"]["run"][:8], "--json")
    [change] = healed["data"]["files"][0]["changes"]
    assert (change["version"], change["node"], change["from"]) == (2, 2, [".basket-link"])
    document = json.loads(file.read_text())
    assert (document["version"], document["changes"]) == (2, [change])
    _, again, _ = flow(file, "run", str(file), "--json")
    assert [node["rung"] for node in again["data"]["nodes"]] == [None, "first"]
    code, _, aside = flow(file, "heal", str(file))
    assert (code, "Nothing to heal" in aside) == (0, True)


def test_a_run_with_heal_writes_at_its_end(file: Path) -> None:
    code, ran, _ = flow(file, "run", str(file), "--heal", "--json")
    assert code == 0
    assert ran["notes"][0] == f"{file}: version 2"
    assert json.loads(file.read_text())["version"] == 2


def test_a_run_that_is_not_there_is_told(file: Path) -> None:
    code, said, _ = flow(file, "heal", str(file), "--run", "nobody", "--json")
    assert (code, said["fault"]["code"], said["fault"]["pointer"]) == (1, "not_found", "/run")
