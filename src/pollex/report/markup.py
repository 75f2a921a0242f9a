"""The template of the page, and how it writes values. Every value is escaped; only the template itself is markup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, Template

from ..core.json import Object, dumps
from ..text import amounts
from ..text.clip import on_one_line
from .story import ACTIVITIES
from .words import facts, visible

LONGEST: Final = 6_000
"""Characters of one value; a page that nobody can open helps nobody."""


class PageEnvironment(Environment):
    """Reads a name in data as a key only: `data["values"]` is never a method of the data."""

    def getitem(self, obj: Any, argument: Any) -> Any:
        return obj.get(argument) if isinstance(obj, Mapping) else super().getitem(obj, argument)


@cache
def template() -> Template:
    """Return the template of the page, with its filters."""
    folder = Path(__file__).with_name("templates")
    made = PageEnvironment(
        loader=FileSystemLoader(folder), autoescape=True, finalize=visible, trim_blocks=True, lstrip_blocks=True
    )
    named = (amounts.duration, amounts.money, amounts.moment, amounts.number, amounts.plural)
    made.filters |= {each.__name__: each for each in (*named, facts, plain_text, pretty, shape, columns, objects, seen)}
    made.filters |= {"line": lambda value, most=80: on_one_line(plain_text(value), most)}
    made.globals |= {"activities": ACTIVITIES}
    return made.get_template("page.html")


def pretty(value: Any, most: int = LONGEST) -> str:
    """Return a value as JSON, cut where it is too long."""
    text = dumps(value, indent=True)
    return text if len(text) <= most else f"{text[:most]}\n… {amounts.number(len(text) - most)} more characters"


def plain_text(value: Any) -> str:
    """Return a value as people read it: text as it is, the rest as JSON."""
    return "nothing" if value is None else value if isinstance(value, str) else dumps(value)


def shape(value: Any) -> str:
    """Return how a value is best shown: as a `record`, `table`, `list`, `text` or `json`."""
    if _is_record(value):
        return "record"
    if isinstance(value, list) and value:
        return "table" if all(map(_is_record, value)) else "list" if all(map(_is_scalar, value)) else "json"
    return "text" if _is_scalar(value) else "json"


def columns(rows: list[Object]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def objects(value: Any) -> list[Object]:
    """Return the objects of a list; none of anything else."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def seen(data: Any) -> list[Object]:
    """Return the elements or lists that a tool looked at, by what a person would call them."""
    found = objects(data.get("elements") if isinstance(data, dict) else data)
    names = ("role", "name", "text", "value", "heading", "total")
    rows = [{name: each[name] for name in names if each.get(name)} for each in found]
    return rows if rows and shape(rows) == "table" else []


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(_is_scalar, value.values()))
