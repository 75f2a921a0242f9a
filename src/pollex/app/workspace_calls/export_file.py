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
    version: int


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


def version_of(path: Path) -> int | None:
    """Return a number that changes whenever somebody writes a file; None where nothing stands."""
    try:
        return path.lstat().st_mtime_ns
    except OSError:
        return None


def write_text(root: Path, parts: list[str], data: bytes, *, replace: bool = False) -> WrittenFile:
    """Write a file below `root`; folders on the way are made. Raise a Fault if that fails.

    Without `replace`, what stands there already is such a failure.
    """
    path = root.joinpath(*parts)
    if os.open not in os.supports_dir_fd:
        hint = "Ask for the text in a window, and copy it from there."
        raise Fault("unavailable", "Files cannot be written safely on this system.", hint=hint, retry=False)
    try:
        root.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        with _folder(root, parts[:-1]) as folder:
            version = _write(folder, parts[-1], data, replace=replace)
        return WrittenFile(path, len(data), version)
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


def _write(folder: int, name: str, data: bytes, *, replace: bool) -> int:
    """Put a file into an open folder as a whole, in place of one of this name only with `replace`; return its
    version."""
    fresh = f".{name}.{uuid4().hex}"
    made = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, PRIVATE, dir_fd=folder)
    try:
        with os.fdopen(made, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            version = os.fstat(file.fileno()).st_mtime_ns
        if replace:
            os.replace(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
        else:
            os.link(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with suppress(OSError):  # it was renamed
            os.unlink(fresh, dir_fd=folder)
    os.fsync(folder)
    return version
