"""A value as a table in plain columns, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..core.json import dumps
from ..text.clip import on_one_line
from .output import escaped

WIDEST: Final = 60
"""Characters of one cell."""


def table_lines(value: Any) -> list[str] | None:
    """The lines of a table, its head first; None where the value has no rows: they are objects, lists or single values,
    or stand in an object under `rows`."""
    if isinstance(value, dict):
        value = value["rows"] if isinstance(value.get("rows"), list) else [value]
    if not isinstance(value, list) or not value:
        return None
    names = list(dict.fromkeys(name for row in value if isinstance(row, dict) for name in row))
    rows = [_cells(row, names) for row in value]
    return _aligned([names, *rows] if names else rows, head=bool(names))


def _cells(row: Any, names: Sequence[str]) -> list[str]:
    if isinstance(row, dict):
        return [_text(row.get(name)) for name in names]
    return [_text(each) for each in (row if isinstance(row, list) else [row])]


def _text(value: Any) -> str:
    text = "" if value is None else value if isinstance(value, str) else dumps(value)
    return on_one_line(text, WIDEST)


def _aligned(rows: Sequence[Sequence[str]], *, head: bool) -> list[str]:
    from rich.cells import cell_len

    count = max(map(len, rows))
    widths = [max((cell_len(row[at]) for row in rows if at < len(row)), default=0) for at in range(count)]
    lines = [
        "  ".join(
            escaped(cell) + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=False)
        ).rstrip()
        for row in rows
    ]
    return [f"[bold]{lines[0]}[/]", *lines[1:]] if head else lines
