"""A module beside its manifest, `./thing.py` or `./package`: where it is, and how it is imported with its siblings.

Its folder becomes a package of a private name, `@1a2b3c4d`, so that two folders may have files of the same name: `from
.helper import x` finds the sibling by Python's own rules, and `from helper import x` is read as that.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from ...core.call import new_id
from ...core.failure import class_name
from ..faults import refuse_outside
from ..runtime import Manifest

MARK: Final = "@"
"""Begins the private name of a folder; no installed module can have it."""
UNIQUE: Final = re.compile(rf"{MARK}[0-9a-f]{{8}}\.?")


def find_local(manifest: Manifest, allowed_folders: tuple[Path, ...]) -> Path | None:
    """Return the file to import, None if there is none; raise if it lies outside the allowed folders."""
    named = manifest.folder / manifest.package
    refuse_outside(named, manifest, allowed_folders)
    for entry in (named, named / "__init__.py", named.with_name(f"{named.name}.py")):
        if entry.suffix == ".py" and entry.is_file():
            refuse_outside(entry, manifest, allowed_folders)
            return entry
    return None


def import_local(entry: Path) -> ModuleType:
    """Import the module anew, in a package of its own."""
    place = entry.parent if entry.name == "__init__.py" else entry.with_suffix("")
    folder = ModuleType(f"{MARK}{new_id()[:8]}")
    folder.__path__ = [str(place.absolute().parent)]
    name = f"{folder.__name__}.{place.absolute().name.replace('.', '_')}"
    spec = spec_from_file_location(name, entry, loader=LocalLoader(name, str(entry)))
    assert spec is not None
    assert spec.loader is not None
    if FINDER not in sys.meta_path:
        sys.meta_path.insert(0, FINDER)
    sys.modules[folder.__name__] = folder
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        forget(folder)
        raise
    return module


def kind_name(value: Any) -> str:
    """The full name of a value's class, as its author would write it."""
    return UNIQUE.sub("", class_name(value))


def forget(module: Any) -> None:
    """Remove a local module and its siblings from `sys.modules`. Installed ones stay."""
    folder = str(getattr(module, "__name__", "")).partition(".")[0]
    if folder.startswith(MARK):
        for known in [known for known in sys.modules if known.partition(".")[0] == folder]:
            del sys.modules[known]


class LocalFinder(MetaPathFinder):
    """Finds what lies in a folder with a private name, and nothing else."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(MARK) or not path:
            return None
        file = _file(Path(path[0]), name.rpartition(".")[2])
        return None if file is None else spec_from_file_location(name, file, loader=LocalLoader(name, str(file)))


FINDER: Final = LocalFinder()


class LocalLoader(SourceFileLoader):
    """Reads the source each time and writes no cache, since a cache misses a change within the same second."""

    def path_stats(self, path: Any) -> NoReturn:
        raise OSError(f"{path} is not cached")

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with its own `import`, which also serves imports inside functions."""
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _import}
        super().exec_module(module)


def _import(
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 - these are the names of Python's own
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import as Python does, the folder's own files first; but a `requests.py` may import the package `requests`."""
    importer = globals or {}
    folder, _, own = str(importer.get("__name__", "")).partition(".")
    first = name.partition(".")[0]
    itself = first == own and "__path__" not in importer
    if level == 0 and not itself and folder in sys.modules and _file(Path(sys.modules[folder].__path__[0]), first):
        globals, level = {"__package__": folder, "__name__": folder, "__path__": []}, 1  # noqa: A001
    return __import__(name, globals, locals, fromlist or (), level)


def _file(folder: Path, name: str) -> Path | None:
    candidates = (folder / name / "__init__.py", folder / f"{name}.py")
    return next((file for file in candidates if file.is_file()), None)
