"""Bitwarden's password-protected export: a key made of the password opens AES-CBC with an HMAC."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any, Final

from ...core.fault import Fault

PBKDF2: Final = 0
ARGON2ID: Final = 1
MOST: Final = {"kdfIterations": 2_000_000, "kdfMemory": 1_024, "kdfParallelism": 16}
"""Bitwarden's own highest settings; memory is in MB."""
CHOOSE: Final = "In Bitwarden, choose the export 'Password protected', or .json without encryption."


def is_encrypted(document: Mapping[str, Any]) -> bool:
    return document.get("encrypted") is True


def refuse_restricted(document: Mapping[str, Any]) -> None:
    """Raise a Fault for an export that only its own account can open."""
    if document.get("passwordProtected") is not True:
        message = "This export of Bitwarden is restricted to its account, and cannot be opened here."
        raise Fault("invalid_input", message, expected="an export with a password, or without encryption", hint=CHOOSE)


def decrypt(document: Mapping[str, Any], password: str) -> bytes:
    """Return the export inside, or raise a Fault if the password is wrong or the file damaged."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

    try:
        key = _key(document, password.encode())
        encryption, signing = (HKDFExpand(hashes.SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))
        validation = _opened(document["encKeyValidation_DO_NOT_EDIT"], encryption, signing)
        data = None if validation is None else _opened(document["data"], encryption, signing)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = "This encrypted export of Bitwarden is damaged, or of a newer form."
        raise Fault("invalid_input", message, hint=CHOOSE, retry=False) from error
    if validation is None:
        raise Fault("denied", "This is not the password of the export.", hint="Type it again; nothing was imported.")
    if data is None:
        raise Fault("invalid_input", "This encrypted export of Bitwarden is damaged.", hint="Export it again.")
    return data


def _key(document: Mapping[str, Any], password: bytes) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
    from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

    salt: bytes = document["salt"].encode()
    iterations = _number(document, "kdfIterations")
    if document["kdfType"] == PBKDF2:
        return PBKDF2HMAC(hashes.SHA256(), 32, salt, iterations).derive(password)
    if document["kdfType"] != ARGON2ID:
        raise ValueError
    digest = hashes.Hash(hashes.SHA256())
    digest.update(salt)
    lanes, memory = _number(document, "kdfParallelism"), _number(document, "kdfMemory") * 1_024
    made = Argon2id(salt=digest.finalize(), length=32, iterations=iterations, lanes=lanes, memory_cost=memory)
    return made.derive(password)


def _number(document: Mapping[str, Any], name: str) -> int:
    value = document[name]
    if type(value) is not int or not 1 <= value <= MOST[name]:
        raise ValueError
    return value


def _opened(text: str, encryption: bytes, signing: bytes) -> bytes | None:
    """Return what `2.iv|data|mac` holds, or None if these keys did not seal it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, hmac, padding
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    kind, _, rest = text.partition(".")
    if kind != "2":
        raise ValueError
    vector, data, mac = (b64decode(part, validate=True) for part in rest.split("|"))
    check = hmac.HMAC(signing, hashes.SHA256())
    check.update(vector + data)
    try:
        check.verify(mac)
    except InvalidSignature:
        return None
    decryptor = Cipher(algorithms.AES(encryption), modes.CBC(vector)).decryptor()
    padded = decryptor.update(data) + decryptor.finalize()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(padded) + unpadder.finalize()
