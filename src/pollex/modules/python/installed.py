"""Finds an installed package by its distribution (`python-dateutil`) or its module (`yaml`), importing nothing."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

from ...core.fault import Fault
from ...core.suggest import one_of

JOINTS: Final = re.compile(r"[-_.]+")
NO_PACKAGES: Final = frozenset({"builtins", "__main__"})
"""Python itself and the program that runs: what they offer is `eval` and `open`, and no library."""


@dataclass(frozen=True, slots=True)
class Found:
    """A module that can be imported by its name."""

    module: str
    version: str | None
    place: str


def find_installed(package: str) -> Found | None:
    """The module that a package's name means; a Fault where its distribution has several and none is clearly meant."""
    if package in NO_PACKAGES:
        message = f"{package!r} is no package whose functions can be tools."
        raise Fault("denied", message, pointer="/package", expected="a package", received=package, retry=False)
    if (distribution := _distribution(package)) and (module := _chosen_module(distribution, package)):
        return Found(module, distribution.version, _place(find_module(module)))
    spec = find_module(package)
    if spec is None:
        return None
    return Found(package, _version(package.partition(".")[0]), _place(spec))


def find_module(name: str) -> ModuleSpec | None:
    """The module's spec. `importlib` would import the parents of a dotted name; this walks their folders instead."""
    first, *rest = name.split(".")
    if not all(part.isidentifier() for part in (first, *rest)):
        return None
    if name in sys.modules:
        return sys.modules[name].__spec__ or ModuleSpec(name, None)
    try:
        spec = find_spec(first)
    except ValueError:  # a module that was made by hand has no spec
        return None
    for part in rest:
        if spec is None or spec.submodule_search_locations is None:
            return None
        spec = PathFinder.find_spec(f"{spec.name}.{part}", list(spec.submodule_search_locations))
    return spec


def _distribution(package: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(package)
    except (metadata.PackageNotFoundError, ValueError):
        return None


def _chosen_module(distribution: metadata.Distribution, package: str) -> str | None:
    """The one of its top-level modules that the package's name means; None where it has none that can be found."""
    if "." in package and find_module(package):
        return package
    names = [name for name in _top_level(distribution) if find_module(name)]
    public = [name for name in names if not name.startswith("_")] or names
    namesakes = [name for name in public if _folded(name) == _folded(package)]
    match namesakes or public:
        case []:
            return None
        case [only]:
            return only
    raise Fault(
        "ambiguous",
        f"The package {package!r} has {len(public)} modules, and none of them has its name.",
        pointer="/package",
        expected=one_of(public),
        received=package,
        hint="Name the module itself as the package.",
    )


def _top_level(distribution: metadata.Distribution) -> list[str]:
    """The modules that a distribution says it has; where it does not say, those among its files, or its own name."""
    said = (distribution.read_text("top_level.txt") or "").split()
    own = JOINTS.sub("_", distribution.name)
    return said or sorted(set(_modules_of(distribution.files or ()))) or [own, own.lower()][: 1 + (own != own.lower())]


def _modules_of(files: Iterable[PurePosixPath]) -> Iterable[str]:
    for file in files:
        if len(file.parts) > 1 and file.suffix == ".py" and file.parts[0].isidentifier():
            yield file.parts[0]
        elif len(file.parts) == 1 and file.suffix in (".py", ".so", ".pyd"):
            yield file.name.partition(".")[0]


def _version(module: str) -> str | None:
    """The version of what brought a module: Python's own for the standard library."""
    if module in sys.stdlib_module_names:
        return platform.python_version()
    distribution = distribution_of(module)
    return distribution.version if distribution else None


def distribution_of(module: str) -> metadata.Distribution | None:
    """What brought a top-level module; None for Python's own."""
    name = brought().get(module)
    return _distribution(name) if name else None


def brought() -> dict[str, str]:
    """The top-level modules that distributions brought, each with the name of its distribution."""
    found: dict[str, str] = {}
    for folder in reversed(sys.path):
        with suppress(OSError):
            found |= _brought_into(folder, Path(folder).stat().st_mtime_ns)
    return found


@lru_cache(maxsize=64)
def _brought_into(folder: str, changed: int) -> dict[str, str]:
    """The same of one folder. What is installed or removed changes the folder, which is read anew then."""
    found: dict[str, str] = {}
    for distribution in metadata.distributions(path=[folder]):
        for module in _top_level(distribution):
            found.setdefault(module, distribution.name)
    return found


def _place(spec: ModuleSpec | None) -> str:
    if spec is None:
        return "unknown"
    return spec.origin or next(iter(spec.submodule_search_locations or ()), "unknown")


def _folded(name: str) -> str:
    return JOINTS.sub("", name).lower()
