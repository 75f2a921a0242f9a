"""What a script needs to see of the file system: its library, an interpreter, and the system's programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives"),
)
POLLEX: Final = Path(__file__).parents[1]
INSTALLED: Final = ("site-packages", "dist-packages")
"""Where what Pollex needs lies beside it; such a folder may be in a person's home, and not the interpreter's."""
PACKAGES: Final = ("node_modules", "package.json")
"""What scripts for Node look for in each folder above theirs."""


def readable(library: Path, hidden: Iterable[Path] = (), programs: Iterable[str] = ()) -> list[str]:
    """Return the files and folders that a script of a library may read; none of them is in another one.

    Left out are those that are `hidden`, and what lies in the library's own folder with a name that begins with a
    dot. A library that lies in a hidden folder is seen all the same, and nothing beside it.
    """
    kept = {os.path.realpath(each) for each in hidden}
    dotted = {str(each) for each in library.resolve().iterdir() if each.name.startswith(".")}
    asked = (*SYSTEM, sys.prefix, sys.base_prefix, with_needs(POLLEX), *programs, *packages(library))
    shown = [each for path in asked for place in (path, os.path.realpath(path)) for each in without(place, kept)]
    around = {each for each in kept if is_in(os.path.realpath(library), each) and each != os.path.realpath(library)}
    return outermost([*shown, *without(str(library.absolute()), kept - around | dotted)])


def with_needs(package: Path) -> str:
    """Return the folder of a package, or the one that it is installed in with all that it needs."""
    return str(package.parent if package.parent.name in INSTALLED else package)


def packages(library: Path) -> Iterator[str]:
    """Yield what a library's packages may be called; a link could lead anywhere, and is the author's to choose."""
    for folder in library.absolute().parents:
        for name in PACKAGES:
            if not (folder / name).is_symlink():
                yield str(folder / name)


def without(path: str, hidden: set[str]) -> Iterator[str]:
    """Yield a place, or, where something hidden lies in it, all in it that is not hidden."""
    real = os.path.realpath(path)
    if not os.path.exists(real) or any(is_in(real, each) for each in hidden):
        return
    if not any(is_in(each, real) for each in hidden):
        yield path
        return
    for name in sorted(os.listdir(path)):
        yield from without(os.path.join(path, name), hidden)


def outermost(paths: Iterable[str]) -> list[str]:
    found: list[str] = []
    for path in sorted(set(paths), key=len):
        if not any(is_in(path, each) for each in found):
            found.append(path)
    return found


def is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
