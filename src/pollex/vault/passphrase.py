"""A passphrase in front of the vault's key: scrypt makes a key of the words, and that key wraps the vault's.

The words come from the variable POLLEX_PASSPHRASE or from the terminal, and are stored nowhere.
"""

from __future__ import annotations

import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from ..core.fault import Fault
from ..core.json import Object
from ..core.secret import PASSPHRASE

AskPassphrase: TypeAlias = Callable[[], str | None]
"""Returns the passphrase, or None where there is nobody to ask."""
COST: Final = {"n": 2**17, "r": 8, "p": 1}
"""What scrypt may take: 128 MB and some tenths of a second, once a process."""
MOST: Final = {"n": 2**20, "r": 32, "p": 16}
"""The highest cost that is accepted from a file, so that a changed one cannot use up the memory."""
SALT: Final = 16
NONCE: Final = 12


def passphrase_from(environ: Mapping[str, str]) -> AskPassphrase:
    """Return what finds the passphrase: in these variables, else by asking on the terminal."""

    def ask() -> str | None:
        if given := environ.get(PASSPHRASE):
            return given
        if sys.stdin is None or not sys.stdin.isatty():
            return None
        from getpass import getpass

        return getpass("Passphrase of the vault: ") or None

    return ask


def wrap(secret: bytes, words: str, key_id: bytes) -> Object:
    """Return the key as `vault.key` stores it: wrapped, with all but the words that unwrap it."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    wrapped = nonce + AESGCM(_stretched(words, salt, COST)).encrypt(nonce, secret, key_id)
    return {**COST, "salt": b64encode(salt).decode(), "wrapped": b64encode(wrapped).decode()}


def unwrap(kept: Object, words: str, key_id: bytes) -> bytes:
    """Return the key, or raise a Fault if these are not the words that it was wrapped with."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    wrapped = b64decode(kept["wrapped"])
    try:
        key = _stretched(words, b64decode(kept["salt"]), kept)
        return AESGCM(key).decrypt(wrapped[:NONCE], wrapped[NONCE:], key_id)
    except (InvalidTag, ValueError) as error:
        hint = f"Type it again, or correct the variable {PASSPHRASE}; nothing was changed."
        raise Fault("denied", "This is not the passphrase of the vault.", hint=hint, retry=False) from error


def is_wrapped(kept: Any) -> bool:
    """Return whether this is what `wrap` returns, at a cost that can be borne."""
    if not isinstance(kept, dict) or kept.keys() != {*COST, "salt", "wrapped"}:
        return False
    try:
        sizes = len(b64decode(kept["salt"], validate=True)), len(b64decode(kept["wrapped"], validate=True))
    except (ValueError, TypeError):
        return False
    costs = all(type(kept[name]) is int and 1 <= kept[name] <= most for name, most in MOST.items())
    return costs and kept["n"] > 1 and not kept["n"] & (kept["n"] - 1) and sizes[0] == SALT and sizes[1] > NONCE


def no_passphrase() -> Fault:
    hint = f"Set the variable {PASSPHRASE}, or run this on a terminal, where it is asked for."
    return Fault("unavailable", "The vault needs its passphrase, and there is nobody to ask.", hint=hint, retry=False)


def _stretched(words: str, salt: bytes, cost: Mapping[str, int]) -> bytes:
    from unicodedata import normalize

    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=cost["n"], r=cost["r"], p=cost["p"]).derive(normalize("NFC", words).encode())
