"""The list of runs: name, status and cost of each, on lines that fit a terminal."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from ..core.json import Object
from ..text.clip import on_one_line
from .output import console, escaped

COLOURS: Final = {"done": "green", "failed": "red", "dead": "red", "running": "cyan", "paused": "yellow"}
HEADINGS: Final = ("id", "status", "started", "kind", "model", "steps", "took", "usd")
SHORT: Final = 8
"""Letters of an id that are shown; every command takes them."""
NARROW: Final = 100
"""Columns where there is no terminal to ask."""
LEAST: Final = 30
"""Columns that a name gets however narrow the terminal is."""
DISPENSABLE: Final = ("model", "steps", "usd", "took", "kind", "started")
"""Columns that are left out in this order."""


def show_runs(runs: Sequence[Object]) -> None:
    shown = console()
    rows = [_cells(run) for run in runs]
    widths = _widths(rows, shutil.get_terminal_size((NARROW, 24)).columns - LEAST)
    room = shutil.get_terminal_size((NARROW, 24)).columns - sum(widths.values()) - 2 * len(widths)
    shown.print(f"[dim]{_line(HEADINGS, widths)}name[/]")
    for run, row in zip(runs, rows, strict=True):
        colour = COLOURS.get(run["status"], "default")
        line = escaped(_line(row, widths) + on_one_line(run["name"], room))
        shown.print(line.replace(row[1], f"[{colour}]{row[1]}[/]", 1))
        if run["asks"]:
            where = escaped(", ".join(run["asks"]))
            shown.print(f"{'':{widths[0] + 2}}[yellow]waits for an answer to {where}[/]")


def _widths(rows: Sequence[Sequence[str]], room: int) -> dict[int, int]:
    """Return the width of each column that is shown, by its place: those with content, as far as there is room."""
    used = [place for place in range(len(HEADINGS)) if any(row[place] for row in rows)]
    widths = {place: max(len(row[place]) for row in [HEADINGS, *rows]) for place in used}
    for place in map(HEADINGS.index, DISPENSABLE):
        if sum(widths.values()) + 2 * len(widths) > room:
            widths.pop(place, None)
    return widths


def _line(cells: Sequence[str], widths: dict[int, int]) -> str:
    return "".join(f"{cells[place]:{'>' if place > 4 else '<'}{width}}  " for place, width in widths.items())


def _cells(run: Object) -> tuple[str, ...]:
    from ..text.amounts import money

    spent = (
        str(run["steps"] or ""),
        "" if run["ms"] is None else _short(run["ms"]),
        "" if run["usd"] is None else money(run["usd"]),
    )
    what = (run["kind"] or "", on_one_line(run["model"] or "", 16))
    return (run["id"][:SHORT], run["status"], local(run["started"]), *what, *spent)


def _short(ms: float) -> str:
    """Return a duration in at most eight letters: `4.2 s`, `3.1 min`, `2.1 h`."""
    from ..text.amounts import duration

    return duration(ms) if ms < 59_950 else f"{ms / 60_000:.1f} min" if ms < 3_570_000 else f"{ms / 3_600_000:.1f} h"


def local(at: str) -> str:
    """Return a time in the local time zone: `11-15 15:04`; in another year, the date."""
    when = datetime.fromisoformat(at).astimezone()
    return f"{when:%m-%d %H:%M}" if when.year == datetime.now().astimezone().year else f"{when:%Y-%m-%d}"
