"""Where a manifest's npm package or local file is: beside the manifest, in a folder above it, or in Pollex's home."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ...core.fault import Fault
from ...core.json import Object, loads
from ..runtime import Manifest

NAME: Final = re.compile(r"(?P<name>(?:@[a-z0-9~_.-]+/)?[a-zA-Z0-9~_-][a-zA-Z0-9~_.-]*)(?P<inner>(?:/[\w.@~-]+)*)")
"""A package's name, with its scope, and what is taken from inside it: `lodash/fp`."""
SUFFIXES: Final = frozenset({".js", ".mjs", ".cjs", ".json", ".ts", ".mts", ".cts"})


@dataclass(frozen=True, slots=True)
class Package:
    """What will be loaded: `specifier` as seen from `base`, a file that need not exist."""

    specifier: str
    base: Path
    place: Path
    """The package's folder, or the local file."""
    description: Object
    """The `package.json`; empty for a local file."""

    @property
    def version(self) -> str | None:
        version = self.description.get("version")
        return version if isinstance(version, str) else None


def find_package(manifest: Manifest, home: Path | None, allowed_folders: Iterable[Path]) -> Package | None:
    """None where it is not there; a Fault where a local path leaves the folders that it may be in."""
    if manifest.is_local:
        return _local(manifest, allowed_folders)
    named = NAME.fullmatch(manifest.package)
    if named is None or ".." in named["inner"].split("/"):
        return None
    for folder in _folders(manifest.folder.absolute(), home):
        place = folder / "node_modules" / named["name"]
        if (place / "package.json").is_file():
            return Package(manifest.package, folder / "module.json", place, read_description(place))
    return None


def _folders(start: Path, home: Path | None) -> Iterator[Path]:
    yield start
    yield from start.parents
    if home is not None:
        yield home.absolute()


def _local(manifest: Manifest, allowed_folders: Iterable[Path]) -> Package | None:
    place = (manifest.folder / manifest.package).resolve()
    allowed = [manifest.folder.resolve(), *(folder.resolve() for folder in allowed_folders)]
    if not any(place.is_relative_to(folder) for folder in allowed):
        raise Fault(
            "denied",
            f"The module {manifest.name!r} may not load {manifest.package!r}: it lies outside the manifest's folder.",
            pointer="/package",
            expected="a file in the manifest's folder or an allowed one",
            received=manifest.package,
            hint="Move the file beside the manifest, or name its folder in the setting module_folders.",
            retry=False,
        )
    if place.is_dir():
        known = (place / "package.json").is_file() or (place / "index.js").is_file()
    else:
        known = place.is_file() and place.suffix in SUFFIXES
    return (
        Package(str(place), manifest.folder.resolve() / "module.json", place, read_description(place))
        if known
        else None
    )


def read_description(folder: Path) -> Object:
    """A folder's `package.json`; empty where there is none to read."""
    try:
        found = loads((folder / "package.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
