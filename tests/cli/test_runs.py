"""`pollex flow run` and `pollex runs`: as a person uses them, from several terminals on one home."""

import json
import os
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

Runs = list[dict[str, Any]]


class Terminal:
    """A home with a workflow that shows something, asks, and shows the answer."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "POLLEX_HOME": str(folder / "home")}
        self.file = folder / "ask.workflow.json"
        nodes = [
            {"position": 1, "type": "show", "config": {"value": ["one", "two"], "as": "list"}},
            {"position": 2, "type": "ask", "alias": "code", "config": {"question": "Which code?"}},
            {"position": 3, "type": "show", "config": {"value": "{{code.answer}} for {{who}}"}},
        ]
        outputs = [{"display_name": "code", "type": "string", "value": "{{code.answer}}"}]
        inputs = [{"display_name": "who", "type": "string", "required": True}]
        document = {"name": "Ask", "inputs": inputs, "outputs": outputs, "nodes": nodes}
        self.file.write_text(json.dumps(document))

    def begin(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "pollex", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )

    def do(self, *command: str) -> tuple[int, str, str]:
        with self.begin(*command) as process:
            out, err = process.communicate(timeout=60)
            return process.returncode, out, err

    def data(self, *command: str) -> Any:
        code, out, _ = self.do(*command, "--json")
        return json.loads(out)["data" if code == 0 else "fault"]

    def until(self, *, asks: bool) -> str:
        """The id of the one run, when it asks or has ended."""
        for _ in range(100):
            listed: Runs = self.data("runs", "list")
            if listed and bool(listed[0]["asks"]) is asks:
                return str(listed[0]["id"])
            time.sleep(0.5)
        raise AssertionError("the run did not come so far")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_a_question_is_answered_from_another_terminal(terminal: Terminal) -> None:
    with terminal.begin("flow", "run", str(terminal.file), "--input", "who=Ada") as running:
        run = terminal.until(asks=True)
        assert terminal.data("runs", "answer", run[:8], "/9", "1234")["code"] == "not_found"
        assert terminal.data("runs", "answer", run[:8], "/2", '{"cod": "1234"}')["code"] == "invalid_input"
        assert terminal.data("runs", "answer", run[:8], "/2", "a1234")["status"] == "answered"
        out, err = running.communicate(timeout=30)
    assert json.loads(out) == {"code": "a1234"}
    assert "• one" in err
    assert "Which code?" in err
    assert "a1234 for Ada" in err
    assert terminal.data("runs", "list")[0]["status"] == "done"
    assert "has ended already" in terminal.data("runs", "stop", run)["message"]


def test_a_killed_run_goes_on(terminal: Terminal) -> None:
    with terminal.begin("flow", "run", str(terminal.file), "--input", "who=Ada") as running:
        run = terminal.until(asks=True)
        running.kill()
        running.communicate()
    with terminal.begin("runs", "resume", run) as resumed:
        terminal.until(asks=True)
        terminal.data("runs", "answer", run, "/2", "x9")
        out, err = resumed.communicate(timeout=30)
    assert json.loads(out) == {"code": "x9"}
    assert "• one" not in err
    kinds = [event["kind"] for event in terminal.data("runs", "show", run)]
    assert kinds.count("workspace.changed") == 2


def test_a_run_is_stopped_from_another_terminal(terminal: Terminal) -> None:
    with terminal.begin("flow", "run", str(terminal.file), "--input", "who=Ada", "--json") as running:
        run = terminal.until(asks=True)
        begun = time.monotonic()
        assert terminal.do("runs", "stop", run)[0] == 0
        out, _ = running.communicate(timeout=30)
    assert json.loads(out)["fault"]["code"] == "cancelled"
    assert time.monotonic() - begun < 15
    assert terminal.data("runs", "list")[0]["status"] == "cancelled"


def test_a_fork_begins_with_what_was_done_before(terminal: Terminal) -> None:
    with terminal.begin("flow", "run", str(terminal.file), "--input", "who=Ada") as running:
        run = terminal.until(asks=True)
        terminal.data("runs", "answer", run, "/2", "first")
        running.communicate(timeout=30)
    code, out, err = terminal.do("runs", "fork", run, "--at", "/3")
    assert (code, json.loads(out)) == (0, {"code": "first"})
    assert "Which code?" not in err


def test_wrong_use(terminal: Terminal) -> None:
    code, _, err = terminal.do("flow", "run", str(terminal.file))
    assert (code, "--input who=" in err) == (2, True)
    assert terminal.do("flow", "run", str(terminal.file), "--input", "woh=x")[0] == 2
    assert terminal.do("runs", "list", "--status", "runing")[0] == 2
    assert terminal.do("runs", "show", "nope")[0] == 1


def test_the_list_says_what_each_run_was_and_took(terminal: Terminal) -> None:
    show = {"name": "Show [it] to a friend who has asked for it and would like to see it today", "nodes": [
        {"position": 1, "type": "show", "config": {"value": "one"}},
        {"position": 2, "type": "show", "config": {"value": "two"}},
    ]}  # fmt: skip
    terminal.file.write_text(json.dumps(show))
    terminal.environment |= {"TZ": "Asia/Kolkata", "COLUMNS": "100"}
    assert terminal.do("flow", "run", str(terminal.file))[0] == 0
    assert terminal.do("run", "Open the basket", "--model", "local", "--url", "about:blank")[0] == 1

    task, workflow = terminal.data("runs", "list")
    assert (task["kind"], task["model"], task["status"], task["usd"]) == ("task", "local", "failed", None)
    assert (workflow["kind"], workflow["model"], workflow["steps"]) == ("workflow", None, 2)
    assert workflow["ms"] > 0

    code, out, err = terminal.do("runs", "list")
    heading, first, second = out.splitlines()
    assert (code, err) == (0, "")
    assert heading.split() == ["id", "status", "started", "kind", "model", "steps", "took", "name"]
    started = datetime.fromisoformat(workflow["started"]) + timedelta(hours=5, minutes=30)
    assert second.startswith(f"{workflow['id'][:8]}  done    {started:%m-%d %H:%M}  workflow ")
    assert second.endswith("…")
    assert "Show [it] to a friend" in second
    assert max(len(line) for line in (heading, first, second)) <= 100


def test_the_list_says_that_there_are_more(terminal: Terminal) -> None:
    terminal.file.write_text('{"name": "Show", "nodes": [{"position": 1, "type": "show", "config": {"value": "x"}}]}')
    for _ in range(2):
        assert terminal.do("flow", "run", str(terminal.file))[0] == 0
    code, out, err = terminal.do("runs", "list", "--limit", "1")
    assert (code, len(out.splitlines()), err) == (0, 2, "There are more; see them with --limit 5.\n")
    assert terminal.do("runs", "list", "--limit", "2")[2] == ""
    assert json.loads(terminal.do("runs", "list", "--limit", "1", "--json")[1])["notes"] == [
        "There are more; see them with --limit 5."
    ]


def test_nodes_are_told_in_words(terminal: Terminal) -> None:
    nodes = [
        {"position": 1, "type": "show", "config": {"value": "one"}},
        {"position": 2, "type": "context", "config": {"operation": "set", "key": "who", "value": "Ada"}},
        {"position": 3, "type": "show", "description": "Tell her name.", "config": {"value": "{{who}}"}},
        {"position": 4, "type": "tool", "alias": "sum", "config": {
            "tool": "reckon", "args": {"rows": [{"n": 1}], "what": "sum", "by": "n"}}},
    ]  # fmt: skip
    terminal.file.write_text(json.dumps({"name": "Words", "nodes": nodes}))
    _, _, err = terminal.do("flow", "run", str(terminal.file))
    told = [line.split(maxsplit=2)[2].rsplit("  ", 1)[0] for line in err.splitlines() if line.startswith("✓ /")]
    assert told == [
        "show one",
        "set who = Ada",
        "Tell her name.",
        'sum: call reckon with rows: [{"n":1}], what: sum, by: n',
    ]
