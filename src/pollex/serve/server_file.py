"""`serve.json` in the home folder: where the server is, and its token, for programs of the same user."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from ..core.json import Object
from ..disk.replace import replace_file

NAME = "serve.json"


def write_server_file(home: Path, url: str, token: str) -> Path:
    """Write the file so that only its owner can read it, and nobody sees half of it."""
    path = home / NAME
    home.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps({"url": url, "token": token, "pid": os.getpid()}), mode=0o600)
    return path


def read_server_file(home: Path) -> Object | None:
    """Return what the file of a running server says; None where there is none."""
    try:
        found = json.loads((home / NAME).read_text(encoding="utf-8"))
        os.kill(int(found["pid"]), 0)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, dict) else None


def remove_server_file(home: Path) -> None:
    """Remove the file if it is of this process."""
    with suppress(OSError, ValueError):
        if json.loads((home / NAME).read_text(encoding="utf-8")).get("pid") == os.getpid():
            (home / NAME).unlink()
