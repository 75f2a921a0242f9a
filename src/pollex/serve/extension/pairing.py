"""Pairings of this home with browsers: a code that a person types once becomes a key on both sides.

The code is eighty bits, so that what either side proves with it tells nobody the rest.
"""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import b32encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Final, Literal

from ...core.fault import Fault
from ...disk.replace import replace_file

NAME: Final = "extension.pairings"
"""The file of the pairings in the home folder."""
CODE_BYTES: Final = 10
CODE_SECONDS: Final = 120.0
CODE_TRIES: Final = 5
MAX_PAIRINGS: Final = 20
Side = Literal["server", "extension"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One browser that may speak here."""

    id: str
    key: str = field(repr=False)
    name: str
    """What the browser calls itself."""
    since: str


@dataclass(slots=True)
class _Code:
    """A code that waits to be typed."""

    key: bytes = field(repr=False)
    until: float
    tries: int = CODE_TRIES


class Pairings:
    """The pairings of one home."""

    def __init__(self, home: Path, clock: Callable[[], float] = monotonic) -> None:
        self._file, self._clock = home / NAME, clock
        self._known = {each.id: each for each in _read(self._file)}
        self._code: _Code | None = None

    def __iter__(self) -> Iterator[Pairing]:
        return iter(tuple(self._known.values()))

    def new_code(self, port: int) -> str:
        """Return a code that pairs one browser within two minutes. It ends the code before."""
        words = b32encode(secrets.token_bytes(CODE_BYTES)).decode()
        self._code = _Code(code_key(words), self._clock() + CODE_SECONDS)
        return "-".join([str(port), *(words[at : at + 4] for at in range(0, len(words), 4))])

    def key_of(self, pairing: str | None) -> bytes | None:
        """Return what a browser is to prove that it knows: the key of its pairing, or of the code that waits."""
        if pairing is not None:
            known = self._known.get(pairing)
            return None if known is None else bytes.fromhex(known.key)
        if self._code is not None and (self._code.tries < 1 or self._clock() > self._code.until):
            self._code = None
        return None if self._code is None else self._code.key

    def failed(self, pairing: str | None) -> None:
        """Hear that a browser did not prove what it should."""
        if pairing is None and self._code is not None:
            self._code.tries -= 1

    def pair(self, key: bytes, nonces: str, name: str) -> Pairing:
        """Return the pairing that a code has become. The code holds no longer."""
        if len(self._known) >= MAX_PAIRINGS:
            hint = "End one with `pollex extension --revoke ID`; `pollex extension --list` names them."
            raise Fault("limit", f"There are {MAX_PAIRINGS} pairings.", hint=hint, retry=False)
        self._code = None
        since = datetime.now(UTC).isoformat(timespec="seconds")
        pairing = Pairing(secrets.token_hex(8), pairing_key(key, nonces).hex(), name, since)
        self._keep({**self._known, pairing.id: pairing})
        return pairing

    def revoke(self, pairing: str) -> None:
        """End a pairing. Raises a Fault where there is none."""
        if pairing not in self._known:
            known = ", ".join(self._known) or "none"
            hint = "`pollex extension --list` names them."
            raise Fault("not_found", "There is no such pairing.", expected=known, received=pairing, hint=hint)
        self._keep({name: each for name, each in self._known.items() if name != pairing})

    def _keep(self, known: dict[str, Pairing]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self._file, json.dumps([asdict(each) for each in known.values()], indent=1), mode=0o600)
        self._known = known


def code_key(words: str) -> bytes:
    """Return the key that stands for a code."""
    return hmac.digest(words.encode(), b"pollex code", sha256)


def pairing_key(key: bytes, nonces: str) -> bytes:
    """Return the key of a new pairing."""
    return hmac.digest(key, f"pairing\n{nonces}".encode(), sha256)


def proof(key: bytes, side: Side, nonces: str) -> str:
    """Return what a side sends to show that it knows a key; the other side's would not do."""
    return hmac.digest(key, f"{side}\n{nonces}".encode(), sha256).hex()


def is_proof(given: str, key: bytes, side: Side, nonces: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), proof(key, side, nonces).encode())


def _read(file: Path) -> list[Pairing]:
    """Return the pairings in the file; none where others than its owner could have written or read it."""
    with suppress(OSError, ValueError, TypeError):
        if file.stat().st_mode & 0o077 == 0:
            return [Pairing(**each) for each in json.loads(file.read_text(encoding="utf-8"))]
    return []
