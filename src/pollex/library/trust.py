"""The libraries whose scripts a person trusts where nothing holds them: each as it was then, file by file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.json_file import read_json
from ..disk.private import FILE, private_folder
from ..disk.replace import replace_file
from .layout import find_root

CODE: Final = (
    *(".py", ".ts", ".js", ".mts", ".mjs", ".cts", ".cjs"),
    *(".pyc", ".so", ".pyd", ".node", ".wasm"),  # taken in the place of a source of that name
)
UNREAD: Final = ("node_modules", ".git")
OURS: Final = Path(__file__).parents[1]


class Trust:
    """Kept in a file of the home folder: the hash of every script of a library, by the library's folder."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def holds(self, root: Path) -> bool:
        """Whether every script below a library's root is one that was trusted; those of Pollex itself are."""
        if root.resolve().is_relative_to(OURS):
            return True
        given = self._read().get(str(root.resolve()), {}).get("scripts", {})
        found = hashes(root)
        return bool(found) and all(given.get(name) == digest for name, digest in found.items())

    def give(self, folder: Path) -> Object:
        """Trust the scripts of a library as they are now; return which, with their hashes."""
        root = find_root(folder)
        return self._write(root, hashes(root))

    def add(self, folder: Path, files: Iterable[Path]) -> None:
        """Trust files of a library that Pollex has written, and those that are trusted already."""
        root = find_root(folder).resolve()
        written = {str(each.resolve().relative_to(root)) for each in files if each.resolve().is_relative_to(root)}
        added = {name: digest for name, digest in hashes(root).items() if name in written}
        if added:
            before = self._read().get(str(root), {}).get("scripts", {})
            self._write(root, {**before, **added})

    def take(self, folder: Path) -> None:
        """Trust a library no more; raise a Fault where it was not."""
        known = self._read()
        names = [each for each in (folder.resolve(), (folder / "src").resolve()) if str(each) in known]
        if not names:
            hint = "See which are: pollex library trust"
            raise Fault("not_found", f"The scripts of {str(folder)!r} are not trusted.", hint=hint, retry=False)
        self._save({name: each for name, each in known.items() if name not in map(str, names)})

    def listed(self) -> list[Object]:
        """Return each library that is trusted, and whether its scripts are still those."""
        return [
            {"library": name, "at": each["at"], "scripts": each["scripts"], "unchanged": self.holds(Path(name))}
            for name, each in self._read().items()
        ]

    def _write(self, root: Path, scripts: Mapping[str, str]) -> Object:
        given: Object = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "scripts": dict(scripts)}
        self._save({**self._read(), str(root.resolve()): given})
        return {"library": str(root.resolve()), **given}

    def _save(self, known: Object) -> None:
        private_folder(self._file.parent)
        replace_file(self._file, dumps(known, indent=True) + "\n", mode=FILE)

    def _read(self) -> dict[str, Any]:
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return {}
        known = read_json(content, str(self._file))
        return dict(known) if isinstance(known, dict) else {}


def hashes(root: Path) -> dict[str, str]:
    """Return the hash of each script below a library's root, compiled ones too, by its path; packages of npm are
    left out."""
    found: dict[str, str] = {}
    for name, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in UNREAD)
        for file in sorted(each for each in files if each.endswith(CODE)):
            path = Path(name, file)
            if path.is_file():
                found[str(path.relative_to(root))] = sha256(path.read_bytes()).hexdigest()
    return found
