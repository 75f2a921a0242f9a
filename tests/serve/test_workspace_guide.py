"""What docs/guides/workspace.md shows is true: its batches, its Python and its commands are run as they stand there."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.core.event import MemoryLog
from pollex.core.limits import Limits
from pollex.workspace.a2ui import LACKS
from pollex.workspace.aggregator import Aggregator
from pollex.workspace.operations import OPERATIONS
from pollex.workspace.workspace import Workspace

from ..cli.terminal import Terminal
from ..processes import Nursery, environment
from .served import Served

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "workspace.md").read_text()
JSON = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
HTTP, COMMANDS = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```\n\nIt prints:\n\n((?:    [^\n]*\n)+)", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def served_here(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(nursery, tmp_path_factory.mktemp("guide")) as served:
        yield served


def run(home: Path, folder: Path, *command: str) -> list[str]:
    environ = environment(POLLEX_HOME=str(home))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("text", JSON)
async def test_the_batches_are_applied_without_a_note(text: str) -> None:
    workspace = await Workspace("7f0c7c1e-0000-4000-8000-000000000000", MemoryLog()).open()
    answers = await workspace.apply(json.loads(text))
    shells = {"There was no window 'shop': an empty one was made."}
    assert {note for answer in answers for note in answer.notes} <= shells


@pytest.mark.parametrize(("script", "printed"), PYTHON)
def test_the_python_prints_what_is_shown(script: str, printed: str, tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(script)
    shown = run(tmp_path / "home", tmp_path, sys.executable, str(file))
    assert shown == [line.removeprefix("    ") for line in printed.splitlines()]


def test_the_requests_answer_as_they_are_explained(served_here: Served, tmp_path: Path) -> None:
    commands = HTTP.replace("curl -s -H", "curl -s -w '\\n' -H")
    applied, refused, undone, shown = map(json.loads, run(served_here.home, tmp_path, "bash", "-euc", commands))
    assert [answer["data"] for answer in applied] == [{"id": "notes"}]
    assert (refused["ok"], refused["error"]["pointer"]) == (False, "/0/op")
    assert (undone["redo"], shown["windows"]) == (False, [])


def test_the_commands_do_what_they_say(nursery: Nursery, tmp_path: Path) -> None:
    found = re.fullmatch(r"cat > (\S+) <<'END'\n(.*?)END\n(.*)", COMMANDS, re.DOTALL)
    assert found is not None
    (tmp_path / found[1]).write_text(found[2])
    terminal, opened = Terminal(nursery, tmp_path), ""
    printed: list[list[str]] = []
    for line in found[3].splitlines():
        kept, command = re.fullmatch(r"(OPENED=\$\()?pollex (.*?)\)?", line).groups()  # type: ignore[union-attr]
        ran = terminal(*shlex.split(command.replace("$OPENED", opened)))
        assert ran.returncode == 0, ran.stderr
        if kept:
            opened = ran.stdout.strip()
        else:
            printed.append(ran.stdout.splitlines())
    terminal.close()
    [listed], told, file, difference = printed
    assert listed.startswith(opened)
    assert told == [
        f"Workspace  {opened}",
        "batch 1  by file",
        "  Opened the window “Notes”",
        "  Drew #root of the window notes",
    ]
    assert (file, difference) == (["again.desk.json"], [])


def test_every_operation_lack_and_budget_is_named() -> None:
    assert [name for name in OPERATIONS if f"`{name}`" not in GUIDE] == []
    assert [f"| `{name}` | {about} |" for name, about in LACKS.items() if f"| `{name}` | {about} |" not in GUIDE] == []
    limits = Limits()
    assert (limits.batch_ops, limits.batch_html_bytes, limits.op_html_bytes) == (64, 128 * 1024, 64 * 1024)
    assert (limits.data_command_bytes, limits.template_tokens, len(OPERATIONS)) == (32 * 1024, 16, 15)


def test_the_names_that_003_is_mapped_to_are_there() -> None:
    for name in ("on_window", "windows", "close_window", "apply"):
        assert hasattr(Workspace, name)
    assert "There is no MOCK mode" in GUIDE
    assert Aggregator.__module__ == "pollex.workspace.aggregator"


def test_every_endpoint_of_workspaces_is_shown() -> None:
    from pollex.serve.workspace_endpoints import WORKSPACE_ENDPOINTS

    verbs = {each.path.rpartition("/")[2] for each in WORKSPACE_ENDPOINTS} - {"{workspace}"}
    assert [verb for verb in sorted(verbs) if f"/{verb}`" not in GUIDE and f"`{verb}`" not in GUIDE] == []
