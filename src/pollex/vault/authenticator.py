"""Codes of an authenticator app: its seed is stored, and each code is made when it is used, and used once.

A code goes by the time (TOTP: one for each `period` of seconds) or by a count (HOTP: the `counter` of the next code).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from ..core.credential import CREDENTIAL_TYPES
from ..core.fault import Fault
from ..core.suggest import one_of

ALGORITHMS: Final = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512}
OPTIONS: Final = CREDENTIAL_TYPES["authenticator"].optional
USUAL: Final = {"digits": "6", "algorithm": "SHA1"}
PERIOD: Final = "30"
USED: Final = "used"
"""The field of the last time step whose code was handed out; the vault writes it."""
STATE: Final = (USED, "counter")
"""The fields that change with each code."""


def authenticator(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields to store, read from a seed in base 32 or from the `otpauth://` address in a QR code."""
    given = str(fields["secret"]).strip()
    made = _from_address(given) if ":" in given else {"secret": "".join(given.split()).upper()}
    made = {**USUAL, **made, **{name: str(fields[name]) for name in OPTIONS if name in fields}}
    if "counter" not in made:
        made = {"period": PERIOD, **made}
    elif "period" in made:
        raise _refused("counter", "a period or a counter: a code goes by the time or by a count")
    _check(made)
    return made


def use_code(fields: Mapping[str, str], now: float) -> tuple[str, dict[str, str]] | float:
    """Return an unused code and the fields that record its use, or the seconds until there is one.

    After the clock was set back by more than a window, codes are made again: waiting for it could take for ever.
    """
    if "counter" in fields:
        count = int(fields["counter"])
        return _code(fields, count), {**fields, "counter": str(count + 1)}
    period = int(fields["period"])
    step, used = int(now // period), int(fields.get(USED, "-1"))
    if used in (step, step + 1):
        return float((used + 1) * period - now)
    return _code(fields, step), {**fields, USED: str(step)}


def _code(fields: Mapping[str, str], count: int) -> str:
    from pyotp import HOTP

    return HOTP(fields["secret"], digits=int(fields["digits"]), digest=ALGORITHMS[fields["algorithm"].upper()]).at(
        count
    )


def _check(fields: Mapping[str, str]) -> None:
    """Raise a Fault if no code can be made of these fields."""
    if fields["algorithm"].upper() not in ALGORITHMS:
        raise _refused("algorithm", one_of(ALGORITHMS))
    if fields["digits"] not in ("6", "7", "8"):
        raise _refused("digits", "6, 7 or 8")
    if "period" in fields and not _is_number(fields["period"], least=1, most=3_600):
        raise _refused("period", "seconds, such as 30")
    if "counter" in fields and not _is_number(fields["counter"], least=0, most=2**63 - 1):
        raise _refused("counter", "the count of the next code, such as 0")
    try:
        _code(fields, 0)
    except ValueError as error:
        raise _refused("secret", "the seed in base 32, or an otpauth:// address") from error


def _is_number(text: str, *, least: int, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most


def _from_address(address: str) -> dict[str, str]:
    """Return the fields of an `otpauth://` address; a count without a counter begins at 0."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise _refused("secret", "an otpauth:// address as QR codes have it") from error
    named = dict(parse_qsl(parts.query))
    if parts.scheme != "otpauth" or parts.netloc not in ("totp", "hotp") or not named.get("secret"):
        raise _refused("secret", "an otpauth://totp/ or otpauth://hotp/ address as QR codes have it")
    if "encoder" in named:
        raise _refused("secret", "codes of digits: those of Steam are of letters")
    known = {name: value for name, value in named.items() if name in USUAL}
    timing = (
        {"counter": named.get("counter", "0")} if parts.netloc == "hotp" else {"period": named.get("period", PERIOD)}
    )
    return {"secret": "".join(named["secret"].split()).upper(), **known, **timing}


def _refused(name: str, expected: str) -> Fault:
    """Return the fault for an unusable seed, without the seed."""
    message = f"The field {name!r} of this authenticator cannot be used."
    return Fault("invalid_input", message, pointer=f"/fields/{name}", expected=expected)
