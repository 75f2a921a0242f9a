"""What the check of a library found: errors, which stop a build, and warnings, which do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..core.fault import Issue


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


def relative(file: Path, root: Path) -> str:
    """Return a file's path below the root as issues name it."""
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
