"""The three steps of the checkout: their fields and their validation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..site import TODAY
from .basket import DELIVERY

STEPS: Final = ("address", "delivery", "payment")
COUNTRIES: Final = {
    "AT": ("Austria", r"\d{4}"),
    "BE": ("Belgium", r"\d{4}"),
    "DE": ("Germany", r"\d{5}"),
    "DK": ("Denmark", r"\d{4}"),
    "ES": ("Spain", r"\d{5}"),
    "FR": ("France", r"\d{5}"),
    "GB": ("United Kingdom", r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"),
    "IE": ("Ireland", r"[A-Z]\d[\dW] ?[A-Z\d]{4}"),
    "IT": ("Italy", r"\d{5}"),
    "NL": ("Netherlands", r"\d{4} ?[A-Z]{2}"),
    "SE": ("Sweden", r"\d{3} ?\d{2}"),
}
FIELDS: Final = {
    "address": ("name", "email", "street", "postcode", "city", "country", "phone"),
    "delivery": ("delivery", "note"),
    "payment": ("card_name", "card", "expiry", "cvc", "terms"),
}
Errors = dict[str, str]


def check(step: str, given: Mapping[str, str]) -> Errors:
    """Return the mistakes by field."""
    return {"address": check_address, "delivery": check_delivery, "payment": check_payment}[step](given)


def check_address(given: Mapping[str, str]) -> Errors:
    wanted = {"name": "your full name", "street": "street and number", "city": "the town or city"}
    errors = {field: f"Enter {what}." for field, what in wanted.items() if not given[field]}
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]{2,}", given["email"], re.IGNORECASE):
        errors["email"] = "Enter an e-mail address such as name@example.org."
    if given["country"] not in COUNTRIES:
        errors["country"] = "Choose the country we deliver to."
    elif not re.fullmatch(COUNTRIES[given["country"]][1], given["postcode"].upper()):
        errors["postcode"] = f"This is no postcode of {COUNTRIES[given['country']][0]}."
    if not given["postcode"]:
        errors["postcode"] = "Enter the postcode."
    if given["phone"] and not re.fullmatch(r"\+?[\d ()/-]{6,20}", given["phone"]):
        errors["phone"] = "Enter digits only, with + and the country code in front if you like."
    return errors


def check_delivery(given: Mapping[str, str]) -> Errors:
    errors = {} if given["delivery"] in DELIVERY else {"delivery": "Choose how you want to get your order."}
    if len(given["note"]) > 200:
        errors["note"] = "A note has 200 characters at most."
    return errors


def check_payment(given: Mapping[str, str]) -> Errors:
    errors = {} if given["card_name"] else {"card_name": "Enter the name on the card."}
    digits = re.sub(r"[ -]", "", given["card"])
    if not re.fullmatch(r"\d{13,19}", digits) or not luhn(digits):
        errors["card"] = "This card number is not valid. Please check the digits."
    if not in_future(given["expiry"]):
        errors["expiry"] = "Enter a month that is not over yet, as MM/YY."
    if not re.fullmatch(r"\d{3,4}", given["cvc"]):
        errors["cvc"] = "Enter the three digits on the back of the card."
    if not given["terms"]:
        errors["terms"] = "Please accept the terms of sale."
    return errors


def luhn(digits: str) -> bool:
    """Return whether a card number's check digit is right."""
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def in_future(expiry: str) -> bool:
    found = re.fullmatch(r"(0[1-9]|1[0-2]) ?/ ?(\d{2})", expiry)
    return found is not None and (2000 + int(found[2]), int(found[1])) >= (TODAY.year, TODAY.month)
