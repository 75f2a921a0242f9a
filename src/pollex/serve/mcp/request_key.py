"""The key that seals `requestState`, kept in the home folder so that a client's next request survives a restart."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

FILE: Final = "mcp.key"
SECONDS: Final = 30 * 24 * 3600.0
"""How long a client may take to answer: as long as a run waits for an approval in practice."""
NAME: Final = "pollex"


def request_state_boundary(home: Path) -> RequestStateBoundary:
    """Return what seals and opens the state that clients send back."""
    return RequestStateBoundary(RequestStateSecurity(keys=[kept_key(home)], ttl=SECONDS), default_audience=NAME)


def kept_key(home: Path) -> str:
    """Return the key of this home folder; the first to ask makes it, readable by its owner alone."""
    file = home / FILE
    home.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        draft = home / f"{FILE}.{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            written.write(secrets.token_hex(32))
        try:
            os.link(draft, file)  # whole or not at all, and never over another's
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text(encoding="ascii").strip()
