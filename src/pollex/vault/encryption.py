"""Encryption: AES-256-GCM, with a header of version and key, which tells foreign data from damaged data."""

from __future__ import annotations

import os
from typing import Final

from ..core.fault import Fault
from .key import ID_BYTES, EncryptionKey

MARK: Final = b"pollex\x00\x01"
"""The beginning of all encrypted data: the last byte is the version."""
HEADER: Final = len(MARK) + ID_BYTES
NONCE: Final = 12


def seal(key: EncryptionKey, data: bytes, purpose: str) -> bytes:
    """Encrypt `data` with the key; `purpose` must be the same when it is decrypted."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    header, nonce = MARK + key.id, os.urandom(NONCE)
    return header + nonce + AESGCM(key.secret).encrypt(nonce, data, header + purpose.encode())


def unseal(key: EncryptionKey, sealed: bytes, purpose: str, what: str) -> bytes:
    """Return the decrypted data, or raise a Fault about `what` if this key did not encrypt it or it was changed."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    header, nonce, rest = sealed[:HEADER], sealed[HEADER : HEADER + NONCE], sealed[HEADER + NONCE :]
    if not header.startswith(MARK):
        raise refused(what, "is not sealed by Pollex, or by another version of it")
    if header != MARK + key.id:
        raise refused(what, "was sealed with another key than the one in this home folder")
    try:
        return AESGCM(key.secret).decrypt(nonce, rest, header + purpose.encode())
    except (InvalidTag, ValueError) as error:
        raise refused(what, "is damaged") from error


def refused(what: str, why: str) -> Fault:
    hint = "Restore it, or the file vault.key, from a copy; nothing was changed."
    return Fault("unavailable", f"{what} {why}.", expected="data sealed with this home's key", hint=hint, retry=False)
