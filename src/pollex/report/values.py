"""Values as people read them: texts as they are, lists of records as tables, the rest as JSON."""

from __future__ import annotations

from typing import Any, Final

from ..core.json import Object, dumps
from .amounts import number
from .markup import Html, joined, tag

LONG: Final = 6_000
"""Characters of one value; a page that nobody can open helps nobody."""
ROWS: Final = 50


def drawn(value: Any, most: int = ROWS) -> Html:
    """A value, by its shape; of a list, `most` lines."""
    if _is_record(value):
        return _facts(value)
    if isinstance(value, list) and value and all(_is_record(each) for each in value):
        return _table(value, most)
    if isinstance(value, list) and value and all(_is_plain(each) for each in value):
        return joined((tag("ul", [tag("li", plain(each)) for each in value[:most]]), _more(len(value) - most)))
    return tag("p", plain(value), class_="said") if _is_plain(value) else as_json(value)


def is_readable(value: Any) -> bool:
    """Whether people need not read JSON to see it."""
    return (
        _is_plain(value)
        or _is_record(value)
        or (isinstance(value, list) and (all(map(_is_plain, value)) or all(map(_is_record, value))))
    )


def as_json(value: Any) -> Html:
    """A value as JSON, cut where it is very long."""
    text = dumps(value, indent=True)
    if len(text) <= LONG:
        return tag("pre", text)
    return joined(
        (tag("pre", text[:LONG]), tag("p", f"… and {number(len(text) - LONG)} more characters", class_="aside"))
    )


def plain(value: Any) -> str:
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else dumps(value)


def _facts(value: Object) -> Html:
    return tag("dl", [(tag("dt", key), tag("dd", plain(each))) for key, each in value.items()], class_="facts")


def _table(rows: list[Object], most: int) -> Html:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    head = tag("tr", [tag("th", column, scope="col") for column in columns])
    body = [
        tag("tr", [tag("td", plain(row[column]) if column in row else "") for column in columns]) for row in rows[:most]
    ]
    table = tag("table", tag("thead", head), tag("tbody", body))
    return joined(
        (tag("div", table, class_="wide", tabindex=0, role="group", aria_label="Table"), _more(len(rows) - most))
    )


def _more(count: int) -> Html | None:
    return tag("p", f"… and {number(count)} more", class_="aside") if count > 0 else None


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_is_plain(each) for each in value.values())
