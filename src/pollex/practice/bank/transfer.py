"""Transfers: the form, its validation, and the resulting payment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ..site import TODAY
from .iban import compact, mistake
from .ledger import Account

FIELDS: Final = ("source", "name", "iban", "amount", "day", "purpose")
RHYTHMS: Final = {"monthly": "Every month", "quarterly": "Every three months", "yearly": "Every year"}


@dataclass(frozen=True)
class Payment:
    """Money to be sent from one of our accounts to an IBAN."""

    source: str
    name: str
    iban: str
    amount: int
    day: date
    purpose: str


@dataclass(frozen=True)
class StandingOrder:
    number: int
    payment: Payment
    rhythm: str


def cents(text: str) -> int | None:
    """Return `1.234,50`, `1,234.50` and `1234.5` alike as cents, or None for anything else."""
    plain = re.sub(r"[€\s]", "", text)
    found = re.fullmatch(r"(\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?", plain)
    if found is None:
        return None
    return int(re.sub(r"[.,]", "", found[1])) * 100 + int((found[2] or "0").ljust(2, "0"))


def as_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def check(given: Mapping[str, str], accounts: Mapping[str, Account]) -> dict[str, str]:
    """Return the mistakes by field."""
    errors = {}
    if given["source"] not in accounts:
        errors["source"] = "Choose the account that pays."
    if not given["name"]:
        errors["name"] = "Enter the name of the payee."
    wrong = mistake(given["iban"])
    if wrong is not None:
        errors["iban"] = wrong
    elif given["source"] in accounts and accounts[given["source"]].iban == compact(given["iban"]):
        errors["iban"] = "This is the account that pays."
    amount, day = cents(given["amount"]), as_day(given["day"])
    if not amount:
        errors["amount"] = "Enter an amount such as 25.00."
    elif given["source"] in accounts and day == TODAY and amount > accounts[given["source"]].balance:
        errors["amount"] = "There is not enough money on this account."
    if day is None or not TODAY <= day <= TODAY + timedelta(days=365):
        errors["day"] = "Choose a day from today on, within a year."
    if len(given["purpose"]) > 140:
        errors["purpose"] = "The purpose has 140 characters at most."
    return errors


def read_payment(given: Mapping[str, str]) -> Payment:
    """Return the payment from fields that `check` accepted."""
    amount, day = cents(given["amount"]), as_day(given["day"])
    assert amount is not None
    assert day is not None
    return Payment(given["source"], given["name"], compact(given["iban"]), amount, day, given["purpose"])
