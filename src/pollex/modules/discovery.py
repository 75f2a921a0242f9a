"""The `module.json` files at a path: found, read, and watched for changes. No library is loaded here."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..core.fault import Fault, Issue
from ..core.json import loads
from .manifest import check_manifest
from .runtime import Manifest

FILE: Final = "module.json"
LARGEST: Final = 4_000_000
"""Bytes that a manifest may have."""
PASSED_OVER: Final = frozenset({"node_modules", "__pycache__", "dist", "build"})
Stamp: TypeAlias = tuple[int, int, int]
"""What changes with a file: its time, its size, and which file it is."""


def find_manifests(path: Path) -> list[Path]:
    """The manifest that `path` is, or all below it; folders of dependencies and hidden ones are passed over."""
    return sorted(_below(path)) if path.is_dir() else [path]


def _below(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if not entry.name.startswith(".") and entry.name not in PASSED_OVER and not entry.is_symlink():
                yield from _below(entry)
        elif entry.name == FILE or entry.name.endswith(f".{FILE}"):
            yield entry


def read_manifest(file: Path, *, strict: bool = True) -> tuple[Manifest, tuple[Issue, ...]]:
    """Return a manifest and its issues. Strict: any issue is a Fault; else the tools without one are kept."""
    checked = check_manifest(_parsed(file))
    issues = tuple(_named(issue, file) for issue in checked.issues)
    bad = {issue.pointer.split("/")[2] for issue in issues if issue.pointer.startswith("/tools/")}
    fatal = [issue for issue in issues if not issue.pointer.startswith("/tools/")]
    if fatal or (strict and issues):
        raise Fault.from_issues("invalid_input", issues, what=str(file))
    document = dict(checked.value)
    document["tools"] = [tool for index, tool in enumerate(document["tools"]) if str(index) not in bad]
    return Manifest(document, file.resolve()), issues


def _parsed(file: Path) -> Any:
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            message = f"{str(file)!r} is not read: a manifest is a regular file of at most {LARGEST} bytes."
            raise Fault("invalid_input", message, received=f"{found.st_size} bytes")
        return loads(file.read_bytes())
    except OSError as error:
        raise Fault("not_found", f"{str(file)!r} cannot be read: {error.strerror}.", received=str(file)) from error
    except ValueError as error:
        raise Fault("invalid_json", f"{str(file)!r} is not JSON: {error}.", pointer="", received=str(file)) from error


def _named(issue: Issue, file: Path) -> Issue:
    return Issue(issue.pointer, issue.message, issue.expected, issue.received, issue.hint, str(file))


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
