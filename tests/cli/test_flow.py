"""`pollex flow check` and `flow show`, run as people run them."""

import json
from pathlib import Path

import pytest

from pollex.cli.line_number import line_of

from .terminal import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples" / "workflows"
WRONG = """\
{
  "name": "wrong",
  "nodes": [
    {"position": 1, "type": "browser_acton", "config": {}},
    {
      "position": 2,
      "type": "browser_action",
      "config": {
        "action": "click",
        "selector": "#a",
        "url": "/x"
      }
    }
  ]
}
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.workflow.json"
    file.write_text(WRONG)
    return file


def test_check_says_that_a_workflow_is_right(pollex: Terminal, tmp_path: Path) -> None:
    file = str(EXAMPLES / "morning.workflow.json")
    run = pollex("flow", "check", file)
    assert (run.returncode, run.stderr) == (0, "")
    assert "'Morning at the bank' is right (6 nodes, 1 input, 1 output; calls login.workflow.json)" in run.stdout
    data = {"name": "Morning at the bank", "nodes": 6, "inputs": 1, "outputs": 1, "calls": ["login.workflow.json"]}
    assert pollex("flow", "check", file, "--json").result["data"] == data


def test_check_tells_every_mistake_with_its_line(pollex: Terminal, tmp_path: Path, wrong: Path) -> None:
    run = pollex("flow", "check", str(wrong))
    assert (run.returncode, run.stdout) == (1, "")
    assert f"{wrong}:4 /nodes/0/type\n  There is no type of node 'browser_acton'." in run.stderr
    assert "Did you mean 'browser_action'?" in run.stderr
    assert f"{wrong}:11 /nodes/1/config/url\n  The action 'click' takes no 'url'." in run.stderr
    assert run.stderr.endswith("2 mistakes\n")


def test_check_as_json(pollex: Terminal, tmp_path: Path, wrong: Path) -> None:
    run = pollex("flow", "check", str(wrong), "--json")
    assert (run.returncode, run.stderr) == (1, "")
    issues = run.result["fault"]["issues"]
    found = [(issue["pointer"], issue["line"], issue["file"]) for issue in issues]
    assert found == [("/nodes/0/type", 4, str(wrong)), ("/nodes/1/config/url", 11, str(wrong))]


def test_mistakes_of_a_called_workflow_are_in_its_file(pollex: Terminal, tmp_path: Path, wrong: Path) -> None:
    caller = tmp_path / "caller.workflow.json"
    calls = {"position": 1, "type": "workflow", "config": {"workflow": wrong.name}}
    caller.write_text(json.dumps({"name": "caller", "nodes": [calls]}))
    issues = pollex("flow", "check", str(caller), "--json").result["fault"]["issues"]
    assert {(issue["file"], issue["line"]) for issue in issues} == {(str(wrong), 4), (str(wrong), 11)}


def test_check_knows_the_arguments_of_tools(pollex: Terminal, tmp_path: Path) -> None:
    tools = tmp_path / "tools.py"
    tools.write_text(
        'import pollex\n\n\n@pollex.tool(effect="read", examples=[{"a": 1}])\n'
        'def twice(a: int) -> int:\n    """Twice a number.\n\n    Args:\n        a: The number.\n    """\n'
        "    return 2 * a\n"
    )
    file = tmp_path / "x.workflow.json"
    call = {"position": 1, "type": "tool", "config": {"tool": "twice", "args": {"b": 1}}}
    file.write_text(json.dumps({"name": "x", "nodes": [call]}))
    unknown = pollex("flow", "check", str(file), "--json").result["fault"]["issues"]
    assert [issue["pointer"] for issue in unknown] == ["/nodes/0/config/tool"]
    known = pollex("flow", "check", str(file), "--from", str(tools), "--json").result["fault"]["issues"]
    assert {issue["pointer"] for issue in known} == {"/nodes/0/config/args/a", "/nodes/0/config/args/b"}


def test_a_file_that_is_not_there_or_no_json(pollex: Terminal, tmp_path: Path) -> None:
    assert pollex("flow", "check", str(tmp_path / "none.json")).returncode == 1
    broken = tmp_path / "broken.json"
    broken.write_text('{"name": ')
    run = pollex("flow", "check", str(broken), "--json")
    assert (run.returncode, run.result["fault"]["code"]) == (1, "invalid_json")


def test_wrong_use(pollex: Terminal, tmp_path: Path) -> None:
    assert pollex("flow", "check").returncode == 2
    assert pollex("flow", "show", str(EXAMPLES / "mail.workflow.json"), "--as", "png").returncode == 2


def test_show_as_text_mermaid_and_svg(pollex: Terminal, tmp_path: Path) -> None:
    file = str(EXAMPLES / "mail.workflow.json")
    assert pollex("flow", "show", file).stdout.startswith("Tidy the inbox  (version 1)\n")
    assert pollex("flow", "show", file, "--as", "mermaid").stdout.startswith("%% Tidy the inbox\nflowchart TD\n")
    assert pollex("flow", "show", file, "--as", "svg").stdout.startswith("<svg ")
    assert pollex("flow", "show", file, "--json").result["data"].startswith("Tidy the inbox")


def test_the_name_of_the_output_says_its_form(pollex: Terminal, tmp_path: Path) -> None:
    file = str(EXAMPLES / "mail.workflow.json")
    beginnings = {"a.svg": "<svg ", "b.mmd": "%% Tidy", "c.txt": "Tidy the inbox"}
    for name, beginning in beginnings.items():
        run = pollex("flow", "show", file, "-o", str(tmp_path / name))
        assert (run.returncode, run.stdout) == (0, "")
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_show_never_writes_over_the_workflow(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.workflow.json"
    file.write_text((EXAMPLES / "cheapest.workflow.json").read_text())
    before = file.read_text()
    assert pollex("flow", "show", str(file), "-o", str(file)).returncode == 1
    assert file.read_text() == before


def test_a_workflow_with_mistakes_is_not_shown(pollex: Terminal, tmp_path: Path, wrong: Path) -> None:
    run = pollex("flow", "show", str(wrong))
    assert (run.returncode, run.stdout) == (1, "")
    assert "/nodes/0/type" in run.stderr


def test_run_is_there(pollex: Terminal, tmp_path: Path) -> None:
    assert "Run a workflow." in pollex("flow", "run", "--help").stdout


def test_lines_of_pointers() -> None:
    text = '{\n "a/b": [\n  1,\n  {"c~d": "}]\\""}\n ],\n "e": {}, "f":\n  2\n}'
    assert [line_of(text, pointer) for pointer in ("", "/a~1b", "/a~1b/0", "/a~1b/1/c~0d", "/e", "/f")] == [
        1, 2, 3, 4, 6, 7,
    ]  # fmt: skip
    assert [line_of(text, pointer) for pointer in ("/a~1b/7", "/e/none", "/f/1", "/none/x")] == [2, 6, 7, 1]


def test_a_key_that_stands_twice_is_a_mistake(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text('{"name": "x", "nodes": [], "nodes": []}')
    done = pollex("flow", "check", str(file))
    assert done.returncode == 1
    assert "the key 'nodes' twice" in done.stdout + done.stderr


def test_what_is_shown_does_not_command_the_terminal(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    node = {"position": 1, "type": "show", "config": {"value": "a\x1b[2Jb :x: [red]"}}
    file.write_text(json.dumps({"name": "x", "nodes": [node]}))
    done = pollex("flow", "run", str(file))
    assert "\x1b[2J" not in done.stderr
    assert "a\\x1b[2Jb :x: [red]" in done.stderr


def test_run_in_chrome_takes_no_options_of_our_own_browser(pollex: Terminal) -> None:
    morning, cheapest = str(EXAMPLES / "morning.workflow.json"), str(EXAMPLES / "cheapest.workflow.json")
    headed = pollex("flow", "run", cheapest, "--in", "chrome", "--headed", "-i", "query=lamp", "--json")
    assert headed.result["fault"]["message"] == "There is no headed in Chrome."
    calling = pollex("flow", "run", morning, "--in", "chrome", "--json")
    assert "whose file the server does not see" in calling.result["fault"]["message"]
    alone = pollex("flow", "run", cheapest, "--in", "chrome", "-i", "query=lamp", "--json")
    assert alone.result["fault"]["message"] == "No Pollex runs here that Chrome could be connected with."
