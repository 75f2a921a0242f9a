"""Time-based one-time codes, as authenticator apps make them (RFC 6238: SHA-1, 6 digits, 30 seconds)."""

from __future__ import annotations

import base64
import hmac
import struct
from typing import Final

PERIOD: Final = 30
DIGITS: Final = 6


def code_at(secret: str, moment: float) -> str:
    """Return the code of a base32 secret at a Unix time in seconds."""
    key = base64.b32decode(secret.replace(" ", "").upper())
    digest = hmac.digest(key, struct.pack(">Q", int(moment) // PERIOD), "sha1")
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def accepts(secret: str, code: str, moment: float) -> bool:
    """Return whether the code is the current one, or that of the period before or after."""
    given = "".join(code.split()).encode()
    near = (moment - PERIOD, moment, moment + PERIOD)
    return any(hmac.compare_digest(code_at(secret, each).encode(), given) for each in near)
