"""What the check of a library found: errors, which stop a build, and warnings, which do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from ..core.fault import Issue

LARGEST: Final = 1_000_000
"""Bytes of a template, which people write."""
LARGEST_SCRIPT: Final = 10_000_000
"""Bytes of a script, which may be a bundle of many."""
COPY: Final = "Copy the file here."


class IssueList(list[Issue]):
    """Issues of a library's files, each with its file relative to the library's root."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root = root

    def add(
        self,
        file: Path,
        pointer: str,
        message: str,
        expected: str | None = None,
        received: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.add_issues(file, Issue(pointer, message, expected, received, hint))

    def add_issues(self, file: Path, *issues: Issue) -> None:
        """Add what a check that knows no files has found in this one."""
        self += [replace(issue, file=relative(file, self.root)) for issue in issues]


class Findings:
    """The errors and warnings of a library."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.errors = IssueList(root)
        self.warnings = IssueList(root)

    def read(self, file: Path, largest: int = LARGEST) -> bytes | None:
        """Return the content of a file; None, with an error added, where it is no plain file or too large."""
        try:
            if file.is_symlink():
                self.errors.add(file, "", f"{file.name} is a link.", "the file itself", str(file.readlink()), COPY)
            elif not file.is_file():
                received = "a folder" if file.is_dir() else "something else"
                self.errors.add(file, "", f"{file.name} is no file.", "a file", received, "Write a file of this name.")
            elif (size := file.stat().st_size) > largest:
                message, hint = f"{file.name} is too large.", "Is it the right file?"
                self.errors.add(file, "", message, f"at most {largest:,} bytes", f"{size:,} bytes", hint)
            else:
                return file.read_bytes()
        except OSError as error:
            message, hint = (
                f"{file.name} cannot be read: {error.strerror}.",
                "May you read it? Look at its permissions.",
            )
            self.errors.add(file, "", message, "a file that can be read", hint=hint)
        return None


def relative(file: Path, root: Path) -> str:
    """Return a file's path below the root as issues name it."""
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
