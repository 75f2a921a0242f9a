"""A person's browser with the extension as the store takes it, on hosts that the person has agreed to."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pollex.extension.package import FOLDER, manifest


def granted(folder: Path, *, light: bool, sockets: bool = False) -> Path:
    """A copy of the extension that need not ask for the practice server, or to hold sockets: nobody could agree."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    made = manifest(light=light)
    made["host_permissions"] = ["http://127.0.0.1/*", "http://localhost/*", *(["ws://*/*"] if sockets else [])]
    if sockets:
        made["permissions"] = [*made["permissions"], "declarativeNetRequestWithHostAccess"]  # type: ignore[misc]
    (folder / "manifest.json").write_text(json.dumps(made))
    return folder
