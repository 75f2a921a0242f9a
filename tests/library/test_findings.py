"""Files of a library that are no plain files: named with their place, and nothing of them is read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.library.sample import SHOP, TOOL_FILE, write_library

from pollex.library.build import build_library
from pollex.library.findings import LARGEST, LARGEST_SCRIPT
from pollex.library.library import check_library

FILES = (SHOP / "app.json", TOOL_FILE, SHOP / "tool/find-price.py")


def link(file: Path) -> None:
    outside = file.parents[5] / "outside"
    outside.write_text('{"id": "confidential"}')
    file.symlink_to(outside)


KINDS: dict[str, tuple[Callable[[Path], object], str, str, str]] = {
    "a folder": (Path.mkdir, " is no file.", "a file", "a folder"),
    "a pipe": (os.mkfifo, " is no file.", "a file", "something else"),
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.suffix)
def test_a_file_that_is_none_is_named(file: Path, name: str, tmp_path: Path) -> None:
    make, message, expected, received = KINDS[name]
    folder = write_library(tmp_path, {file: None})
    make(folder / file)

    (issue,) = check_library(folder)[1].errors

    assert issue.file == file.relative_to("src").as_posix()
    assert (issue.message, issue.expected, issue.received) == (file.name + message, expected, received)
    assert issue.hint is not None


@pytest.mark.parametrize(
    ("file", "largest"),
    [(FILES[0], LARGEST), (FILES[1], LARGEST), (FILES[2], LARGEST_SCRIPT)],
    ids=["app", "tool", "py"],
)
def test_a_file_that_nobody_wrote_by_hand_is_not_read(file: Path, largest: int, tmp_path: Path) -> None:
    folder = write_library(tmp_path)
    with (folder / file).open("r+b") as large:
        large.truncate(largest + 1)

    (issue,) = check_library(folder)[1].errors

    assert (issue.message, issue.expected) == (f"{file.name} is too large.", f"at most {largest:,} bytes")


@pytest.mark.parametrize("file", FILES[:2], ids=lambda file: file.suffixes[0])
def test_a_link_is_not_read(file: Path, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "library", {file: None})
    link(folder / file)

    (issue,) = check_library(folder)[1].errors

    assert (issue.message, issue.hint) == (f"{file.name} is a link.", "Copy the file here.")
    assert "confidential" not in str(issue)


def test_a_file_beside_a_script_that_is_none_is_not_packaged(tmp_path: Path) -> None:
    folder = write_library(tmp_path)
    os.mkfifo(folder / SHOP / "tool/words.txt")

    built, _, findings = build_library(folder)

    assert built is None
    assert [(each.file, each.message) for each in findings.errors] == [
        ("apps/shop/tool/words.txt", "words.txt is no file.")
    ]
