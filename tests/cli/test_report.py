"""`pollex runs show ID --html FILE`, as a person uses it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ..processes import Nursery
from .terminal import Terminal

NODES = [
    {"position": 1, "type": "show", "config": {"value": "<b>bold</b> {{what}}"}},
]


@dataclass
class Home:
    """A home with one run of a workflow in it."""

    pollex: Terminal
    run: str

    @property
    def folder(self) -> Path:
        return self.pollex.folder


@pytest.fixture(scope="module")
def home(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    pollex = Terminal(nursery, tmp_path_factory.mktemp("report"))
    file = pollex.folder / "shown.workflow.json"
    inputs = [{"display_name": "what", "type": "string", "required": True}]
    file.write_text(json.dumps({"name": "Shown", "inputs": inputs, "nodes": NODES}))
    yield Home(pollex, pollex("flow", "run", str(file), "--input", "what=letters", "--json").data["run"])
    pollex.close()


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
    assert shown.data == {"run": home.run, "file": str(file), "pictures": 0}
    assert file.exists()


def test_a_file_that_cannot_be_written_is_a_fault(home: Home) -> None:
    shown = home.pollex("runs", "show", home.run, "--html", str(home.folder / "no" / "run.html"), "--json")
    fault = shown.fault
    assert (shown.returncode, fault["code"], fault["pointer"]) == (1, "unavailable", "/html")
    assert "No such file or directory" in fault["message"]


def test_without_it_the_run_is_told_on_the_terminal(home: Home) -> None:
    assert "<b>bold</b> letters" in home.pollex("runs", "show", home.run).stdout
