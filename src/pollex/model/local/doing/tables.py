"""Rows as they stand on the page: of a table, or of any list that has the fields that are asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ....core.json import Object
from ..program import Records
from .calling import call
from .columns import Row, column, name_column, tokens
from .script import Memory, Outcome, Script

GENERAL: Final = frozenset(
    {
        "row", "result", "item", "product", "thing", "entry", "record", "match", "hit", "one", "line", "it",
        "them", "card", "element", "message", "mail", "email", "letter", "order", "issue", "ticket", "member",
        "person", "user", "account", "transaction", "booking", "payment", "review", "comment", "option",
        "journey", "page", "list", "name", "title", "number", "place", "invoice", "statement", "file",
        "document", "task", "article", "event", "draft", "book",
        "two", "three", "four", "five", "all", "those", "these",
    }
)  # fmt: skip
"""Nouns that say nothing about which records are meant."""
HOLDERS: Final = frozenset({"account", "folder", "project", "category"})
"""What has rows of its own; a list with a date for each row is none of these."""
LETTERS: Final = frozenset({"message", "mail", "email", "letter", "draft", "conversation"})
WHOLE: Final = "¶"
"""The column for all that a row says."""
SOUGHT: Final = re.compile(r"\b(?:results?|search|found)\b", re.IGNORECASE)
"""A heading that only repeats what was searched for."""
PRICE: Final = re.compile(r"[€$£]\s?\d[\d.,]*")

AMOUNTS: Final = frozenset({"amount", "price", "cost", "total", "sum"})
LINE: Final = re.compile(
    r"(?P<name>[\w][^€$£:]{1,60}?)[,:]?\s+(?P<amount>[€$£]\s?\d(?:[\d.,]*\d)?)(?:\s+[A-Z][\w ]{0,20})?"
)
SUM: Final = re.compile(r"\b(?:total|sum|subtotal|balance|delivery|shipping|tax|vat|discount)\b", re.IGNORECASE)


@dataclass(slots=True)
class Listing:
    """Rows that were read, and how they are called."""

    rows: list[Row] = field(default_factory=list)
    title: str = ""
    more: bool = False
    """Whether there may be more on further pages."""

    def column(self, name: str) -> str | None:
        return column(name, self.rows)

    @property
    def name(self) -> str | None:
        return name_column(self.rows)


def read_rows(memory: Memory, of: Records, fields: tuple[str, ...]) -> Script[Listing]:
    tables = yield from call(memory, "tables", most=1000)
    chosen = _table(tables.data or [], of, fields)
    if chosen is not None:
        return Listing(
            [{key: str(value) for key, value in row["cells"].items()} for row in chosen["rows"]],
            f"{chosen['name']} {chosen['heading']}",
        )
    tested = [test.field for test in of.tests if test.field]
    names = list(dict.fromkeys(("name", *fields, "price", "rating", *tested, *_extra(of))))
    schema = {"type": "array", "items": {"type": "object", "properties": {name: {"type": "string"} for name in names}}}
    read = yield from call(memory, "extract", instruction=of.noun or "results", schema=schema)
    if not read.ok and not of.noun:
        yield from call(memory, "state", elements=0, text=0)
        read = yield from call(memory, "extract", instruction="items", schema=schema)
    if not read.ok and read.code in ("ambiguous", "not_found"):
        yield from call(memory, "state", elements=0, text=0)  # three errors one after the other would end the run
        read = yield from call(memory, "extract", instruction="results", schema=schema)
    shown = (yield from call(memory, "text")) if not read.ok else Outcome(True)
    rows = [{key: str(value) for key, value in row.items()} for row in read.data or [] if row] if read.ok else []
    if not rows and set(fields) & AMOUNTS:
        return _lines([line.strip() for line in str(shown.get("text") or "").splitlines() if line.strip()])
    return (yield from _whole(memory, rows))


def _lines(lines: list[str]) -> Listing:
    """Lines of running text that are built alike, a name and an amount; none where one of them is a sum of others."""
    found = [(place, match) for place, line in enumerate(lines) if (match := LINE.fullmatch(line))]
    if len(found) < 2 or any(SUM.search(match["name"]) for _, match in found):
        return Listing()
    return Listing([{"name": match["name"], "amount": match["amount"]} for _, match in found], lines[found[0][0] - 1])


def _whole(memory: Memory, rows: list[Row]) -> Script[Listing]:
    """The rows with all that they say and show: a test may speak of any of it, a mark, a badge, two prices."""
    title = ""
    if not rows:
        return Listing()
    found = yield from call(memory, "records", most=100)
    lists = [each for each in found.data or () if not each.get("beside")]
    for row in rows:
        fitting = [(record, each) for each in lists for record in each["records"]]
        for value in filter(None, row.values()):
            fitting = [each for each in fitting if value in str(each[0]["text"])] if len(fitting) != 1 else fitting
        row[WHOLE] = _said(fitting[0][0]) if len(fitting) == 1 else ""
        title = f"{fitting[0][1]['name']} {fitting[0][1]['heading']}" if len(fitting) == 1 else title
    return Listing(rows, "" if SOUGHT.search(title) else title)


def _said(record: Object) -> str:
    marks = [*record["states"], *(["reduced on sale"] if len(set(PRICE.findall(str(record["text"])))) > 1 else [])]
    return f"{record['text']} {' '.join(marks)}"


def _extra(of: Records) -> tuple[str, ...]:
    """Fields that a test may mean that names none."""
    return (
        ("from", "subject", "date", "status", "availability")
        if any(test.field is None for test in of.tests) or of.name or set(tokens(of.noun)) & LETTERS
        else ()
    )


def _table(tables: list[Object], of: Records, fields: tuple[str, ...]) -> Object | None:
    """The table that is meant: one with rows that has the fields, or is called as the records are."""
    ranked: list[tuple[float, int]] = []
    for place, table in enumerate(tables):
        dated = any("date" in tokens(str(name)) for name in table["columns"])
        unnamed = all(str(name).startswith("column ") for name in table["columns"])
        if not table["rows"] or unnamed or (dated and set(tokens(of.noun)) & HOLDERS):
            continue
        rows = [row["cells"] for row in table["rows"]]
        called = set(tokens(f"{table['name']} {table['heading']} {' '.join(table['columns'])}"))
        nouns = set(tokens(of.noun))
        score = (
            1.0 * bool(nouns & called)
            + 0.5 * len(nouns & called)
            + sum(column(name, rows) is not None for name in fields)
        )
        score += 0.5 * bool(nouns & GENERAL) + 0.1
        ranked.append((score, -place))
    if not ranked:
        return None
    score, place = max(ranked)
    return tables[-place] if score >= 0.5 or len(ranked) == 1 else None
