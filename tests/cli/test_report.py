"""`pollex runs show ID --html FILE`, as a person uses it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NODES = [
    {"position": 1, "type": "show", "config": {"value": "<b>bold</b> {{what}}"}},
]


class Home:
    """A home of its own, with one run of a workflow in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "shown.workflow.json"
        inputs = [{"display_name": "what", "type": "string", "required": True}]
        file.write_text(json.dumps({"name": "Shown", "inputs": inputs, "nodes": NODES}))
        assert self.pollex("flow", "run", str(file), "--input", "what=letters").returncode == 0
        self.run = str(json.loads(self.pollex("runs", "list", "--json").stdout)["data"][0]["id"])

    def pollex(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "POLLEX_HOME": str(self.folder / "home")}
        return subprocess.run(
            [sys.executable, "-m", "pollex", *command], capture_output=True, text=True, env=environment, timeout=60
        )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("report"))


def test_the_page_is_written_and_named(home: Home) -> None:
    file = home.folder / "run.html"
    shown = home.pollex("runs", "show", home.run[:8], "--html", str(file))
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, f"{file}\n", "")
    html = file.read_text()
    assert "<h1>Shown</h1>" in html
    assert "&lt;b&gt;bold&lt;/b&gt; letters" in html
    assert "<strong>Done</strong>" in html


def test_programs_get_a_result(home: Home) -> None:
    file = home.folder / "json.html"
    shown = home.pollex("runs", "show", home.run, "--html", str(file), "--json")
    result: dict[str, Any] = json.loads(shown.stdout)
    assert (result["ok"], result["data"]) == (True, {"run": home.run, "file": str(file), "pictures": 0})
    assert file.exists()


def test_a_file_that_cannot_be_written_is_a_fault(home: Home) -> None:
    shown = home.pollex("runs", "show", home.run, "--html", str(home.folder / "no" / "run.html"), "--json")
    fault = json.loads(shown.stdout)["fault"]
    assert (shown.returncode, fault["code"], fault["pointer"]) == (1, "unavailable", "/html")
    assert "No such file or directory" in fault["message"]


def test_without_it_the_run_is_told_on_the_terminal(home: Home) -> None:
    assert "<b>bold</b> letters" in home.pollex("runs", "show", home.run).stdout
