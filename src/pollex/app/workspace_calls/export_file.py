"""Text files written below one folder: no link is followed, and a reader finds the old file or the whole new one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

from ...core.fault import Fault

FOLDER: Final = 0o700
PRIVATE: Final = 0o600
DEEPEST: Final = 16
LONGEST: Final = 200
"""Bytes of a name: a file system takes 255, and the file has a longer one until it is whole."""
ODD: Final = re.compile(r"[\x00-\x1f\x7f\\:]")
"""Characters that no part of a path may have: they are separators or streams on some system."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written."""

    path: Path
    bytes: int
    replaced: bool


def relative_parts(path: str) -> list[str]:
    """Return the names in a relative path, or raise a Fault if it could leave its folder."""
    parts = path.split("/")
    wrong = [part for part in parts if part in ("", ".", "..") or ODD.search(part) or len(part.encode()) > LONGEST]
    if wrong or len(parts) > DEEPEST:
        raise Fault(
            "invalid_input",
            f"{path[:100]!r} is not a path inside the folder for exports.",
            pointer="/path",
            expected="names joined by '/', none of them empty, '.' or '..', and no drive",
            received=path[:100],
            hint="Write as in 'notes/today.txt'.",
        )
    return parts


def write_text(root: Path, parts: list[str], data: bytes) -> WrittenFile:
    """Write a file below `root`; folders on the way are made. Raise a Fault if that fails."""
    path = root.joinpath(*parts)
    if os.open not in os.supports_dir_fd:
        hint = "Ask for the text in a window, and copy it from there."
        raise Fault("unavailable", "Files cannot be written safely on this system.", hint=hint, retry=False)
    try:
        root.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        with _folder(root, parts[:-1]) as folder:
            return WrittenFile(path, len(data), _replace(folder, parts[-1], data))
    except OSError as error:
        message = f"{'/'.join(parts)!r} cannot be written: {error.strerror or error}."
        hint = "A part of the path may be a link or of another kind: choose another name."
        raise Fault("failed", message, pointer="/path", received="/".join(parts), hint=hint, retry=False) from error


@contextmanager
def _folder(root: Path, names: list[str]) -> Iterator[int]:
    """Open a folder below `root`, one name after the other, so that no link can stand in for one."""
    opened = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in names:
            with suppress(FileExistsError):
                os.mkdir(name, FOLDER, dir_fd=opened)
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=opened)
            os.close(opened)
            opened = inner
        yield opened
    finally:
        os.close(opened)


def _replace(folder: int, name: str, data: bytes) -> bool:
    """Put a file into an open folder as a whole; return whether there was one of this name."""
    fresh = f".{name}.{uuid4().hex}"
    made = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, PRIVATE, dir_fd=folder)
    try:
        with os.fdopen(made, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        existed = _exists(folder, name)
        os.replace(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(fresh, dir_fd=folder)
        raise
    os.fsync(folder)
    return existed


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True
