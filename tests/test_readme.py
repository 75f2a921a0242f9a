"""What the README shows is true: its Python runs, its commands answer as printed."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {"POLLEX_HOME": str(home), "PATH": "/usr/bin:/bin", "COLUMNS": "120"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=ROOT, timeout=60)


def test_the_fifteen_lines_run(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = tmp_path / "readme.py"
    script.write_text(found[1])
    done = run(tmp_path, sys.executable, str(script))
    assert done.stderr == ""
    first, second, third = done.stdout.splitlines()
    assert "'data': 7.5" in first
    assert "'did': 'read the text as a number'" in first
    assert second == "[invalid_input] at /discount Expected number, received string. (and 2 more)"
    assert third.startswith("{'type': 'function', 'function': {'name': 'total'")
    assert "'strict': True" in third
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 16


def test_the_commands_answer_as_printed(tmp_path: Path) -> None:
    shown = re.findall(r"    \$ pollex (.*)\n((?:    (?!\$).*\n)+)", README)
    assert len(shown) == 2
    for command, output in shown:
        done = run(tmp_path, sys.executable, "-m", "pollex", *command.split())
        printed = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("repaired")]
        assert printed == [line.removeprefix("    ") for line in output.splitlines()]
