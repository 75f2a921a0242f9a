"""The command line, run as people run it: in a process of its own."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pollex.cli.command_group import COMMANDS, HOMES, load_command

from .terminal import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_help_teaches(pollex: Terminal) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        run = pollex(*arguments)
        assert run.returncode == 0
        assert all(word in run.stdout for word in ("tools", "call", "doctor", "--json", "Exit code"))
    assert "pollex call add a=1 b=2" in pollex("call", "--help").stdout


def test_tools_are_listed(pollex: Terminal) -> None:
    run = pollex("tools", "--from", str(EXAMPLES))
    assert run.returncode == 0
    assert "add" in run.stdout
    assert "Add two whole numbers." in run.stdout
    listed = pollex("tools", "--from", str(EXAMPLES / "tools.py"), "--json").result["data"]
    names = [tool["name"] for tool in listed if not tool["name"].startswith("page.")]
    assert names == [
        "tools.list",
        "tools.describe",
        "runs.events",
        "doctor",
        "aggregate",
        "excerpt",
        "login",
        "add",
        "summary",
        "fibonacci",
        "forget",
    ]


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "mcp"])
def test_definitions_for_a_provider(pollex: Terminal, provider: str) -> None:
    run = pollex("tools", "--for", provider, "--strict")
    assert run.returncode == 0
    assert "tools_list" in json.dumps(json.loads(run.stdout))
    data = pollex("tools", "--for", provider, "--json").result["data"]
    assert len(data["definitions"]) == len(pollex("tools", "--json").result["data"])


def test_a_call_with_pairs_and_with_json(pollex: Terminal) -> None:
    run = pollex("call", "add", "a=1", "b=2", "--from", str(EXAMPLES / "tools.py"))
    assert (run.returncode, run.stdout) == (0, "3\n")
    assert run.stderr == "", "arguments given as text are read by the schema; that is no repair"
    made = pollex("call", "add", "--args", '{"a": 1, "b": 2}', "--from", str(EXAMPLES), "--json").result
    assert (made["ok"], made["data"], made["repairs"]) == (True, 3, [])


def test_arguments_from_stdin_and_from_a_file(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "args.json"
    file.write_text('{"a": 2, "b": 2}')
    source = ("--from", str(EXAMPLES))
    assert pollex("call", "add", "--args", "-", *source, stdin='{"a": 1, "b": 2}').stdout == "3\n"
    assert pollex("call", "add", "--args", f"@{file}", *source).stdout == "4\n"
    for wrong in (["--args", "@nowhere.json"], ["a"], ["a=1", "a=2"], ["a=1", "--args", "{}"]):
        assert pollex("call", "add", *wrong, *source, "--json").returncode == 2


def test_a_job_that_fails_says_why_and_ends_with_1(pollex: Terminal) -> None:
    run = pollex("call", "add", "a=x", "--from", str(EXAMPLES))
    assert (run.returncode, run.stdout) == (1, "")
    assert all(word in run.stderr for word in ("/a", "/b", "expected", "received", "hint"))
    made = pollex("call", "adds", "--from", str(EXAMPLES), "--json").result
    assert (made["fault"]["code"], made["fault"]["hint"]) == ("unknown_tool", "Did you mean 'add'?")


@pytest.mark.parametrize("arguments", [["cal"], ["call"], ["tools", "--for", "nobody"], ["doctor", "--jsn"]])
def test_wrong_use_ends_with_2(pollex: Terminal, arguments: list[str]) -> None:
    run = pollex(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert "invalid_input" in run.stderr
    run = pollex(*arguments, "--json")
    assert run.returncode == 2
    assert run.result["fault"]["code"] == "invalid_input"


def test_the_same_key_runs_once_across_processes(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import pollex, pathlib\n"
        "@pollex.tool\n"
        "def once(file: str) -> int:\n"
        "    with open(file, 'a') as out:\n"
        "        out.write('x')\n"
        "    return pathlib.Path(file).stat().st_size\n"
    )
    arguments = ["call", "once", f"file={tmp_path / 'count'}", "--from", str(tmp_path), "--key", "k"]
    assert [pollex(*arguments).stdout for _ in range(2)] == ["1\n", "1\n"]
    assert (tmp_path / "count").read_text() == "x"


def test_what_cannot_be_taken_back_is_refused_without_yes(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import pollex\n@pollex.tool(effect='destroy')\ndef drop() -> str:\n    return 'gone'\n"
    )
    source = ("--from", str(tmp_path))
    refused = pollex("call", "drop", *source)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "denied" in refused.stderr
    assert pollex("call", "drop", *source, "--yes").stdout == "gone\n"


def test_a_tool_that_kills_its_process_is_survived(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import os, pollex\n@pollex.tool(isolation='process')\ndef die() -> None:\n    os._exit(3)\n"
    )
    made = pollex("call", "die", "--from", str(tmp_path), "--json").result
    assert made["fault"]["code"] == "failed"
    assert "exit code 3" in made["fault"]["message"]


def test_a_broken_file_is_a_fault(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("import nothing_of_that_name\n")
    made = pollex("tools", "--from", str(tmp_path), "--json").result
    assert made["fault"]["code"] == "failed"
    assert "nothing_of_that_name" in made["fault"]["message"]
    assert pollex("tools", "--from", str(tmp_path / "none"), "--json").result["fault"]["code"] == "not_found"


def test_wrong_settings_are_a_fault(pollex: Terminal) -> None:
    run = pollex("doctor", "--json", POLLEX_APPROVE="alow")
    assert run.returncode == 1
    assert "allow" in run.result["fault"]["hint"]


def test_doctor(pollex: Terminal) -> None:
    run = pollex("doctor")
    assert run.returncode == 0
    assert "jsonschema-rs" in run.stdout
    made = pollex("doctor", "--json").result
    assert made["data"]["healthy"] is True
    assert all(check["mend"] for check in made["data"]["checks"] if check["status"] != "ok")


def test_a_stream_tells_its_progress_on_stderr(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import asyncio, pollex\n"
        "@pollex.tool(effect='read')\n"
        "async def count(n: int) -> list[int]:\n"
        "    for number in range(n):\n"
        "        yield number\n"
    )
    run = pollex("call", "count", "n=2", "--from", str(tmp_path))
    assert json.loads(run.stdout) == [0, 1]
    assert "… 0\n… 1\n" in run.stderr
    assert "…" not in pollex("call", "count", "n=2", "--from", str(tmp_path), "--json").stderr


def test_what_tools_print_does_not_reach_stdout(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import os, pollex\n"
        "print('at import')\n"
        "@pollex.tool(effect='read')\n"
        "def noisy() -> int:\n"
        "    print('while running')\n"
        "    os.write(1, b'past Python')\n"
        "    return 1\n"
    )
    run = pollex("call", "noisy", "--from", str(tmp_path), "--json")
    assert run.result["data"] == 1
    assert all(words in run.stderr for words in ("at import", "while running", "past Python"))


def test_the_command_line_is_loaded_without_its_heavy_parts() -> None:
    program = "import sys, pollex.cli.commands; sys.exit(' '.join({'dbos', 'playwright'} & sys.modules.keys()) or 0)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_help_lists_the_commands_without_loading_one() -> None:
    program = (
        "import sys, pollex.cli\n"
        "try: pollex.cli.main(['--help'])\n"
        "except SystemExit: print('loaded', *sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    files = {f"pollex.cli.{HOMES.get(each, each).partition(':')[0]}" for each in COMMANDS}
    heavy = {"asyncio", "rich", "jsonschema_rs", "pydantic", "pollex.core.context", "pollex.core.schema", "pollex.app"}
    assert {"loaded", "pollex.cli.command_group"} <= loaded
    assert loaded & (files | heavy) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_by_the_first_sentence_of_its_help(name: str) -> None:
    command = load_command(name)
    assert (command.name, command.get_short_help_str(limit=200)) == (name, COMMANDS[name])


@pytest.mark.parametrize(("redirect", "code"), [(">/dev/full", 1), (">&-", 0), ("<&- >/dev/null", 0)])
def test_stdout_that_cannot_be_written_is_no_traceback(pollex: Terminal, redirect: str, code: int) -> None:
    shell = ["sh", "-c", f"{sys.executable} -m pollex tools --json {redirect}"]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, env=pollex.environ, timeout=100)
    assert "Traceback" not in done.stderr
    assert done.returncode == code


def test_ctrl_c_is_answered(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import asyncio, sys, pollex\n"
        "@pollex.tool\n"
        "async def wait() -> None:\n"
        "    print('ready', file=sys.stderr, flush=True)\n"
        "    await asyncio.Event().wait()\n"
    )
    command = pollex.begin("call", "wait", "--from", str(tmp_path), "--json")
    command.says("ready\n")
    command.signal(signal.SIGINT)
    ended = command.end()
    assert (ended.returncode, ended.result["fault"]["code"]) == (1, "cancelled")


def test_where_a_tool_failed_is_shown_on_request(pollex: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import pollex\n@pollex.tool\ndef boom() -> None:\n    raise ValueError('empty')\n"
    )
    assert "line 4, in boom" in pollex("call", "boom", "--from", str(tmp_path), "--trace").stderr
    assert "line 4, in boom" not in pollex("call", "boom", "--from", str(tmp_path)).stderr
