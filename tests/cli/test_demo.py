"""`pollex demo`: the main job before one's eyes, at a terminal and without one."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from pollex.cli.demo import NEXT, TASK

from ..processes import environment
from .terminal import Terminal

ROOT = Path(__file__).parents[2]


def test_it_does_the_task_of_the_readme() -> None:
    assert f"pollex run '{TASK}'" in (ROOT / "README.md").read_text()


def test_without_a_terminal_it_shows_steps_answer_report_and_next_commands_in_plain_lines(pollex: Terminal) -> None:
    ran = pollex("demo")
    assert ran.returncode == 0, ran.stderr
    assert "Lumen Nord Linen Desk Lamp, medium" in ran.stdout
    assert "Typed “desk lamp” into the search box" in ran.stderr
    assert "\x1b" not in ran.stderr
    [report] = [line.rpartition(" ")[2] for line in ran.stderr.splitlines() if line.endswith("report.html")]
    assert "<html" in Path(report).read_text()
    lines = [line.strip() for line in ran.stderr.splitlines()]
    assert [command in lines for command, _ in NEXT] == [True] * len(NEXT)


def test_without_a_browser_it_says_what_to_do(pollex: Terminal) -> None:
    ran = pollex("demo", "--json", POLLEX_BROWSER="/no/browser")
    assert ran.fault["code"] == "unavailable"
    assert "Name another in the setting 'browser'" in ran.fault["hint"]


def test_at_a_terminal_the_steps_come_one_by_one(tmp_path: Path) -> None:
    mine, theirs = pty.openpty()
    variables = environment(POLLEX_HOME=str(tmp_path / "home"), COLUMNS="120", TERM="xterm-256color")
    command = [sys.executable, "-m", "pollex", "demo"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=variables, cwd=tmp_path) as process:
        os.close(theirs)
        pieces = list(iter(lambda: read(mine), b""))
    os.close(mine)
    shown = b"".join(pieces).decode()
    assert process.returncode == 0, shown
    assert "\x1b[32m✓\x1b[0m /2/1" in shown
    assert "Lumen Nord Linen Desk Lamp, medium" in shown
    typed = next(place for place, piece in enumerate(pieces) if "Typed" in piece.decode(errors="ignore"))
    assert "Try next" not in b"".join(pieces[: typed + 1]).decode(errors="ignore")
    assert shown.index("Try next") < shown.index("pollex flow run")


def read(terminal: int) -> bytes:
    """The next piece that is written to a terminal; empty where it has been closed."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
