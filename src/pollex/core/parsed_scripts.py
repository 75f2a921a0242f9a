"""What was found in scripts that were parsed with all that they import, without being run."""

from __future__ import annotations

from dataclasses import dataclass

from .fault import Issue


@dataclass(frozen=True)
class ParsedScripts:
    """Issues name their file by its whole path."""

    errors: tuple[Issue, ...] = ()
    warnings: tuple[Issue, ...] = ()
    imported: tuple[str, ...] = ()
    """The paths of the files that they import, themselves or by others."""
