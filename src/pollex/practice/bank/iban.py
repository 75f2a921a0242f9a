"""International account numbers: their check digits and how they are written."""

from __future__ import annotations

import re
from typing import Final

LENGTHS: Final = {
    "AT": 20, "BE": 16, "CH": 21, "DE": 22, "DK": 18, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "IE": 22, "IT": 27,
    "LU": 20, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "SE": 24,
}  # fmt: skip


def compact(iban: str) -> str:
    return re.sub(r"\s", "", iban).upper()


def spaced(iban: str) -> str:
    """Return an IBAN in groups of four, for people."""
    return " ".join(re.findall(".{1,4}", compact(iban)))


def remainder(iban: str) -> int:
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97


def mistake(iban: str) -> str | None:
    """Return what is wrong with an IBAN, in words, or None if it is right."""
    number = compact(iban)
    if not number:
        return "Enter the IBAN of the payee."
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]+", number):
        return "An IBAN begins with two letters and two digits, such as DE89 3704 0044 0532 0130 00."
    wanted = LENGTHS.get(number[:2])
    if wanted is None:
        return f"We do not send money to the country {number[:2]}."
    if len(number) != wanted:
        return f"An IBAN of {number[:2]} has {wanted} characters; this one has {len(number)}."
    return None if remainder(number) == 1 else "This IBAN has a typing mistake: its check digits do not fit."


def make_iban(country: str, account: str) -> str:
    """Return an IBAN with the right check digits."""
    return f"{country}{98 - remainder(f'{country}00{account}'):02}{account}"
