"""What the README and the Director's guide show is true: their Python runs, commands answer as printed."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DIRECTOR = (ROOT / "docs" / "guides" / "director.md").read_text()


def run(home: Path, *command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {"POLLEX_HOME": str(home), "PATH": "/usr/bin:/bin", "COLUMNS": "120", "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=cwd, timeout=60)


def test_the_fifteen_lines_run(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = tmp_path / "readme.py"
    script.write_text(found[1])
    done = run(tmp_path, sys.executable, str(script))
    assert done.stderr == ""
    shown = re.search(r"the last line shortened\):\n\n((?:    .*\n)+)", README)
    assert shown is not None
    *whole, short = [line.removeprefix("    ") for line in shown[1].splitlines()]
    *printed, last = done.stdout.splitlines()
    assert printed == whole
    beginning, end = short.split("…")
    assert last.startswith(beginning)
    assert last.endswith(end.removeprefix(", "))
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 16


def test_the_directors_loop_runs_in_thirty_lines(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```\n\nIt prints:\n\n((?:    [^\n]*\n)+)", DIRECTOR, re.DOTALL)
    assert found is not None
    script = tmp_path / "loop.py"
    script.write_text(found[1])
    done = run(tmp_path, sys.executable, str(script), cwd=tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [line.removeprefix("    ") for line in found[2].splitlines()]
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 30
    written = json.loads((tmp_path / "kettles.workflow.json").read_text())
    assert (written["name"], len(written["nodes"])) == ("Kettles", 2)


def test_the_commands_answer_as_printed(tmp_path: Path) -> None:
    shown = re.findall(r"    \$ pollex (.*)\n((?:    (?!\$).*\n)+)", README)
    called = [(command, output) for command, output in shown if command.startswith("call")]
    assert len(called) == 2  # the task in words is done in tests/cli/test_run.py
    for command, output in called:
        done = run(tmp_path, sys.executable, "-m", "pollex", *command.split())
        printed = (done.stdout + done.stderr).splitlines()
        assert printed == [line.removeprefix("    ") for line in output.splitlines()]


def test_no_guide_imports_from_the_inside() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    inside = re.compile(r"^\s*(?:from|import) pollex\.core\b", re.MULTILINE)
    assert [page.name for page in pages if inside.search(page.read_text())] == []


def test_every_link_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page.name}: {target}"
