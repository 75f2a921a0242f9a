"""The template of the page, and how it writes values. Every value is escaped; only the template itself is markup."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, Template

from ..core.json import Object, dumps
from ..text import amounts
from ..text.clip import on_one_line
from .story import ACTIVITIES, StoryPart

UNSEEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that are invisible, cannot be encoded, or reverse the text around them."""
LONGEST: Final = 6_000
"""Characters of one value; a page that nobody can open helps nobody."""
SPENT: Final = {"deciding": "decided", "acting": "acted", "looking": "looked", "waiting": "waited"}
RUNGS: Final = {
    "later": "by a later selector",
    "healed": "healed by evidence",
    "local": "found by its words",
    "model": "found by a model",
}


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


def visible(value: Any) -> Any:
    """Return text with a sign in place of what cannot be seen; None as nothing; markup and numbers as they are."""
    if value is None:
        return ""
    return UNSEEN.sub("\ufffd", value) if type(value) is str else value


def pretty(value: Any, most: int = LONGEST) -> str:
    """Return a value as JSON, cut where it is too long."""
    text = dumps(value, indent=True)
    return text if len(text) <= most else f"{text[:most]}\n… {amounts.number(len(text) - most)} more characters"


def facts(part: StoryPart) -> str:
    """Return when a part was, how long it took and what it cost, in a line."""
    cost = part.cost
    spent = [f"{word} {amounts.duration(part.spent[each])}" for each, word in SPENT.items() if each in part.spent]
    known = (
        str(part.data.get("alias") or "") if part.kind == "node" else "",
        str(part.data.get("type") or "").replace("_", " ") if part.kind == "node" else "",
        f"by {part.data.get('by')}" if part.kind == "batch" else "",
        ", ".join(f"trace {trace}" for trace in part.data["traces"]) if part.kind == "batch" else "",
        f"after {amounts.duration(part.after)}",
        "" if part.ms is None else f"took {amounts.duration(part.ms)}",
        ", ".join(spent) if len(spent) > 1 else "",
        RUNGS.get(str(part.data.get("rung")), ""),
        f"{amounts.number(cost.tokens_in + cost.tokens_out)} tokens" if cost.tokens_in or cost.tokens_out else "",
        amounts.money(cost.usd) if cost.usd else "",
    )
    return " · ".join(filter(None, known))


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
