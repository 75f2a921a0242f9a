"""The manifests at a path, and which of them are new, changed or gone since the last look."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from .discovery import find_manifests

Stamp: TypeAlias = tuple[int, int, int]
"""What changes with a file: its time, its size, and which file it is."""


@dataclass(slots=True)
class Catalogue:
    """A manifest, or all below a folder. A look reads names and times; a file is read only when it changed."""

    path: Path
    _seen: dict[Path, Stamp] = field(default_factory=dict)

    def look(self) -> tuple[list[Path], list[Path]]:
        """The manifests that are new or changed, and those that are gone."""
        now = {file: stamp for file in find_manifests(self.path) if (stamp := _stamp(file)) is not None}
        changed = [file for file, stamp in now.items() if self._seen.get(file) != stamp]
        gone = [file for file in self._seen if file not in now]
        self._seen = now
        return changed, gone


def _stamp(file: Path) -> Stamp | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
