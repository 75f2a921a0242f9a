"""`pollex desk list`, `save`, `open`, `import` and `diff`, run as people run them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..processes import Nursery
from .terminal import Terminal

DRAWN: list[list[dict[str, Any]]] = [
    [
        {"op": "window.create", "params": {"id": "notes", "title": "Notes"}},
        {"op": "dom.set", "params": {"windowId": "notes", "target": "#root", "html": "<p>Hello</p>"}},
    ],
    [{"op": "state.set", "params": {"scope": "workspace", "key": "done", "value": 1}}],
]
CALLS = [
    {"op": "api.call", "params": {"url": "https://api.example.com/items"}},
    {"op": "api.call", "params": {"url": "pollex://tool/runs.list"}},
    {"op": "api.call", "params": {"url": "tauri://fs/writeTextFile", "body": {"path": "a.txt", "contents": "a"}}},
]


NOTHING: dict[str, Any] = {
    "tools": [],
    "hosts": [],
    "credentials": [],
    "intents": [],
    "forms": [],
    "user": [],
    "files": False,
}
BANK = {"type": "credential", "props": {"credential": "bank"}}
ASKS = [
    {"op": "api.call", "params": {"url": "uicp://intent", "body": {"text": "Pay\u202e the bill"}}},
    {"op": "component.render", "params": {"windowId": "notes", "target": "#root", **BANK}},
    {"op": "state.set", "params": {"scope": "user", "key": "theme", "value": "dark"}},
]
ASKED = (
    "it tells the model: Pay\ufffd the bill\nit asks you for credentials: bank\n"
    "it writes what all workspaces share: theme\n"
)


def written(file: Path, *batches: Any) -> str:
    file.write_text(json.dumps({"format": "pollex-workspace", "version": 1, "batches": batches}, indent=1))
    return str(file)


@pytest.fixture(scope="module")
def terminal(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    pollex = Terminal(nursery, tmp_path_factory.mktemp("desks"))
    yield pollex
    pollex.close()


def test_a_file_is_opened_listed_and_saved_again(terminal: Terminal, tmp_path: Path) -> None:
    opened = terminal("desk", "open", written(tmp_path / "a.json", *DRAWN), "--json").data
    assert opened["windows"] == [{"id": "notes", "title": "Notes"}]
    assert (opened["uses"], opened["left_out"]) == (NOTHING, [])
    assert terminal("desk", "list", "--json").data[0]["id"] == opened["workspace"]
    assert opened["workspace"] in terminal("desk", "list").stdout
    again = tmp_path / "b.json"
    saved = terminal("desk", "save", str(again), "--workspace", opened["workspace"][:8], "--json")
    assert saved.data == {"workspace": opened["workspace"], "file": str(again), "batches": 2, "windows": 1}
    same = terminal("desk", "diff", str(tmp_path / "a.json"), str(again))
    assert (same.returncode, same.stdout, same.stderr) == (0, "", "They are the same.\n")


def test_what_a_file_uses_is_told_and_needs_a_yes(terminal: Terminal, tmp_path: Path) -> None:
    file = written(tmp_path / "calls.json", CALLS, DRAWN[0])
    refused = terminal("desk", "open", file)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "it calls tools: runs.list\nit asks hosts: api.example.com\nit writes files\n" in refused.stderr
    assert "add --yes" in refused.stderr
    assert terminal("desk", "open", file, "--json").fault["code"] == "denied"
    opened = terminal("desk", "open", file, "--yes", "--json").data
    assert opened["uses"] == {**NOTHING, "tools": ["runs.list"], "hosts": ["api.example.com"], "files": True}
    kinds = {event["kind"] for event in terminal("runs", "show", opened["workspace"], "--json").data}
    assert "call.started" not in kinds


def test_what_a_file_tells_the_model_asks_for_and_shares_is_told(terminal: Terminal, tmp_path: Path) -> None:
    refused = terminal("desk", "open", written(tmp_path / "asks.json", DRAWN[0], ASKS))
    assert (refused.returncode, ASKED in refused.stderr) == (1, True)
    batch = tmp_path / "batch.json"
    batch.write_text(json.dumps([*DRAWN[0], *ASKS]))
    assert terminal("desk", "check", str(batch)).stderr.endswith(ASKED)
    uses = terminal("desk", "check", str(batch), "--json").data["uses"]
    assert uses == {**NOTHING, "intents": ["Pay\u202e the bill"], "forms": ["bank"], "user": ["theme"]}


def test_windows_that_look_like_those_of_pollex_are_left_out_and_that_is_said(
    terminal: Terminal, tmp_path: Path
) -> None:
    own = {"op": "window.create", "params": {"id": "pollex-settings", "title": "Settings"}}
    file = written(tmp_path / "own.json", DRAWN[0], [own])
    assert terminal("desk", "open", file).stderr == "left out windows of Pollex's own: pollex-settings\n"
    opened = terminal("desk", "open", file, "--json").data
    assert (opened["left_out"], [each["id"] for each in opened["windows"]]) == (["pollex-settings"], ["notes"])


def test_the_difference_is_told_part_by_part(terminal: Terminal, tmp_path: Path) -> None:
    other = [{"op": "dom.append", "params": {"windowId": "notes", "target": "#root", "html": "<p>More</p>"}}]
    files = [written(tmp_path / "a.json", *DRAWN), written(tmp_path / "b.json", DRAWN[0], other)]
    told = terminal("desk", "diff", *files)
    assert told.stdout.splitlines() == [
        "~ window notes changed",
        "       Hello",
        "    +<p>",
        "    +  More",
        "- state workspace/done removed",
        "    -1",
    ]
    assert [(each["kind"], each["change"]) for each in terminal("desk", "diff", *files, "--json").data] == [
        ("window", "changed"),
        ("state", "removed"),
    ]


@pytest.mark.parametrize("command", ["open", "diff"])
def test_mistakes_in_a_file_are_told_with_their_lines(terminal: Terminal, tmp_path: Path, command: str) -> None:
    wrong = [{"op": "window.create", "params": {"title": "Notes"}}, {"op": "window.close", "params": {"id": "gone"}}]
    file = written(tmp_path / "wrong.json", wrong)
    told = terminal("desk", command, file, *([file] if command == "diff" else []))
    assert (told.returncode, told.stdout) == (1, "")
    assert "/batches/0/1/params/id" in told.stderr
    assert "There is no window 'gone'." in told.stderr
    fault = terminal("desk", "open", file, "--json").fault
    assert [(issue["pointer"], issue["line"]) for issue in fault["issues"]] == [("/batches/0/1/params/id", 15)]


def test_what_is_no_saved_workspace_is_a_fault(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text("[]")
    assert terminal("desk", "open", str(file), "--json").fault["code"] == "invalid_input"
    assert terminal("desk", "open", str(tmp_path / "none.json"), "--json").fault["code"] == "not_found"


def test_a_file_that_cannot_be_written_is_a_fault(terminal: Terminal, tmp_path: Path) -> None:
    terminal("desk", "open", written(tmp_path / "a.json", *DRAWN))
    fault = terminal("desk", "save", str(tmp_path / "no" / "a.json"), "--json").fault
    assert (fault["code"], fault["hint"]) == ("unavailable", "Name a file in a folder that is there.")


def test_without_a_workspace_there_is_nothing_to_save(pollex: Terminal) -> None:
    assert pollex("desk", "save", "a.json", "--json").fault["message"] == "There is no workspace yet."
    listed = pollex("desk", "list")
    assert (listed.returncode, listed.stdout) == (0, "")
    assert "There are no workspaces yet" in listed.stderr


def test_an_unknown_workspace_is_a_fault(terminal: Terminal, tmp_path: Path) -> None:
    terminal("desk", "open", written(tmp_path / "a.json", *DRAWN))
    fault = terminal("desk", "save", str(tmp_path / "b.json"), "--workspace", "ffffffffffff", "--json").fault
    assert fault["code"] == "not_found"


SURFACE: list[dict[str, Any]] = [
    {
        "version": "v0.9",
        "createSurface": {"surfaceId": "hello", "catalogId": "basic", "theme": {"primaryColor": "#00f"}},
    },
    {
        "version": "v0.9",
        "updateComponents": {"surfaceId": "hello", "components": [{"id": "root", "component": "Text", "text": "Hi"}]},
    },
]


@pytest.mark.parametrize(
    "text",
    [json.dumps(SURFACE), json.dumps({"messages": SURFACE}, indent=2), "\n".join(map(json.dumps, SURFACE)) + "\n"],
    ids=["list", "object", "lines"],
)
def test_a_surface_is_drawn_and_what_is_lacking_is_said(pollex: Terminal, tmp_path: Path, text: str) -> None:
    (tmp_path / "hello.json").write_text(text)
    run = pollex("desk", "import", str(tmp_path / "hello.json"), "--title", "Hello")
    assert run.returncode == 0, run.stderr
    assert "note" in run.stderr
    workspace = run.stdout.strip()
    data = pollex("desk", "import", str(tmp_path / "hello.json"), "--json").data
    assert (data["workspace"] != workspace, [each["title"] for each in data["windows"]]) == (True, ["hello"])
    pollex("desk", "save", str(tmp_path / "saved.json"), "--workspace", workspace)
    saved = (tmp_path / "saved.json").read_text()
    assert ('"Hello"' in saved, '"Hi"' in saved) == (True, True)


@pytest.mark.parametrize("text", ["5", "null", '"hello"', "[]", '{"messages": 5}'])
def test_a_file_without_messages_says_what_it_should_hold(pollex: Terminal, tmp_path: Path, text: str) -> None:
    (tmp_path / "wrong.json").write_text(text)
    fault = pollex("desk", "import", str(tmp_path / "wrong.json"), "--json").fault
    assert (fault["code"], fault["expected"]) == ("invalid_input", "a list of messages")


def test_a_file_that_is_no_surface_draws_nothing(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text(json.dumps([{"version": "v0.9", "createSurfac": {}}]))
    run = pollex("desk", "import", str(tmp_path / "wrong.json"))
    assert (run.returncode, run.stdout) == (1, "")
    assert "createSurface" in run.stderr
    assert pollex("desk", "list").stdout == ""
