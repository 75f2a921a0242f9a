"""A copy of a library whose sites are elsewhere, such as on a practice server."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ..core.json import dumps, loads

READ: Final = frozenset({".json", ".py", ".ts", ".js"})


def copy_library(library: Path, target: Path, addresses: Mapping[str, str]) -> Path:
    """Copy a library with each of some addresses replaced by another one, and return the copy's folder.

    Its apps may reach the new hosts too:
    `copy_library(LIBRARY, tmp_path / "library", {"https://shop.example": server.url})`.
    """
    shutil.copytree(library, target, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules"))
    for file in target.rglob("*"):
        if file.suffix in READ and file.is_file():
            text = file.read_text(encoding="utf-8")
            for old, new in addresses.items():
                text = text.replace(old, new)
            if file.name == "app.json":
                text = _reaching(text, (urlsplit(new).hostname or "" for new in addresses.values()))
            file.write_text(text, encoding="utf-8")
    return target


def _reaching(text: str, hosts: Iterable[str]) -> str:
    """Return an `app.json` with further domains."""
    document: Any = loads(text)
    document["allowedDomains"] = list(dict.fromkeys([*document["allowedDomains"], *hosts]))
    return dumps(document, indent=True)
