"""Who has entered: entries that let a browser in once, the sessions that they become, and tickets for single files.

A session is a token in the storage of the page's origin. No cookie is set: a cookie goes to every port of its host.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.parse import quote

from ..disk.replace import replace_file

NAME: Final = "serve.sessions"
"""The file of the sessions that outlive the server, by their hashes."""
ENTRY_SECONDS: Final = 60.0
TICKET_SECONDS: Final = 3_600.0
MOST: Final = 100
"""Entries and sessions; with a further one the oldest ends."""


class BrowserSessions:
    """The sessions of one server."""

    def __init__(self, kept: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        """`kept` is the file of those that stay in when the server starts again; None means that all end with it."""
        self._file, self._clock = kept, clock
        self._key = secrets.token_bytes(32)
        self.over = asyncio.Event()
        """Set when all sessions are ended: what is open ends then, too. The next ones have another."""
        self._entries: dict[str, float] = {}
        self._open: dict[str, None] = dict.fromkeys(_read(kept))

    def new_entry(self) -> str:
        """Return a token that lets one browser in, within a minute."""
        entry = secrets.token_urlsafe(32)
        self._entries[_hash(entry)] = self._clock() + ENTRY_SECONDS
        _shorten(self._entries)
        return entry

    def use_entry(self, entry: str) -> bool:
        """Return whether an entry holds. It holds once."""
        until = self._entries.pop(_hash(entry), None)
        return until is not None and self._clock() <= until

    def begin(self) -> str:
        """Return the token of a new session."""
        token = secrets.token_urlsafe(32)
        self._open[_hash(token)] = None
        _shorten(self._open)
        self._keep()
        return token

    def knows(self, token: str) -> bool:
        return _hash(token) in self._open

    def forget(self) -> None:
        """End all sessions, entries and tickets."""
        self._open.clear()
        self._entries.clear()
        self._key = secrets.token_bytes(32)
        self._keep()
        self.over.set()
        self.over = asyncio.Event()

    def ticket(self, path: str) -> str:
        """Return an address that can be read without a header, by pictures and links, for one to two hours.

        Within an hour it is the same, so that a browser does not load a picture twice.
        """
        until = f"{(self._clock() // TICKET_SECONDS + 2) * TICKET_SECONDS:.0f}"
        return f"{quote(path)}?ticket={until}.{self._signed(path, until)}"

    def fits(self, path: str, ticket: str) -> bool:
        until, _, given = ticket.partition(".")
        is_signed = hmac.compare_digest(given.encode("utf-8", "replace"), self._signed(path, until).encode())
        return is_signed and until.isdecimal() and self._clock() <= float(until)

    def _signed(self, path: str, until: str) -> str:
        return hmac.new(self._key, f"{until} {path}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def _keep(self) -> None:
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._file, json.dumps(list(self._open)), mode=0o600)


def forget_kept(home: Path) -> None:
    """End the sessions that were to outlive their server."""
    (home / NAME).unlink(missing_ok=True)


def _read(kept: Path | None) -> list[str]:
    """Return the hashes in the file; none where others than its owner could have written or read it."""
    with suppress(OSError, ValueError):
        if kept is not None and kept.stat().st_mode & 0o077 == 0:
            found = json.loads(kept.read_text(encoding="utf-8"))
            return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []
    return []


def _hash(token: str) -> str:
    """Return what is kept and looked up instead of a token: how long that takes says nothing about it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _shorten(known: dict[str, float] | dict[str, None]) -> None:
    while len(known) > MOST:
        del known[next(iter(known))]
