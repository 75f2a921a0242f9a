"""A person's browser with the extension as the store takes it, on hosts that the person has agreed to."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pollex.extension.package import FOLDER, manifest


def granted(folder: Path, *, light: bool) -> Path:
    """A copy of the extension that need not ask for the practice server: nobody could answer in a test."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    hosts = {"host_permissions": ["http://127.0.0.1/*", "http://localhost/*"]}
    (folder / "manifest.json").write_text(json.dumps({**manifest(light=light), **hosts}))
    return folder
