"""`serve.json` in the home folder: where the server is, and its token, for programs of the same user."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx2

from ..core.fault import Fault
from ..core.json import Object
from ..disk.replace import replace_file

NAME: Final = "serve.json"
PATIENCE: Final = 3.0
FORBIDDEN: Final = 403
"""What a server answers that is called by another name."""


def write_server_file(home: Path, url: str, token: str) -> Path:
    """Write the file so that only its owner can read it, and nobody sees half of it."""
    path = home / NAME
    home.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps({"url": url, "token": token, "pid": os.getpid()}), mode=0o600)
    return path


def read_server_file(home: Path) -> Object | None:
    """Return what the file of a running server says; None where there is none, or what is left of one."""
    try:
        found: Object = json.loads((home / NAME).read_text(encoding="utf-8"))
        os.kill(int(found["pid"]), 0)
        return found if _answers(str(found["url"])) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _answers(url: str) -> bool:
    """Return whether a server is there: the number of a process that has ended may be another program's by now."""
    try:
        answer = httpx2.get(f"{url}/healthz", timeout=PATIENCE)
        return answer.status_code == FORBIDDEN or "version" in answer.json()
    except httpx2.TimeoutException:
        return True  # it is busy
    except httpx2.HTTPError:
        return False


def running_server(home: Path) -> Object:
    """Return what the file of the server says that runs; raise a Fault where none does."""
    if (found := read_server_file(home)) is None:
        raise no_server()
    return found


def no_server() -> Fault:
    hint = "Start it with `pollex serve`, and do this in another terminal."
    return Fault("unavailable", "No Pollex runs here that Chrome could be connected with.", hint=hint)


def ask_server(
    home: Path, method: str, path: str, body: Object | None = None, patience: float = PATIENCE
) -> Object | None:
    """Ask the running server of a home; None where there is none. It has `patience` seconds to answer."""
    found = read_server_file(home)
    if found is None:
        return None
    headers = {"Authorization": f"Bearer {found['token']}"}
    said: Object = httpx2.request(method, f"{found['url']}{path}", headers=headers, json=body, timeout=patience).json()
    return said


def remove_server_file(home: Path) -> None:
    """Remove the file if it is of this process."""
    with suppress(OSError, ValueError):
        if json.loads((home / NAME).read_text(encoding="utf-8")).get("pid") == os.getpid():
            (home / NAME).unlink()
