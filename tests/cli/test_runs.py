"""`pollex flow run` and `pollex runs`: as a person uses them, from several terminals on one home."""

import json
import re
import signal
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ..processes import Process
from .terminal import Terminal

ASKED = re.compile(r"answer with: pollex runs answer (\S+) /2 JSON\n")


def asks(command: Process) -> str:
    """The id of the run, as soon as it asks for the code."""
    found = ASKED.search(command.says(" /2 JSON\n"))
    assert found
    return found[1]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A workflow that shows something, asks, and shows the answer."""
    nodes = [
        {"position": 1, "type": "show", "config": {"value": ["one", "two"], "as": "list"}},
        {"position": 2, "type": "ask", "alias": "code", "config": {"question": "Which code?"}},
        {"position": 3, "type": "show", "config": {"value": "{{code.answer}} for {{who}}"}},
    ]
    outputs = [{"display_name": "code", "type": "string", "value": "{{code.answer}}"}]
    inputs = [{"display_name": "who", "type": "string", "required": True}]
    document = {"name": "Ask", "inputs": inputs, "outputs": outputs, "nodes": nodes}
    made = tmp_path / "ask.workflow.json"
    made.write_text(json.dumps(document))
    return str(made)


def test_a_question_is_answered_from_another_terminal(pollex: Terminal, file: str) -> None:
    running = pollex.begin("flow", "run", file, "--input", "who=Ada")
    run = asks(running)
    [listed] = pollex("runs", "list", "--json").data
    assert (listed["id"], listed["asks"]) == (run, ["/2"])
    assert pollex("runs", "answer", run[:8], "/9", "1234", "--json").fault["code"] == "not_found"
    assert pollex("runs", "answer", run[:8], "/2", '{"cod": "1234"}', "--json").fault["code"] == "invalid_input"
    assert pollex("runs", "answer", run[:8], "/2", "a1234", "--json").data["status"] == "answered"
    ended = running.end()
    assert json.loads(ended.stdout) == {"code": "a1234"}
    assert "• one" in ended.stderr
    assert "Which code?" in ended.stderr
    assert "a1234 for Ada" in ended.stderr
    assert pollex("runs", "list", "--json").data[0]["status"] == "done"
    assert "has ended already" in pollex("runs", "stop", run, "--json").fault["message"]


def test_a_killed_run_goes_on(pollex: Terminal, file: str) -> None:
    running = pollex.begin("flow", "run", file, "--input", "who=Ada")
    run = asks(running)
    running.signal(signal.SIGKILL)
    assert running.end().returncode == -signal.SIGKILL
    resumed = pollex.begin("runs", "resume", run)
    resumed.says("goes on after an interruption")
    assert pollex("runs", "list", "--json").data[0]["asks"] == ["/2"]
    assert pollex("runs", "answer", run, "/2", "x9").returncode == 0
    ended = resumed.end()
    assert json.loads(ended.stdout) == {"code": "x9"}
    assert "• one" not in ended.stderr
    kinds = [event["kind"] for event in pollex("runs", "show", run, "--json").data]
    assert kinds.count("workspace.changed") == 2


def test_a_run_is_stopped_from_another_terminal(pollex: Terminal, file: str) -> None:
    running = pollex.begin("flow", "run", file, "--input", "who=Ada", "--json")
    run = asks(running)
    assert pollex("runs", "stop", run).returncode == 0
    assert running.end().fault["code"] == "cancelled"
    assert pollex("runs", "list", "--json").data[0]["status"] == "cancelled"


def test_a_fork_begins_with_what_was_done_before(pollex: Terminal, file: str) -> None:
    running = pollex.begin("flow", "run", file, "--input", "who=Ada")
    run = asks(running)
    assert pollex("runs", "answer", run, "/2", "first").returncode == 0
    running.end()
    code, out, err = pollex("runs", "fork", run, "--at", "/3")
    assert (code, json.loads(out)) == (0, {"code": "first"})
    assert "Which code?" not in err


def test_wrong_use(pollex: Terminal, file: str) -> None:
    code, _, err = pollex("flow", "run", file)
    assert (code, "--input who=" in err) == (2, True)
    assert pollex("flow", "run", file, "--input", "woh=x").returncode == 2
    assert pollex("runs", "list", "--status", "runing").returncode == 2
    assert pollex("runs", "show", "nope").returncode == 1


def test_the_list_says_what_each_run_was_and_took(pollex: Terminal, file: str) -> None:
    show = {"name": "Show [it] to a friend who has asked for it and would like to see it today", "nodes": [
        {"position": 1, "type": "show", "config": {"value": "one"}},
        {"position": 2, "type": "show", "config": {"value": "two"}},
    ]}  # fmt: skip
    Path(file).write_text(json.dumps(show))
    pollex.environ |= {"TZ": "Asia/Kolkata", "COLUMNS": "100"}
    assert pollex("flow", "run", file).returncode == 0
    assert pollex("run", "Open Basket", "--model", "local", "--url", "about:blank").returncode == 1

    task, workflow = pollex("runs", "list", "--json").data
    assert (task["kind"], task["model"], task["status"], task["usd"]) == ("task", "local", "failed", None)
    assert (workflow["kind"], workflow["model"], workflow["steps"]) == ("workflow", None, 2)
    assert workflow["ms"] > 0

    code, out, err = pollex("runs", "list")
    heading, first, second = out.splitlines()
    assert (code, err) == (0, "")
    assert heading.split() == ["id", "status", "started", "kind", "model", "steps", "took", "name"]
    started = datetime.fromisoformat(workflow["started"]) + timedelta(hours=5, minutes=30)
    assert second.startswith(f"{workflow['id'][:8]}  done    {started:%m-%d %H:%M}  workflow ")
    assert second.endswith("…")
    assert "Show [it] to a friend" in second
    assert max(len(line) for line in (heading, first, second)) <= 100


def test_the_list_says_that_there_are_more(pollex: Terminal, file: str) -> None:
    Path(file).write_text('{"name": "Show", "nodes": [{"position": 1, "type": "show", "config": {"value": "x"}}]}')
    for _ in range(2):
        assert pollex("flow", "run", file).returncode == 0
    code, out, err = pollex("runs", "list", "--limit", "1")
    assert (code, len(out.splitlines()), err) == (0, 2, "There are more; see them with --limit 5.\n")
    assert pollex("runs", "list", "--limit", "2").stderr == ""
    assert pollex("runs", "list", "--limit", "1", "--json").result["notes"] == [
        "There are more; see them with --limit 5."
    ]


def test_nodes_are_told_in_words(pollex: Terminal, file: str) -> None:
    nodes = [
        {"position": 1, "type": "show", "config": {"value": "one"}},
        {"position": 2, "type": "context", "config": {"operation": "set", "key": "who", "value": "Ada"}},
        {"position": 3, "type": "show", "description": "Tell her name.", "config": {"value": "{{who}}"}},
        {"position": 4, "type": "tool", "alias": "sum", "config": {
            "tool": "aggregate", "args": {"rows": [{"n": 1}], "what": "sum", "by": "n"}}},
    ]  # fmt: skip
    Path(file).write_text(json.dumps({"name": "Words", "nodes": nodes}))
    _, _, err = pollex("flow", "run", file)
    told = [line.split(maxsplit=2)[2].rsplit("  ", 1)[0] for line in err.splitlines() if line.startswith("✓ /")]
    assert told == [
        "show one",
        "set who = Ada",
        "Tell her name.",
        "sum: add up n",
    ]
