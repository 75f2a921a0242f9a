"""The list of runs: name, status and cost of each, on lines that fit a terminal."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from ..core.fault import Fault
from ..core.json import Object
from ..text.clip import on_one_line
from .output import console, escaped

if TYPE_CHECKING:
    from ..app.app import App
    from ..core.protocols import RunSummary

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


def state_of(run: RunSummary) -> str:
    return "interrupted" if run.status == "running" and run.executor is None else run.status


async def summary(app: App, run: RunSummary) -> Object:
    """Return a run for the list; `asks` has the nodes that wait for an answer, null is what is not known."""
    state = state_of(run)
    asks = list(await app.runs.questions(run.id)) if run.status == "running" else []
    times = {"started": run.started, "finished": run.finished}
    return {"id": run.id, "name": run.name, "status": state, **times, "asks": asks, **await _taken(app, run.id)}


async def _taken(app: App, run: str) -> Object:
    """Return what a run is and what it cost, from its events."""
    from ..core.event import last_end

    log = app.context.log
    assert log is not None
    begun = await log.find(run, "run.started")
    plan = await _plan(app, run) if begun is None else begun.data
    _, finished = await last_end(log, run)
    kind = next((each for each in ("task", "workflow", "tool") if each in plan), None)
    return {"kind": kind, "model": plan.get("model"), **_spent({} if finished is None else finished.data["result"])}


async def _plan(app: App, run: str) -> Object:
    """Return the plan of a run that waits in a queue."""
    try:
        plan = await app.runs.control.plan(run)
    except Fault:
        return {}
    return {**plan, "model": plan["task"].get("model")} if "task" in plan else plan


def _spent(result: Object) -> Object:
    """Steps of an agent or nodes of a workflow, milliseconds, tokens and dollars."""
    cost, data = result.get("cost") or {}, result.get("data")
    steps = data.get("steps", len(data.get("nodes", ())) or None) if isinstance(data, dict) else None
    tokens = {name: cost.get(name) for name in ("tokensIn", "tokensOut")}
    return {"steps": steps, "ms": cost.get("ms"), **tokens, "usd": cost.get("usd") or None}


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
