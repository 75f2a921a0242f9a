"""`pollex run`: a task in words from the command line, as a person and as a program uses it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.practice.server import Server

README = (Path(__file__).parents[2] / "README.md").read_text()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def pollex(home: Path, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "BROWSER_USE_API_KEY")
    environment = {name: value for name, value in os.environ.items() if name not in keys}
    return subprocess.run(
        [sys.executable, "-m", "pollex", *command],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env={**environment, "POLLEX_HOME": str(home)},
        check=False,
    )


def result(run: subprocess.CompletedProcess[str]) -> Any:
    return json.loads(run.stdout)


def test_the_task_of_the_readme_is_done_shown_and_kept(tmp_path: Path, server: Server) -> None:
    file = tmp_path / "lamp.workflow.json"
    [task] = re.findall(r"\$ pollex run '(.*)'", README)
    [answer] = re.findall(r"Name and price of the cheapest one: .*", README)
    run = pollex(tmp_path, "run", task, "--url", f"{server.url}/shop/", "--no-pictures", "--save", str(file))
    assert run.returncode == 0, run.stderr
    assert answer in run.stdout
    assert "Typed “desk lamp” into the search box “Search the shop”" in run.stderr

    assert 'flow run lamp.workflow.json --input query="floor lamp"' in README
    again = pollex(tmp_path, "flow", "run", str(file), "--input", "query=floor lamp", "--json")
    assert again.returncode == 0, again.stderr
    assert result(again)["data"]["outputs"] == {"name": "Casa Lume Rattan Floor Lamp, small", "price": "€70.00"}


def test_what_is_not_understood_is_named_before_anything_is_done(tmp_path: Path, server: Server) -> None:
    run = pollex(
        tmp_path, "run", "-", "--url", f"{server.url}/shop/", "--json", stdin="Write a nice poem about teapots."
    )
    assert run.returncode == 1
    said = result(run)
    assert said["fault"]["code"] == "failed"
    assert "nice poem" in said["fault"]["message"]
    assert said["data"]["proven"] is False
    assert said["data"]["steps"] == 1


@pytest.mark.parametrize(
    ("given", "hint"),
    [(("--model", "opnai:gpt"), "Did you mean 'openai'?"), (("--model", "openai:gpt-x"), "OPENAI_API_KEY")],
)
def test_a_model_that_cannot_be_had_is_told_at_once(tmp_path: Path, given: tuple[str, str], hint: str) -> None:
    run = pollex(tmp_path, "run", "Look", *given, "--json")
    assert run.returncode == 1
    assert hint in str(result(run)["fault"]["hint"])


def test_local_says_at_once_that_no_page_is_open(tmp_path: Path) -> None:
    run = pollex(tmp_path, "run", "Open the basket", "--json")
    assert (run.returncode, run.stderr) == (2, "")
    told = result(run)
    assert (told["data"], told["fault"]["code"], told["fault"]["pointer"]) == (None, "invalid_input", "/url")
    assert told["fault"]["hint"] == "Say where to begin: --url, or `url=` in Python."
    assert result(pollex(tmp_path, "runs", "list", "--json"))["data"] == []


def test_an_address_in_the_task_is_enough(tmp_path: Path, server: Server) -> None:
    run = pollex(tmp_path, "run", f"Go to {server.url}/shop/ and open the basket.", "--no-pictures")
    assert run.returncode == 0, run.stderr


def test_a_run_that_has_ended_is_not_offered_a_fork(tmp_path: Path, server: Server) -> None:
    done = pollex(tmp_path, "run", "Open the basket.", "--url", f"{server.url}/shop/", "--no-pictures", "--json")
    run = result(done)["data"]["run"]
    fault = result(pollex(tmp_path, "runs", "resume", run, "--json"))["fault"]
    assert fault["code"] == "conflict"
    assert fault["hint"] == f"Make a workflow of it: pollex runs compile {run} -o FILE; or start the task again."


def test_wrong_use(tmp_path: Path) -> None:
    assert pollex(tmp_path, "run").returncode == 2
    assert pollex(tmp_path, "run", "x", "--max-steps", "0").returncode == 2


def test_verbose_shows_every_message_and_state(tmp_path: Path, server: Server) -> None:
    run = pollex(tmp_path, "run", "Open the basket.", "--url", f"{server.url}/shop/", "--no-pictures", "--verbose")
    assert run.returncode == 0, run.stderr
    assert "[Pollex] /1 state: " in run.stderr
    assert "[Pollex] /1 user: Task: Open the basket." in run.stderr
    assert "[Pollex] /1 answer (" in run.stderr
