"""`pollex desk check`, run as people run it."""

import json
from pathlib import Path

from .terminal import Terminal

RIGHT = """\
[
  {"op": "window.create", "params": {"id": "notes", "title": "Notes"}},
  {"op": "dom.set", "params": {"windowId": "notes", "target": "#root", "html": "<p onclick='x()'>Hello</p>"}},
  {"op": "component.render",
   "params": {"windowId": "other", "target": "#root", "type": "text", "props": {"text": "Hi"}}}
]
"""
WRONG = """\
[
  {"op": "window.creat", "params": {"title": "Notes"}},
  {
    "op": "window.update",
    "params": {
      "id": "notes",
      "width": 20
    }
  }
]
"""


def written(folder: Path, text: str) -> str:
    file = folder / "batch.json"
    file.write_text(text)
    return str(file)


def test_a_right_batch_is_told_with_its_notes(pollex: Terminal, tmp_path: Path) -> None:
    file = written(tmp_path, RIGHT)
    run = pollex("desk", "check", file)
    assert run.returncode == 0, run.stderr
    assert run.stdout == f"✓ {file}: the batch is right (3 commands, 2 windows, 1 component)\n"
    assert f"note {file}:4 /2\n  There was no window 'other': an empty one was made.\n" in run.stderr
    data = pollex("desk", "check", file, "--json").data
    assert {name: data[name] for name in ("commands", "windows", "components")} == {
        "commands": 3,
        "windows": 2,
        "components": 1,
    }
    assert [(each["pointer"], each["line"]) for each in data["notes"]] == [("/1", 3), ("/2", 4)]
    assert "onclick" in data["notes"][0]["note"]


def test_every_mistake_is_told_with_its_line(pollex: Terminal, tmp_path: Path) -> None:
    file = written(tmp_path, WRONG)
    run = pollex("desk", "check", file)
    assert (run.returncode, run.stdout) == (1, "")
    assert f"{file}:2 /0/op\n" in run.stderr
    assert "window.create" in run.stderr
    assert f"{file}:7 /1/params/width\n" in run.stderr
    assert run.stderr.endswith("2 mistakes\n")
    issues = pollex("desk", "check", file, "--json").fault["issues"]
    assert [(each["pointer"], each["line"]) for each in issues] == [("/0/op", 2), ("/1/params/width", 7)]


def test_what_cannot_be_drawn_is_a_mistake(pollex: Terminal, tmp_path: Path) -> None:
    envelope = {"op": "component.update", "params": {"id": "nothing", "props": {}}}
    fault = pollex("desk", "check", written(tmp_path, json.dumps([envelope])), "--json").fault
    assert (fault["code"], [each["pointer"] for each in fault["issues"]]) == ("not_found", ["/0/params/id"])


def test_one_envelope_alone_is_a_batch(pollex: Terminal, tmp_path: Path) -> None:
    file = written(tmp_path, '{\n"op": "window.create",\n"params": {"width": 4}}')
    issues = pollex("desk", "check", file, "--json").fault["issues"]
    assert [(each["pointer"], each["line"]) for each in issues] == [("/params/title", 3), ("/params/width", 3)]


def test_what_is_no_batch_is_said_so(pollex: Terminal, tmp_path: Path) -> None:
    for text, code in (
        ("[", "invalid_json"),
        ("7", "invalid_input"),
        ("[]", "invalid_input"),
        ("[1]", "invalid_input"),
    ):
        run = pollex("desk", "check", written(tmp_path, text), "--json")
        assert (run.returncode, run.fault["code"]) == (1, code)
    assert pollex("desk", "check", str(tmp_path / "none.json"), "--json").fault["code"] == "not_found"
    assert pollex("desk", "check", "--json").returncode == 2


def test_its_help_teaches(pollex: Terminal) -> None:
    said = pollex("desk", "check", "--help").stdout
    assert "A batch is a list of envelopes" in said
    assert '"op": "dom.set"' in said
