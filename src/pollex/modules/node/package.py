"""The place of an npm package or local file: beside the manifest, in a folder above it, or in Pollex's home.

Of several, the first one with a version that satisfies the manifest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ...core.json import Object, loads
from ..faults import refuse_outside
from ..runtime import Manifest, installed_for
from ..versions import satisfies

NAME: Final = re.compile(r"(?P<name>(?:@[a-z0-9~_.-]+/)?[a-zA-Z0-9~_-][a-zA-Z0-9~_.-]*)(?P<inner>(?:/[\w.@~-]+)*)")
"""A package's name, with its scope, and what is taken from inside it: `lodash/fp`."""
SUFFIXES: Final = frozenset({".js", ".mjs", ".cjs", ".json", ".ts", ".mts", ".cts"})


@dataclass(frozen=True, slots=True)
class Package:
    """A package to load: `specifier` as seen from `base`, a file that need not exist."""

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
    """Return the package, None if it is missing; raise if a local path leaves the folders that it may be in."""
    if manifest.is_local:
        return _local(manifest, allowed_folders)
    named = NAME.fullmatch(manifest.package)
    if named is None or ".." in named["inner"].split("/"):
        return None
    found = list(_installed(manifest, named["name"], home))
    wanted = manifest.document.get("packageVersion")
    will_do = (one for one in found if wanted is None or satisfies(one.version or "", wanted, "npm"))
    return next(will_do, found[0] if found else None)


def _installed(manifest: Manifest, name: str, home: Path | None) -> Iterator[Package]:
    for folder in _folders(manifest, home):
        place = folder / "node_modules" / name
        if (place / "package.json").is_file():
            yield Package(manifest.package, folder / "module.json", place, read_description(place))


def _folders(manifest: Manifest, home: Path | None) -> Iterator[Path]:
    """Yield the folders to search: near the manifest, what was installed for this module, and the home."""
    yield manifest.folder.absolute()
    yield from manifest.folder.absolute().parents
    if home is not None:
        yield installed_for(manifest, home.absolute())
        yield home.absolute()


def _local(manifest: Manifest, allowed_folders: Iterable[Path]) -> Package | None:
    place = (manifest.folder / manifest.package).resolve()
    refuse_outside(place, manifest, allowed_folders)
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
