"""`pollex run`: a task in words from the command line, as a person and as a program uses it."""

import re
from pathlib import Path

import pytest

from pollex.practice.server import Server

from .terminal import Terminal

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_the_task_of_the_readme_is_done_shown_and_kept(pollex: Terminal, server: Server) -> None:
    file = pollex.folder / "lamp.workflow.json"
    [task] = re.findall(r"\$ pollex run '(.*)'", README)
    [shown] = re.findall(r"    (Name: .*)\n    (Price: .*)\n", README)
    run = pollex("run", task, "--url", f"{server.url}/shop/", "--no-pictures", "--save", str(file))
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[:2] == list(shown)
    assert "Typed “desk lamp” into the search box “Search the shop”" in run.stderr

    assert 'flow run lamp.workflow.json --input query="floor lamp"' in README
    again = pollex("flow", "run", str(file), "--input", "query=floor lamp", "--json")
    assert again.returncode == 0, again.stderr
    assert again.result["data"]["outputs"] == {"name": "Casa Lume Rattan Floor Lamp, small", "price": "€70.00"}


def test_what_is_not_understood_is_named_before_anything_is_done(pollex: Terminal, server: Server) -> None:
    run = pollex("run", "-", "--url", f"{server.url}/shop/", "--json", stdin="Write a nice poem about teapots.")
    assert run.returncode == 1
    said = run.result
    assert (said["fault"]["code"], said["fault"]["pointer"]) == ("invalid_input", "/task")
    assert "Not an order: 'Write a nice poem about teapots.'" in said["fault"]["message"]
    assert "--model" in said["fault"]["hint"]
    assert said["data"]["steps"] == 0


@pytest.mark.parametrize(
    ("given", "hint"),
    [(("--model", "opnai:gpt"), "Did you mean 'openai'?"), (("--model", "openai:gpt-x"), "OPENAI_API_KEY")],
)
def test_a_model_that_cannot_be_had_is_told_at_once(pollex: Terminal, given: tuple[str, str], hint: str) -> None:
    run = pollex("run", "Look", *given, "--json")
    assert run.returncode == 1
    assert hint in str(run.result["fault"]["hint"])


def test_local_says_at_once_that_no_page_is_open(pollex: Terminal) -> None:
    run = pollex("run", "Open Basket", "--json")
    told = run.result
    assert (told["data"]["steps"], told["fault"]["code"], told["fault"]["pointer"]) == (0, "invalid_input", "/url")
    assert told["fault"]["hint"] == "Begin with `Go to …`, or give --url."


def test_an_address_in_the_task_is_enough(pollex: Terminal, server: Server) -> None:
    run = pollex("run", f"Go to {server.url}/shop/ and open Basket.", "--no-pictures")
    assert run.returncode == 0, run.stderr


def test_a_run_that_has_ended_is_not_offered_a_fork(pollex: Terminal, server: Server) -> None:
    done = pollex("run", "Open Basket.", "--url", f"{server.url}/shop/", "--no-pictures", "--json")
    run = done.result["data"]["run"]
    fault = pollex("runs", "resume", run, "--json").result["fault"]
    assert fault["code"] == "conflict"
    assert fault["hint"] == f"Make a workflow of it: pollex runs compile {run} -o FILE; or start the task again."


def test_wrong_use(pollex: Terminal) -> None:
    assert pollex("run").returncode == 2
    assert pollex("run", "x", "--max-steps", "0").returncode == 2


def test_verbose_shows_every_message_and_state(pollex: Terminal, server: Server) -> None:
    run = pollex("run", "Open Basket.", "--url", f"{server.url}/shop/", "--no-pictures", "--verbose")
    assert run.returncode == 0, run.stderr
    assert "[Pollex] /1 state: " in run.stderr
    assert "[Pollex] /1 user: Task: Open Basket." in run.stderr
    assert "[Pollex] /1 answer (" in run.stderr


def test_downloads_are_told_and_go_where_they_are_wanted(pollex: Terminal, server: Server, tmp_path: Path) -> None:
    url, folder, file = f"{server.url}/hard/download-link", tmp_path / "came", tmp_path / "list.workflow.json"
    task = 'Click "Price list (CSV)".'
    run = pollex("run", task, "--url", url, "--downloads", str(folder), "--save", str(file), "--no-pictures")
    [came] = folder.iterdir()
    assert (came.name, run.stderr.count(f"file {came}")) == ("prices.csv", 1), run.stderr
    again = pollex("flow", "run", str(file), "--json").result
    [kept] = again["files"]
    assert Path(kept).read_bytes() == came.read_bytes()
    assert Path(kept).is_relative_to(pollex.home / "files")


def test_a_task_that_failed_goes_on_behind_what_it_had_done(pollex: Terminal, server: Server) -> None:
    task = 'Open Basket. Click "There is no such thing".'
    failed = pollex("run", task, "--url", f"{server.url}/shop/", "--no-pictures", "--json").result
    assert not failed["ok"]
    again = pollex("runs", "resume", failed["data"]["run"], "--max-steps", "60", "--json").result
    assert again["data"]["run"] != failed["data"]["run"]
    assert again["data"]["steps"] >= 2
