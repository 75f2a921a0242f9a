"""`library build`: a library that is right as a wheel, with typed exports and the library's own files in it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.parsed_scripts import ParsedScripts
from ..disk.replace import replace_file
from .distribution import name_and_version
from .exports.packages import Packages, find_exports
from .exports.source import write_exports
from .findings import COPY, Findings
from .formats import ENTRY_POINTS, FILES, GENERIC, NAMESPACE
from .layout import SKIPPED
from .library import Library, check_library
from .rules.node_script import ParseScripts, parse_scripts
from .wheel import Wheel

LARGEST_PACKAGED: Final = 100_000_000
"""Bytes of any one file of a wheel, which is made in memory."""
TYPES: Final = "types.ts"
"""The types that the scripts of a library share (000)."""


@dataclass(frozen=True)
class Built:
    """A library that was built: its wheel, not written yet, and its exports."""

    library: Library
    wheel: Wheel
    exports: tuple[str, ...]

    def write(self, folder: Path) -> Path:
        """Write the wheel into a folder, as a whole or not at all."""
        content, path = self.wheel.to_bytes(), folder / self.wheel.filename
        try:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
        except OSError as error:
            message = f"The wheel cannot be written: {error.strerror}."
            raise Fault("failed", message, received=str(path), hint="Name another folder: -o DIST") from error
        return path

    def to_json(self) -> Object:
        return {
            **self.library.to_json(),
            "name": self.wheel.name,
            "version": self.wheel.version,
            "exports": list(self.exports),
        }


def build_library(
    folder: Path,
    *,
    name: str | None = None,
    version: str | None = None,
    taken: Collection[str] = (),
    parse: ParseScripts = lambda files: ParsedScripts(),
) -> tuple[Built | None, Library, Findings]:
    """Check a library and make its wheel in memory; None instead of it where there are errors.

    Name and version are by default those of the folder's `pyproject.toml`, else the folder's own name and 0.1.0.
    """
    library, findings = check_library(folder, taken=taken)
    named, numbered = name_and_version(folder, name, version)
    packages = find_exports(library, findings)
    parsed = parse_scripts(library.templates, parse, findings)
    files = _files(library, named, map(Path, parsed.imported), findings)
    if findings.errors:
        return None, library, findings
    files |= {path: text.encode() for path, text in write_exports(packages)}
    place = f"{NAMESPACE}.{FILES}.{named.replace('-', '_')}"
    apps = ", ".join(each.id for each in library.apps)
    wheel = Wheel(
        named,
        numbered,
        summary=f"Tools for Pollex: {apps or GENERIC}.",
        requires=("pollex",),
        entry_points={ENTRY_POINTS: {named: place}},
        files=files,
    )
    return Built(library, wheel, tuple(_paths(packages))), library, findings


def _paths(packages: Packages) -> Iterator[str]:
    for path, package in packages.items():
        yield from (".".join((NAMESPACE, *path, "tool", each.function)) for each in package.tools)


def _files(library: Library, name: str, imported: Iterable[Path], findings: Findings) -> dict[str, bytes]:
    """Return all files of the apps and the generic logins and what scripts import, by their path in the wheel."""
    found: dict[str, bytes] = {}
    for file in dict.fromkeys((*_own_files(library.root), *imported)):
        if file.is_symlink():
            message = "A link cannot be packaged."
            findings.errors.add(file, "", message, "a file", str(file.readlink()), COPY)
        elif not file.is_relative_to(library.root):
            message = f"A script imports {str(file)!r}, which lies outside of the library."
            findings.errors.add(file, "", message, f"a file below {str(library.root)!r}", str(file), COPY)
        elif (content := findings.read(file, LARGEST_PACKAGED)) is not None:
            place = file.relative_to(library.root).as_posix()
            found[f"{NAMESPACE}/{FILES}/{name.replace('-', '_')}/{place}"] = content
    return found


def _own_files(root: Path) -> Iterator[Path]:
    if (types := root / TYPES).is_file():  # also where scripts import only types of it, which no Node sees
        yield types
    for part in ("apps", GENERIC):
        for folder, folders, names in os.walk(root / part):
            folders[:] = [each for each in folders if each not in SKIPPED and not each.startswith(".")]
            yield from (Path(folder, each) for each in names if not each.startswith("."))
