"""What the check of a library found: errors, which stop a build, and warnings, which do not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ..core.fault import Issue

LARGEST: Final = 1_000_000
"""Bytes of a template, which people write."""
LARGEST_SCRIPT: Final = 10_000_000
"""Bytes of a script, which may be a bundle of many."""
COPY: Final = "Copy the file here."


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

    def read(self, file: Path, largest: int = LARGEST) -> bytes | None:
        """Return the content of a file; None, with an error added, where it is no plain file or too large."""
        try:
            if file.is_symlink():
                self.error(file, "", f"{file.name} is a link.", "the file itself", str(file.readlink()), COPY)
            elif not file.is_file():
                received = "a folder" if file.is_dir() else "something else"
                self.error(file, "", f"{file.name} is no file.", "a file", received, "Write a file of this name.")
            elif (size := file.stat().st_size) > largest:
                message, hint = f"{file.name} is too large.", "Is it the right file?"
                self.error(file, "", message, f"at most {largest:,} bytes", f"{size:,} bytes", hint)
            else:
                return file.read_bytes()
        except OSError as error:
            hint = "May you read it? Look at its permissions."
            self.error(file, "", f"{file.name} cannot be read: {error.strerror}.", "a file that can be read", hint=hint)
        return None

    def relative(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else str(file)
