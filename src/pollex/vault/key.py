"""The master key of a home folder: in the system's keyring if one works, else in a file for its owner only.

The file `vault.key` exists in both cases and says which; so a keyring that cannot be reached is distinguished from a
home that has no key yet, and nothing is ever encrypted with a second key by mistake.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from ..core.fault import Fault
from ..core.json import Object, dumps, loads
from . import files
from .system_keyring import Keyring

KeyPlace = Literal["keyring", "file"]
VERSION: Final = 1
BYTES: Final = 32
ID_BYTES: Final = 8
ID: Final = re.compile(rf"[0-9a-f]{{{2 * ID_BYTES}}}")


@dataclass(frozen=True, slots=True)
class EncryptionKey:
    """The key itself, and the id by which encrypted data refers to it."""

    id: bytes
    place: KeyPlace
    secret: bytes = field(repr=False)


def find_key(path: Path, ring: Keyring) -> EncryptionKey | None:
    """Return the key that the file `path` describes, or None if there is no such file."""
    text = files.read(path)
    if text is None:
        return None
    told = _told(path, text)
    kept = told["key"] if told["place"] == "file" else ring.get(told["id"])
    if kept is None:
        raise Fault(
            "unavailable",
            f"The key of {str(path.parent)!r} is in the system's keyring, which does not give it.",
            expected=f"the entry {told['id']!r} of the service 'pollex'",
            hint="Unlock the keyring, or run this where you stored the credentials.",
            retry=True,
        )
    if told["place"] == "file" and files.open_to_others(path):
        hint = f"Run: chmod 600 {path}. If others use this machine, change the passwords that were stored."
        raise Fault("denied", f"Others may read the key {str(path)!r}.", expected="mode 600", hint=hint, retry=False)
    return EncryptionKey(bytes.fromhex(told["id"]), told["place"], _decoded(path, kept))


def make_key(path: Path, ring: Keyring) -> EncryptionKey:
    """Return a new key. The caller holds the lock, and has checked that there is none."""
    key_id, secret = os.urandom(ID_BYTES), os.urandom(BYTES)
    text = b64encode(secret).decode()
    told: Object = {"version": VERSION, "id": key_id.hex()}
    if ring.put(key_id.hex(), text):
        files.replace(path, dumps({**told, "place": "keyring"}).encode())
        return EncryptionKey(key_id, "keyring", secret)
    files.replace(path, dumps({**told, "place": "file", "key": text}).encode())
    return EncryptionKey(key_id, "file", secret)


def place_of(path: Path) -> KeyPlace | None:
    """Return where the key is, without reading it, or None if there is none yet."""
    text = files.read(path)
    place: KeyPlace | None = None if text is None else _told(path, text)["place"]
    return place


def _told(path: Path, text: bytes) -> Object:
    try:
        told = loads(text)
    except ValueError as error:
        raise _foreign(path) from error
    if not isinstance(told, dict) or told.get("version") != VERSION or not _is_id(told.get("id")):
        raise _foreign(path)
    if told.get("place") != "keyring" and not (told.get("place") == "file" and isinstance(told.get("key"), str)):
        raise _foreign(path)
    return told


def _is_id(text: object) -> bool:
    return isinstance(text, str) and ID.fullmatch(text) is not None


def _decoded(path: Path, text: str) -> bytes:
    try:
        secret = b64decode(text, validate=True)
    except ValueError as error:
        raise _foreign(path) from error
    if len(secret) != BYTES:
        raise _foreign(path)
    return secret


def _foreign(path: Path) -> Fault:
    return Fault(
        "unavailable",
        f"The key {str(path)!r} is damaged, or of another version.",
        expected=f"a key of version {VERSION}, as Pollex writes it",
        hint="Restore the file from a copy. Without it, what it sealed cannot be opened; it is left as it is.",
        retry=False,
    )
