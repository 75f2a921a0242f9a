"""A module beside its manifest, `./thing.py` or `./package`: where it is, and that it does not lie somewhere else."""

from __future__ import annotations

import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from ...core.call import new_id
from ...core.failure import class_name
from ...core.fault import Fault
from ..runtime import Manifest

MARK: Final = "@"
"""Stands between a local module's name and what makes it unique; no installed module can have it."""

UNIQUE: Final = re.compile(f"{MARK}[0-9a-f]{{8}}")


def find_local(manifest: Manifest, allowed_folders: tuple[Path, ...]) -> Path | None:
    """The file that is imported, None where there is none; a Fault where it lies outside the allowed folders."""
    named = manifest.folder / manifest.package
    folders = tuple(folder.resolve() for folder in (manifest.folder, *allowed_folders))
    _refuse_outside(named, manifest, folders)
    for entry in (named, named / "__init__.py", named.with_name(f"{named.name}.py")):
        if entry.suffix == ".py" and entry.is_file():
            _refuse_outside(entry, manifest, folders)
            return entry
    return None


def import_local(entry: Path) -> ModuleType:
    """The module, executed anew each time, under a name that no other module can have."""
    is_package = entry.name == "__init__.py"
    name = f"{entry.resolve().parent.name if is_package else entry.stem}{MARK}{new_id()[:8]}"
    places = [str(entry.parent)] if is_package else None
    spec = spec_from_file_location(name, entry, loader=FreshLoader(name, str(entry)), submodule_search_locations=places)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        forget(module)
        raise
    return module


def kind_name(value: Any) -> str:
    """The full name of a value's class, as its author would write it."""
    return UNIQUE.sub("", class_name(value))


def forget(module: Any) -> None:
    """Let go of a local module and what it imported from its own package. Installed ones stay."""
    name = getattr(module, "__name__", "")
    if MARK in name:
        for known in [known for known in sys.modules if known == name or known.startswith(f"{name}.")]:
            del sys.modules[known]


class FreshLoader(SourceFileLoader):
    """Reads the source each time and writes no cache: a cache misses a change within the same second."""

    def path_stats(self, path: Any) -> NoReturn:
        raise OSError(f"{path} is not cached")


def _refuse_outside(path: Path, manifest: Manifest, folders: tuple[Path, ...]) -> None:
    if not any(path.resolve().is_relative_to(folder) for folder in folders):
        raise Fault(
            "denied",
            f"The package {manifest.package!r} lies outside the folder of its manifest.",
            pointer="/package",
            expected="a path inside the manifest's folder",
            received=manifest.package,
            hint="Move it beside the manifest, or name its folder in the setting module_folders.",
        )
