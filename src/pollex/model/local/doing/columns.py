"""Which field of a row a word means: by name, by words that mean the same, or by what the values are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

Row = dict[str, str]
ALIKE: Final = (
    ("price", "cost", "amount", "total", "sum", "value", "money", "fee", "spent"),
    ("name", "title", "subject", "product", "item", "article", "description", "thing",
     "member", "person", "payee", "month", "account", "file"),
    ("number", "id", "key", "no", "order", "reference", "nr", "code"),
    ("date", "day", "when", "time", "since", "due", "created", "received", "sent", "booked", "month"),
    ("from", "sender", "author", "by"), ("to", "recipient", "payee"), ("status", "state", "progress"),
    ("assignee", "assigned", "owner", "responsible", "person"), ("rating", "stars", "score"),
    ("reviews", "ratings", "votes"), ("quantity", "number", "count", "pieces", "qty", "things"),
    ("transactions", "bookings", "entries", "payments"), ("kind", "type", "category"), ("label", "tag"),
    ("role", "position", "function"),
)  # fmt: skip
MONEY: Final = re.compile(r"[€$£]\s?[-−]?\d|\d\s?(?:€|EUR|USD|GBP)")
DATED: Final = re.compile(r"\d{4}-\d{2}|\b\d{1,2}[. ](?:\d{1,2}\.|[A-Za-z]{3,9}) ?\d{4}|\d{1,2}/\d{1,2}/\d{4}")
CODE: Final = re.compile(r"\b[A-Z]{2,}-\d+(?:-\d+)*\b")
"""What a row is numbered with; it is sure to be only one's own."""
LETTERS: Final = re.compile(r"[^\W\d_]{2}")
UNNAMED: Final = re.compile(r"^(?:column \d+|select.*|actions?|menu|options?)$", re.IGNORECASE)


def stem(word: str) -> str:
    low = word.lower()
    if low.endswith("ies") and len(low) > 4:
        return f"{low[:-3]}y"
    return low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low


def tokens(text: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[^\W_]+", text)]


def column(field: str, rows: Sequence[Row]) -> str | None:
    """The column that a word means; None where none clearly does."""
    known = list(dict.fromkeys(key for row in rows for key in row))
    wanted = tokens(field)
    named = [key for key in known if tokens(key) == wanted] or [key for key in known if set(wanted) <= set(tokens(key))]
    named = named or [key for key in known if tokens(key) and set(tokens(key)) <= set(wanted)]
    if named:
        return named[0]
    for group in ALIKE:
        if wanted and wanted[-1] in map(stem, group) and wanted != ["description"]:
            fitting = [key for name in group for key in known if stem(name) in tokens(key)]
            if "name" in group:  # a column of figures names nothing
                fitting = [key for key in fitting if _share(LETTERS, key, rows) > 0.5]
            if fitting:
                return fitting[0]
    return _by_nature(wanted, rows, known)


def _by_nature(wanted: list[str], rows: Sequence[Row], known: list[str]) -> str | None:
    money = {*map(stem, ALIKE[0])}
    if not any(DATED.search(value) for row in rows for value in row.values()):
        money.add("balance")  # what has a date is a movement: its money is no balance
    pattern = MONEY if set(wanted) & money else DATED if set(wanted) & set(map(stem, ALIKE[3])) else None
    if pattern is not None:
        fitting = [key for key in known if re.search(r"\w", key) and _share(pattern, key, rows) > 0.7]
        return fitting[0] if len(fitting) == 1 else None
    return name_column(rows) if set(wanted) & {"name", "title", "row", "one", "it"} else None


def _share(pattern: re.Pattern[str], key: str, rows: Sequence[Row]) -> float:
    return sum(pattern.search(row.get(key, "")) is not None for row in rows) / len(rows) if rows else 0.0


def code_column(rows: Sequence[Row]) -> str | None:
    """The column with what rows are numbered by."""
    return next((key for key in (rows or [{}])[0] if all(CODE.fullmatch(row.get(key, "")) for row in rows)), None)


def name_column(rows: Sequence[Row]) -> str | None:
    """The column that names a row: one that is called so, else the first with words that differ from row to row."""
    known = [key for key in dict.fromkeys(key for row in rows for key in row) if not UNNAMED.match(key)]
    for name in ("name", "title", "subject", "product", "item"):
        if found := next((key for key in known if stem(name) in tokens(key)), None):
            return found
    telling = [key for key in known if any(re.search(r"[A-Za-z]", row.get(key, "")) for row in rows)]
    distinct = [
        key
        for key in telling
        if len({row.get(key) for row in rows}) == len(rows) and not _share(DATED, key, rows) > 0.7
    ]
    return next(iter([*distinct, *telling, *known]), None)
