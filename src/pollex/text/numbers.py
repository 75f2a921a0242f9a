"""Numbers as pages write them: with currency, units, marks for thousands and decimals of several countries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

Mark = Literal[".", ","]

DIGITS: Final = re.compile(
    r"(?P<sign>[-+−–]\s?)?(?P<currency>[$€£¥₹₽₩₺₪฿]|\b[A-Z]{3}\s)?\s?(?P<inner>[-−])?"
    r"(?P<number>\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?:(?P<scale>[kKM])\b)?"
)
RATIO: Final = re.compile(
    r"^\W*(?P<first>[\d.,]+)\s*(?:/|out of|of|von|sur|de|di|van)\s*[\d.,]+(?:\s+\w+)?\W*$", re.IGNORECASE
)
SPACES: Final = re.compile(r"[ \u00a0\u202f'’]")
COMMA_LANGUAGES: Final = frozenset(
    {
        *("bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt", "lv", "nb", "nl"),
        *("nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi"),
    }
)
CURRENCIES: Final = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₪": "ILS",
    "฿": "THB", "zł": "PLN", "Kč": "CZK",
}  # fmt: skip
CODE: Final = re.compile(
    r"\b(AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|TRY|USD|ZAR)\b"
)
MONEY: Final = re.compile(r"(?:[$€£¥₹₽₩₺₪฿]|\b[A-Z]{3})\s?[-−]?\d|\d\s?(?:[$€£¥₹₽₩₺₪฿]|EUR|USD|GBP|CHF|zł|Kč|kr\b)")


def number_in(text: str, decimal: Mark | None = None) -> float | int | None:
    """The one number in a text; None where there is none, or more than one, or it is part of a name such as AB-12."""
    ratio = RATIO.match(text)
    if ratio:
        return _value(ratio["first"].strip(".,"), decimal)
    found = list(DIGITS.finditer(text))
    if len(found) != 1:
        return None
    match = found[0]
    before, after = text[: match.start()], text[match.end() :]
    if re.search(r"\w$", before) or re.match(r"[.,]?\d|\w*\d|[-/]\w|:\d", after) or re.match(r"[A-Za-z]{5,}", after):
        return None
    value = _value(match["number"], decimal)
    if value is None:
        return None
    if match["scale"]:
        value = value * (1_000 if match["scale"] in "kK" else 1_000_000)
    negative = bool(match["inner"]) or (match["sign"] or "").strip() in ("-", "−", "–")
    bracketed = match["currency"] and before.rstrip().endswith("(") and after.lstrip().startswith(")")
    return _whole(-value if negative or bracketed else value)


def _value(digits: str, decimal: Mark | None) -> float | int | None:
    clean = SPACES.sub("", digits)
    last = max(clean.rfind("."), clean.rfind(","))
    if last < 0:
        return int(clean)
    mark: Mark = "." if clean[last] == "." else ","
    other = "," if mark == "." else "."
    if clean.count(mark) > 1:
        return _grouped(clean, mark) if other not in clean else None
    is_group = other not in clean and len(clean) - last == 4 and not clean.startswith("0")
    if is_group and (mark == "," if decimal is None else mark != decimal):
        return int(clean.replace(mark, ""))
    if other in clean and not _grouped(clean[:last], other):
        return None
    return _whole(float(clean.replace(other, "").replace(mark, ".")))


def _grouped(digits: str, mark: str) -> int | None:
    first, *rest = digits.split(mark)
    return int(first + "".join(rest)) if len(first) <= 3 and all(len(part) == 3 for part in rest) else None


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) and abs(value) < 2**53 else value


def decimal_mark(texts: Iterable[str], language: str = "") -> Mark | None:
    """Which mark stands before decimals here: told by numbers that can be read one way only, else by the language."""
    points = commas = 0
    for text in texts:
        for match in DIGITS.finditer(text):
            tail = re.search(r"([.,])(\d+)$", match["number"])
            if tail and (len(tail[2]) != 3 or re.search(r"[.,].*[.,]", match["number"])):
                points += tail[1] == "."
                commas += tail[1] == ","
    if points != commas:
        return "." if points > commas else ","
    if not language:
        return None
    return "," if language.split("-", maxsplit=1)[0].lower() in COMMA_LANGUAGES else "."


def is_money(text: str) -> bool:
    return len(text) < 60 and MONEY.search(text) is not None


def currency_in(text: str) -> str | None:
    """The one currency that a text names, as its code."""
    found = {code for sign, code in CURRENCIES.items() if sign in text} | set(CODE.findall(text))
    return found.pop() if len(found) == 1 else None
