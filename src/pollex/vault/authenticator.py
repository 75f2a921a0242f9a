"""Codes of an authenticator app: its seed is stored, and each code is made when it is used."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Fault
from ..core.suggest import one_of

if TYPE_CHECKING:
    from pyotp import TOTP

AUTHENTICATOR_FIELDS: Final = ("digits", "period", "algorithm")
"""Optional fields beside the seed, for sites that differ from the usual 6, 30, SHA1."""
ALGORITHMS: Final = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512}


def authenticator(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields to store, read from a seed in base 32 or from the `otpauth://` address in a QR code."""
    given = str(fields["secret"]).strip()
    made = _from_address(given) if given.startswith("otpauth:") else {"secret": "".join(given.split()).upper()}
    others = {name: str(fields[name]) for name in AUTHENTICATOR_FIELDS if name in fields}
    kept = {"digits": "6", "period": "30", "algorithm": "SHA1", **made, **others}
    code(kept)
    return kept


def code(fields: Mapping[str, str]) -> str:
    """Return the current code."""
    from pyotp import TOTP

    digest = ALGORITHMS.get(fields["algorithm"].upper())
    digits, period = fields["digits"], fields["period"]
    if digest is None:
        raise _refused("algorithm", one_of(ALGORITHMS))
    if digits not in ("6", "7", "8"):
        raise _refused("digits", "6, 7 or 8")
    if not period.isdecimal() or not 1 <= int(period) <= 3_600:
        raise _refused("period", "seconds, such as 30")
    try:
        return TOTP(fields["secret"], digits=int(digits), digest=digest, interval=int(period)).now()
    except ValueError as error:
        raise _refused("secret", "the seed in base 32, or an otpauth:// address") from error


def _from_address(address: str) -> dict[str, str]:
    from pyotp import TOTP, parse_uri

    try:
        read = parse_uri(address)
    except ValueError as error:
        raise _refused("secret", "an otpauth:// address as QR codes have it") from error
    if not isinstance(read, TOTP):
        raise _refused("secret", "an otpauth://totp/ address: codes that go by the time, not by a count")
    return {
        "secret": read.secret,
        "digits": str(read.digits),
        "period": str(read.interval),
        "algorithm": _name_of(read),
    }


def _name_of(read: TOTP) -> str:
    return next(name for name, digest in ALGORITHMS.items() if digest is read.digest)


def _refused(name: str, expected: str) -> Fault:
    """Return the fault for an unusable seed, without the seed."""
    message = f"The field {name!r} of this authenticator cannot be used."
    return Fault("invalid_input", message, pointer=f"/fields/{name}", expected=expected)
