"""Numbers as people and pages write them: with currency, units, and the marks for thousands and decimals of several
countries. Every part of Pollex that reads a number reads it here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final, Literal

Mark = Literal[".", ","]

GAPS: Final = r"[ \u00a0\u202f'’]"
NUMERAL: Final = rf"\d{{1,3}}(?:{GAPS}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
"""The digits of one number with their marks, as a pattern to build others of."""
NUMBER: Final = re.compile(NUMERAL)
ALONE: Final = re.compile(rf"(?:(?<!\w)(?<!\d[.,])|(?<=\b[A-Z]{{3}})|(?<=\bx))(?:{NUMERAL})")
"""A number that is no part of a name; the code of a currency or an `x` may stand right before it."""
SIGNED: Final = re.compile(
    r"(?P<sign>[-+−–]\s?)?(?P<currency>(?:\b[A-Z]{1,2})?[$€£¥₹₽₩₺₪฿]|\b[A-Z]{3}\s)?\s?(?P<inner>[-−])?"
    rf"(?P<number>{NUMERAL})(?:(?P<scale>[kKM])\b)?"
)
PRICE: Final = re.compile(rf"(?:[$€£¥₹₽₩₺₪฿]|[A-Z]{{3}}\s?)?\s?({NUMERAL})\s?(?:[$€£¥₹₽₩₺₪฿%]|zł|Kč|kr|[A-Z]{{3}})?")
"""A whole text that is one number, with the sign or code of its currency."""
RATIO: Final = re.compile(
    r"^\W*?(?:rated\s+)?(?P<first>[-−–]?[\d.,]+)\s*(?:/|out of|of|von|sur|de|di|van)\s*[\d.,]+(?:\s+\w+)?\W*$",
    re.IGNORECASE,
)
"""`4.5 out of 5` and `3 of 12 pages`: the first number is the value."""
INDIAN: Final = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")
LONGEST: Final = 60
"""Characters of a numeral; a longer one is no amount of anything."""
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
DOLLARS: Final = {
    "US": "USD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD", "NZ": "NZD", "HK": "HKD", "S": "SGD", "MX": "MXN",
    "R": "BRL",
}  # fmt: skip
"""Whose dollar (or real) it is, by the letters before the sign."""
LETTERED: Final = re.compile(r"(?<![A-Za-z])([A-Z]{1,2})\$")
CODE: Final = re.compile(
    r"\b(AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|TRY|USD|ZAR)\b"
)
MONEY: Final = re.compile(r"(?:[$€£¥₹₽₩₺₪฿]|\b[A-Z]{3})\s?[-−]?\d|\d\s?(?:[$€£¥₹₽₩₺₪฿]|EUR|USD|GBP|CHF|zł|Kč|kr\b)")
ORDINAL_WORDS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
ORDINALS: Final = {word: number for number, word in enumerate(ORDINAL_WORDS, 1)}
CARDINALS: Final = {
    **{
        word: number
        for number, word in enumerate(
            ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
             "twelve", "thirteen", "fourteen", "fifteen")
        )
    },
    "none": 0, "twice": 2, "both": 2, "couple": 2, "dozen": 12,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
}  # fmt: skip


def number_in(text: str, decimal: Mark | None = None) -> float | int | None:
    """Return the one number in a text, or None: without any, with several, in a name such as AB-12.

    Of a share (`4.5 out of 5`) it is the first; `decimal` is the mark that stands before decimals here, if known.
    """
    ratio = RATIO.match(text)
    if ratio:
        text = ratio["first"].strip(".,")
    found = list(SIGNED.finditer(text))
    return _value(text, found[0], decimal) if len(found) == 1 else None


def first_number(text: str, decimal: Mark | None = None) -> float | int | None:
    """Return the one number in a text, or the first of several."""
    one = number_in(text, decimal)
    match = None if one is not None else SIGNED.search(text)
    return one if match is None else number_in(match[0].strip(), decimal)


def number_of(value: Any) -> float | int | None:
    """Return a JSON number as it is, a text as `number_in` reads it, and None for everything else."""
    if isinstance(value, str):
        return number_in(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def amounts(numeral: str, decimal: Mark | None = None) -> tuple[Decimal, ...]:
    """Return what the digits of one number may mean, the likeliest first: `1.234` has two values, `1.2.3` none."""
    clean = re.sub(rf"{GAPS}|\s", "", numeral).strip(".,")
    if len(clean) > LONGEST or not re.fullmatch(r"\d+(?:[.,]\d+)*", clean):
        return ()
    last = max(clean.rfind("."), clean.rfind(","))
    if last < 0:
        return (Decimal(clean),)
    mark, other = (".", ",") if clean[last] == "." else (",", ".")
    if clean.count(mark) > 1:
        return _grouped(clean, mark) if other not in clean else ()
    whole = _grouped(clean[:last], other) if other in clean else (Decimal(clean[:last]),)
    parted = tuple(Decimal(f"{each}.{clean[last + 1 :]}") for each in whole)
    grouped = _grouped(clean, mark) if other not in clean and not clean.startswith("0") else ()
    return (*grouped, *parted) if mark == ((decimal and {".": ",", ",": "."}[decimal]) or ",") else (*parted, *grouped)


def _grouped(digits: str, mark: str) -> tuple[Decimal, ...]:
    """Return the value of digits in groups of three, or as India writes them; nothing where they are not."""
    first, *rest = digits.split(mark)
    is_grouped = len(first) <= 3 and all(len(part) == 3 for part in rest)
    return (Decimal(first + "".join(rest)),) if is_grouped or INDIAN.fullmatch(digits) else ()


def _value(text: str, match: re.Match[str], decimal: Mark | None) -> float | int | None:
    before, after = text[: match.start()], text[match.end() :]
    if re.search(r"\w$", before) or re.match(r"[.,]?\d|\w*\d|[-/]\w|:\d", after) or re.match(r"[A-Za-z]{5,}", after):
        return None
    meant = amounts(match["number"], decimal)
    if not meant:
        return None
    value = meant[0] * {"k": 1_000, "K": 1_000, "M": 1_000_000}.get(match["scale"] or "", 1)
    negative = bool(match["inner"]) or (match["sign"] or "").strip() in ("-", "−", "–")
    bracketed = match["currency"] and before.rstrip().endswith("(") and after.lstrip().startswith(")")
    return _plain(-value if negative or bracketed else value)


def _plain(value: Decimal) -> float | int:
    return int(value) if value == value.to_integral_value() and abs(value) < 2**53 else float(value)


def decimal_mark(texts: Iterable[str], language: str = "") -> Mark | None:
    """Return the mark before decimals here: by numbers that can be read one way only, else by the language."""
    points = commas = 0
    for text in texts:
        for numeral in NUMBER.findall(text):
            tail = re.search(r"([.,])(\d+)$", numeral)
            if tail and (len(tail[2]) != 3 or re.search(r"[.,].*[.,]", numeral)):
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
    """Return the code of the one currency that a text names."""
    lettered = {DOLLARS.get(letters) for letters in LETTERED.findall(text)}
    plain = LETTERED.sub("", text)
    found = {code for sign, code in CURRENCIES.items() if sign in plain} | set(CODE.findall(plain)) | lettered
    return found.pop() if len(found) == 1 else None
