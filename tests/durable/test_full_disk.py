"""A database that is being made while the disk is full: nothing of it is there, and it is made when there is room."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("blocks", [40, 100, 200, 300])
def test_a_beginning_on_a_full_disk_can_be_made_again(tmp_path: Path, blocks: int) -> None:
    full = runs_list(tmp_path, f"ulimit -f {blocks}; ")
    assert (full.returncode, full.stdout) == (1, "")
    assert "cannot be used: disk I/O error." in full.stderr
    assert "See that the disk is well and has room" in full.stderr

    again = runs_list(tmp_path)
    assert (again.returncode, again.stderr) == (0, "There are no runs.\n")


def runs_list(home: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """`ulimit -f` counts blocks of 1,024 bytes (bash); what is written beyond fails, as on a full disk."""
    command = ["bash", "-c", f'{before}exec "$0" -m pollex runs list', sys.executable]
    environment = {**os.environ, "POLLEX_HOME": str(home / "home")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
