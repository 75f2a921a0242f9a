"""The extension as a file: whole, or without the debugger, as the store takes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

FOLDER: Final = Path(__file__).parent
KINDS: Final = (".css", ".html", ".js", ".json", ".png")
HEAVY: Final = ("debugger",)
"""Permissions that the store does not take."""


def pack(path: Path, *, light: bool) -> Path:
    """Write the extension's files into a ZIP and return its path."""
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for file in sorted(FOLDER.rglob("*")):
            name = file.relative_to(FOLDER).as_posix()
            if file.suffix in KINDS and name != "manifest.json":
                packed.write(file, name)
        packed.writestr("manifest.json", json.dumps(manifest(light=light), indent=2))
    return path.absolute()


def manifest(*, light: bool) -> dict[str, object]:
    """Return the manifest; there is one, and the light one is derived from it."""
    whole: dict[str, object] = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    permissions = whole["permissions"]
    assert isinstance(permissions, list)
    return {**whole, "permissions": [each for each in permissions if not (light and each in HEAVY)]}
