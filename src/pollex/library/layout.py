"""The files of a library: `apps/{app}/app.json`, and templates in folders called `auth` and `tool` below it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from .formats import SCRIPTS

SUFFIX: Final = ".template.json"
APP_FILE: Final = "app.json"
SKIPPED: Final = frozenset({"node_modules", "sdk", "dist", "build", "__pycache__"})
"""Folders that are not read: what was generated, and packages of others."""


@dataclass
class Layout:
    """Where everything lies; nothing is read yet."""

    root: Path
    apps: dict[Path, None] = field(default_factory=dict)
    """Folders with an `app.json`, outer ones first."""
    bare: list[Path] = field(default_factory=list)
    """Folders directly in `apps` that have none."""
    templates: list[Path] = field(default_factory=list)
    scripts: list[Path] = field(default_factory=list)
    """Everything that can be run, with a template or without."""
    links: list[Path] = field(default_factory=list)
    """Links to folders, which are not followed."""

    def app_of(self, path: Path) -> Path | None:
        """Return the folder of the nearest app above a file."""
        return next((each for each in path.parents if each in self.apps), None)


def find_root(folder: Path) -> Path:
    """Return the folder that has `apps` or `generic`: this one, or its `src`."""
    for root in (folder, folder / "src"):
        if (root / "apps").is_dir() or (root / "generic").is_dir():
            return root
    message = f"There is no library in {str(folder)!r}."
    hint = f"Make one: pollex library new {folder} app NAME"
    raise Fault("not_found", message, expected="a folder with 'apps' or 'src/apps'", received=str(folder), hint=hint)


def is_library(folder: Path) -> bool:
    """Whether a folder is a library."""
    return any((root / "apps").is_dir() for root in (folder, folder / "src"))


def find_files(root: Path) -> Layout:
    """Return the places of all apps and templates, in the order of their paths."""
    layout = Layout(root)
    for folder, files in _walk(root, layout):
        if APP_FILE in files:
            layout.apps[folder] = None
        elif folder.parent == root / "apps":
            layout.bare.append(folder)
        layout.templates += [folder / name for name in sorted(files) if name.endswith(SUFFIX)]
        layout.scripts += [folder / name for name in sorted(files) if name.endswith(SCRIPTS)]
    return layout


def _walk(root: Path, layout: Layout) -> Iterator[tuple[Path, list[str]]]:
    for name, folders, files in os.walk(root):
        folder = Path(name)
        read = sorted(each for each in folders if each not in SKIPPED and not each.startswith("."))
        misnamed = [each for each in read if each == APP_FILE or each.endswith(SUFFIX)]  # folders called as files are
        folders[:] = [each for each in read if each not in misnamed]
        layout.links += [folder / each for each in folders if (folder / each).is_symlink()]
        yield folder, files + misnamed
