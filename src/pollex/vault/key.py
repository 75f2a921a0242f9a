"""The master key of a home folder: in the system's keyring if one works, else in a file for its owner only, or in that
file behind a passphrase.

The file `vault.key` exists in all cases and says which; so a keyring that cannot be reached is distinguished from a
home that has no key yet, and nothing is ever encrypted with a second key by mistake. Another place changes this file
alone: the key stays the same.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from ..core.fault import Fault
from ..core.json import Object, dumps, loads
from . import files
from .passphrase import AskPassphrase, is_wrapped, no_passphrase, unwrap, wrap
from .system_keyring import Keyring

KeyPlace = Literal["keyring", "file", "passphrase"]
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


def find_key(path: Path, ring: Keyring, ask: AskPassphrase) -> EncryptionKey | None:
    """Return the key that the file `path` describes, or None if there is no such file."""
    text = files.read(path)
    if text is None:
        return None
    entry = _entry(path, text)
    place: KeyPlace = entry["place"]
    if place != "keyring" and files.open_to_others(path):
        hint = f"Run: chmod 600 {path}. If others use this machine, change the passwords that were stored."
        raise Fault("denied", f"Others may read the key {str(path)!r}.", expected="mode 600", hint=hint, retry=False)
    key_id = bytes.fromhex(entry["id"])
    if place == "passphrase":
        words = ask()
        if words is None:
            raise no_passphrase()
        return EncryptionKey(key_id, place, unwrap(entry["key"], words, key_id))
    kept = entry["key"] if place == "file" else ring.get(entry["id"])
    if kept is None:
        raise _not_given(path, entry["id"])
    return EncryptionKey(key_id, place, _decoded(path, kept))


def new_key() -> EncryptionKey:
    """Return a new key, which is stored nowhere yet."""
    return EncryptionKey(os.urandom(ID_BYTES), "file", os.urandom(BYTES))


def make_key(path: Path, ring: Keyring) -> EncryptionKey:
    """Return a new key, stored. The caller holds the lock, and has checked that there is none."""
    key = new_key()
    try:
        return store_key(path, ring, key, "keyring")
    except Fault:
        return store_key(path, ring, key, "file")


def store_key(path: Path, ring: Keyring, key: EncryptionKey, place: KeyPlace, words: str = "") -> EncryptionKey:
    """Store a key in a place and return it as it is there; raise a Fault if that fails. The caller holds the lock."""
    text = b64encode(key.secret).decode()
    entry: Object = {"version": VERSION, "id": key.id.hex(), "place": place}
    if place == "keyring" and not ring.put(key.id.hex(), text):
        hint = "Choose a passphrase, or the file."
        raise Fault("unavailable", "There is no keyring here that keeps what it is given.", hint=hint, retry=False)
    if place != "keyring":
        entry["key"] = text if place == "file" else wrap(key.secret, words, key.id)
    files.replace(path, dumps(entry).encode())
    return replace(key, place=place)


def place_of(path: Path) -> KeyPlace | None:
    """Return where the key is, without reading it, or None if there is none yet."""
    text = files.read(path)
    place: KeyPlace | None = None if text is None else _entry(path, text)["place"]
    return place


def _entry(path: Path, text: bytes) -> Object:
    """Return the content of `vault.key`, checked."""
    try:
        entry = loads(text)
    except ValueError as error:
        raise _foreign(path) from error
    if not isinstance(entry, dict) or entry.get("version") != VERSION or not _is_id(entry.get("id")):
        raise _foreign(path)
    place, kept = entry.get("place"), entry.get("key")
    whole = {"keyring": True, "file": isinstance(kept, str), "passphrase": is_wrapped(kept)}
    if not isinstance(place, str) or not whole.get(place, False):
        raise _foreign(path)
    return entry


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


def _not_given(path: Path, name: str) -> Fault:
    return Fault(
        "unavailable",
        f"The key of {str(path.parent)!r} is in the system's keyring, which does not give it.",
        expected=f"the entry {name!r} of the service 'pollex'",
        hint="Unlock the keyring, or run this where you stored the credentials.",
        retry=True,
    )


def _foreign(path: Path) -> Fault:
    return Fault(
        "unavailable",
        f"The key {str(path)!r} is damaged, or of another version.",
        expected=f"a key of version {VERSION}, as Pollex writes it",
        hint="Restore the file from a copy. Without it, what it sealed cannot be opened; it is left as it is.",
        retry=False,
    )
