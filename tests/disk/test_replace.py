"""Files that are replaced as a whole."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pollex.disk.replace import replace_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_new_content_is_there_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    replace_file(file, "é")
    replace_file(file, b"new")

    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a.json": b"new"}


def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        replace_file(tmp_path / "new", "")
        for given in (0o600, 0o664):
            (tmp_path / "old").touch()
            (tmp_path / "old").chmod(given)
            replace_file(tmp_path / "old", "")
            assert mode(tmp_path / "old") == given
    finally:
        os.umask(before)

    assert mode(tmp_path / "new") == 0o644


def test_a_private_file_stays_so_whatever_was_there(tmp_path: Path) -> None:
    (tmp_path / "key").touch(mode=0o644)
    replace_file(tmp_path / "key", "x", mode=0o600)

    assert mode(tmp_path / "key") == 0o600


def test_where_it_cannot_be_put_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").touch()
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        replace_file(tmp_path / "folder", "x")

    assert [each.name for each in tmp_path.iterdir()] == ["folder"]
