"""What the check of a library found: errors, which stop a build, and warnings, which do not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ..core.fault import Issue


@dataclass
class Findings:
    """Errors and warnings, each with its file relative to the library's root."""

    root: Path
    errors: list[Issue] = field(default_factory=list)
    warnings: list[Issue] = field(default_factory=list)

    def error(
        self,
        file: Path,
        pointer: str,
        message: str,
        expected: str | None = None,
        received: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.errors.append(Issue(pointer, message, expected, received, hint, self.relative(file)))

    def warning(
        self,
        file: Path,
        pointer: str,
        message: str,
        expected: str | None = None,
        received: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.warnings.append(Issue(pointer, message, expected, received, hint, self.relative(file)))

    def add(self, file: Path, *issues: Issue) -> None:
        """Add errors that a check without files has found."""
        self.errors += [replace(issue, file=self.relative(file)) for issue in issues]

    def relative(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else str(file)
