"""What belongs to its owner alone: folders that nobody else enters (0700), files that nobody else reads (0600)."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

FOLDER: Final = 0o700
FILE: Final = 0o600
OTHERS: Final = 0o077


def private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing."""
    for each in reversed([each for each in (path, *path.parents) if not each.exists()]):
        each.mkdir(mode=FOLDER, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file where there is none; where there is one, take it from others."""
    private_folder(path.parent)
    path.touch(mode=FILE)
    narrow(path)


def write_private(path: Path, content: bytes) -> None:
    with open(path, "wb", opener=partial(os.open, mode=FILE)) as file:
        file.write(content)


def add_private(path: Path, content: bytes) -> None:
    """Write at the end of a file, which is made where there is none."""
    with open(path, "ab", opener=partial(os.open, mode=FILE)) as file:
        file.write(content)


def narrow(path: Path) -> None:
    """Take a file or folder from others, where it is ours."""
    with suppress(OSError):
        mode = path.lstat().st_mode
        if mode & OTHERS and not path.is_symlink():
            path.chmod(mode & 0o777 & ~OTHERS)


def narrow_all(folder: Path) -> None:
    """Take a folder from others, and all in it where others could enter: an earlier version left some open to them."""
    with suppress(OSError):
        if folder.stat().st_mode & OTHERS == 0:
            return
    for where, _, files in os.walk(folder):
        for name in files:
            narrow(Path(where, name))
        narrow(Path(where))
