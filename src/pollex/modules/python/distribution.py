"""Installed Python packages, found by distribution (`python-dateutil`) or module (`yaml`) without importing them."""

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
class ImportableModule:
    """A module that can be imported by its name."""

    module: str
    version: str | None
    place: str


def find_installed(package: str) -> ImportableModule | None:
    """Return the module of a package; raise if its distribution has several and none has its name."""
    if package in NO_PACKAGES:
        message = f"{package!r} is no package whose functions can be tools."
        raise Fault("denied", message, pointer="/package", expected="a package", received=package, retry=False)
    if (distribution := _distribution(package)) and (module := _chosen_module(distribution, package)):
        return ImportableModule(module, distribution.version, _place(find_module(module)))
    spec = find_module(package)
    if spec is None:
        return None
    return ImportableModule(package, _version(package.partition(".")[0]), _place(spec))


def find_module(name: str) -> ModuleSpec | None:
    """Return the module's spec without importing its parents, as `importlib` would."""
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
    """Return the top-level module that the package's name means; None if none can be found."""
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
    """Return the modules that a distribution declares, else those among its files, else its own name."""
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
    """Return the version of a module's distribution; Python's own for the standard library."""
    if module in sys.stdlib_module_names:
        return platform.python_version()
    distribution = distribution_of(module)
    return distribution.version if distribution else None


def distribution_of(module: str) -> metadata.Distribution | None:
    """Return the distribution of a top-level module; None for the standard library."""
    name = module_distributions().get(module)
    return _distribution(name) if name else None


def known_packages() -> set[str]:
    """Return the names of all installed distributions and of their modules."""
    return {name for pair in module_distributions().items() for name in pair}


def module_distributions() -> dict[str, str]:
    """Return the name of the distribution of each installed top-level module."""
    found: dict[str, str] = {}
    for folder in reversed(sys.path):
        with suppress(OSError):
            found |= _distributions_in(folder, Path(folder).stat().st_mtime_ns)
    return found


@lru_cache(maxsize=64)
def _distributions_in(folder: str, changed: int) -> dict[str, str]:
    """Return those of one folder, cached until something is installed or removed there."""
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
