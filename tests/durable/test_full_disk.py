"""A database that is being made while the disk is full: nothing of it is there, and it is made when there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..processes import Nursery, Ran

PROGRAM = Path(__file__).with_name("full_disk.py")
ROOM = 1_000_000


@pytest.mark.parametrize("blocks", [40, 100, 200, 300])
def test_a_beginning_on_a_full_disk_can_be_made_again(nursery: Nursery, tmp_path: Path, blocks: int) -> None:
    code, out, err = runs_list(nursery, tmp_path, blocks)
    assert (code, out) == (1, "")
    assert "cannot be used: disk I/O error." in err
    assert "See that the disk is well and has room" in err

    assert runs_list(nursery, tmp_path, ROOM) == (0, "", "There are no runs.\n")


def runs_list(nursery: Nursery, home: Path, blocks: int) -> Ran:
    environ = {"POLLEX_HOME": str(home / "home")}
    with nursery.start(PROGRAM, str(blocks), "runs", "list", environ=environ) as process:
        return process.end()
