"""The secret behind the cookie of the page: kept in the home folder, so that a restart signs nobody out."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final

from ..disk.replace import replace_file

NAME: Final = "serve.key"


def page_cookie(home: Path, port: int) -> str:
    """Return the cookie's value for a server at a port: the same at each start, another for each port."""
    return hmac.new(_kept_key(home), f"page:{port}".encode(), hashlib.sha256).hexdigest()


def _kept_key(home: Path) -> bytes:
    """Return the key in the file, which only its owner may read; where there is none, or it is no secret, a new one."""
    path = home / NAME
    try:
        if path.stat().st_mode & 0o077 == 0 and len(found := path.read_bytes()) == 32:
            return found
    except OSError:
        pass
    home.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(32)
    replace_file(path, key, mode=0o600)
    return key
