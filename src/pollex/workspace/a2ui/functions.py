"""A2UI's functions that make text of data, as a reader of American English expects it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from ...core.json import Object, dumps

MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"}
WITHOUT_CENTS: Final = frozenset({"JPY", "KRW"})
MOST_DECIMALS: Final = 20
DATE_PART: Final = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*")


def as_text(value: Any) -> str:
    """Return a value as A2UI shows it in text."""
    match value:
        case None:
            return ""
        case str():
            return value
        case float() if value.is_integer():
            return str(int(value))
    return dumps(value)


def format_number(args: Object) -> str:
    value = _number(args.get("value"))
    if value is None:
        return ""
    decimals = _decimals(args, None)
    text = f"{value:,.3f}".rstrip("0").rstrip(".") if decimals is None else f"{value:,.{decimals}f}"
    return text.replace(",", "") if args.get("grouping") is False else text


def format_currency(args: Object) -> str:
    value, currency = _number(args.get("value")), as_text(args.get("currency"))
    if value is None:
        return ""
    decimals = _decimals(args, 0 if currency in WITHOUT_CENTS else 2)
    text = format_number({**args, "value": abs(value), "decimals": decimals})
    return f"{'-' if value < 0 else ''}{SYMBOLS.get(currency, f'{currency} ')}{text}"


def format_date(args: Object) -> str:
    """Format a date by a Unicode pattern (TR 35). What is no date is shown as it is."""
    value = args.get("value")
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None:
        return as_text(value)
    return DATE_PART.sub(lambda part: _date_part(moment, part), as_text(args.get("format")))


def _date_part(moment: datetime, part: re.Match[str]) -> str:
    sign, long = part[0], len(part[0]) > 3
    if part[1] is not None:
        return part[1].replace("''", "'") or "'"
    hour = moment.hour % 12 or 12
    month, day = MONTHS[moment.month - 1], DAYS[moment.weekday()]
    match sign[0]:
        case "y":
            return f"{moment.year % 100:02}" if sign == "yy" else str(moment.year)
        case "M":
            return f"{moment.month:0{len(sign)}}" if len(sign) < 3 else month if long else month[:3]
        case "E":
            return day if long else day[:3]
        case "a":
            return "AM" if moment.hour < 12 else "PM"
    numbers = {"d": moment.day, "H": moment.hour, "h": hour, "m": moment.minute, "s": moment.second}
    return f"{numbers[sign[0]]:0{len(sign)}}" if sign[0] in numbers else sign


def pluralize(args: Object) -> str:
    """Choose a text by a count: English has only `one` and `other`."""
    one = _number(args.get("value")) == 1 and "one" in args
    return as_text(args["one"] if one else args.get("other"))


def capitalize(args: Object) -> str:
    text = as_text(args.get("value"))
    return text[:1].upper() + text[1:]


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _decimals(args: Object, usual: int | None) -> int | None:
    given = _number(args.get("decimals"))
    return usual if given is None else int(min(max(given, 0), MOST_DECIMALS))


FUNCTIONS: Final[dict[str, Callable[[Object], str]]] = {
    "formatNumber": format_number,
    "formatCurrency": format_currency,
    "formatDate": format_date,
    "pluralize": pluralize,
    "capitalize": capitalize,
}
"""By their names in A2UI. `formatString` and `@index` need the data model: `drawing.py` has them."""
