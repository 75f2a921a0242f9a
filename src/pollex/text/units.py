"""Units of measure behind numbers, as pages write them and as names of data end with them."""

from __future__ import annotations

import re
from typing import Final

from .numbers import NUMERAL, Mark, number_in

UNITS: Final[dict[str, str]] = {
    "g": "g|gr|grams?", "kg": "kg|kilos?|kilograms?", "mg": "mg", "lb": "lbs?|pounds?", "oz": "oz|ounces?",
    "mm": "mm", "cm": "cm", "m": "m|met(?:er|re)s?", "km": "km", "mile": "mi|miles?", "inch": "in|inch|inches|\"|″",
    "second": "s|sec|secs|seconds?", "minute": "min|mins|minutes?", "hour": "h|hrs?|hours?", "day": "d|days?",
    "week": "w|weeks?", "month": "mo|months?", "year": "y|yrs?|years?", "percent": "%|percent|per cent",
    "mbit": "mbit(?:/s)?|mbps", "gbit": "gbit(?:/s)?|gbps", "mb": "mb", "gb": "gb", "tb": "tb", "mah": "mah",
    "kwh": "kwh",
    "kw": "kw", "hp": "hp|ps|bhp", "w": "w|watts?", "v": "v|volts?", "f": "°\\s?f", "c": "°\\s?c",
    "l": "l|lit(?:er|re)s?",
    "ml": "ml", "kcal": "kcal", "bpm": "bpm",
}  # fmt: skip
"""By the word at the end of a name, in the singular, how the unit is written."""
ALIASES: Final = {"min": "minute", "sec": "second", "hr": "hour", "h": "hour", "pct": "percent", "lbs": "lb"}
UNITS.update({short: UNITS[name] for short, name in ALIASES.items()})
ANY: Final = "|".join(dict.fromkeys(UNITS.values()))


def number_with_unit(text: str, unit: str, decimal: Mark | None = None) -> float | int | None:
    """Return the one number in a text that has this unit, or that has none; None where there are other units."""
    found = {
        number_in(match[1], decimal)
        for match in re.finditer(rf"([-+−–]?\s?(?:{NUMERAL}))\s?(?:{UNITS[unit]})(?![\w/])", text, re.IGNORECASE)
    }
    if found:
        return found.pop() if len(found) == 1 else None
    if re.search(rf"\d\s?(?:{ANY})(?!\w)", text, re.IGNORECASE):
        return None
    return number_in(text, decimal)
