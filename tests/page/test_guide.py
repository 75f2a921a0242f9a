"""What docs/guides/page.md shows of own actions is true: its Python is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..processes import environment

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "page.md").read_text()
[(SCRIPT, PRINTED)] = re.findall(
    r"```python\n((?:(?!```).)*)```\n\nIt prints:\n\n((?:    [^\n]*\n)+)", GUIDE, re.DOTALL
)


@pytest.mark.document("002", "A new action is one tool, which has the page as `context.page`.")
def test_the_python_prints_what_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "own_action.py"
    file.write_text(SCRIPT)
    environ = environment(POLLEX_HOME=str(tmp_path / "home"))
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=False, env=environ, cwd=tmp_path
    )
    assert done.stdout.splitlines() == [line.removeprefix("    ") for line in PRINTED.splitlines()], done.stderr
