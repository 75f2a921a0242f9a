"""The windows of runs: *Runs* with every run, newest first, and how to start one; *Run* about one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...core.json import Object
from ...text.clip import on_one_line
from .window import ProductWindow, call, mirrored, open_window, rename, render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

SHOWN: Final = 50
EMPTY: Final = "No runs yet: say in the chat what you want done, or start one here."
STATUS: Final = {
    "queued": "Waits for its turn",
    "running": "Running",
    "interrupted": "Interrupted",
    "paused": "Paused",
    "done": "Done",
    "failed": "Failed",
    "cancelled": "Stopped",
    "dead": "Given up",
}
COLUMNS: Final[list[Object]] = [
    {"key": "what", "label": "What"},
    {"key": "status", "label": "Status"},
    {"key": "asks", "label": "It asks"},
    {"key": "when", "label": "Started", "type": "date"},
    {"key": "took", "label": "Took", "type": "duration"},
    {"key": "cost", "label": "Cost", "type": "money"},
]
START: Final[Object] = {
    "type": "object",
    "properties": {
        "task": {
            "type": "string",
            "title": "What is to be done",
            "description": "In plain orders; in your own words where another model than local is chosen in Settings.",
            "examples": ['Search for "desk lamp". Tell me Name and Price of the first row of results.'],
            "minLength": 1,
            "maxLength": 10_000,
        },
        "url": {
            "type": "string",
            "title": "Address to begin at (optional)",
            "examples": ["http://127.0.0.1:8766/shop/"],
            "maxLength": 2_000,
            "default": "",
        },
    },
    "required": ["task"],
}


async def recent(parts: AppParts) -> list[Object]:
    """Return the newest runs as rows of the table."""
    return [_row(run) for run in await parts.recent.newest(SHOWN)]


def _row(run: Object) -> Object:
    asks = run["asks"]
    return {
        "id": run["id"],
        "what": run["name"] or run["kind"] or "run",
        "status": "Waits for you" if asks else STATUS[run["status"]],
        "asks": asks[0] if asks else None,
        "when": run["started"],
        "took": run["ms"],
        "cost": run["usd"],
    }


async def questions(parts: AppParts) -> list[Object] | None:
    """Return what all runs ask, wherever they were started; None where they ask nothing."""
    found: list[Any] = [
        {"run": run.id, "name": run.name, "path": each.path, "kind": each.kind, "question": each.text}
        for run, each in await parts.recent.questions()
    ]
    return found or None


async def draw(parts: AppParts, window: str, about: str) -> list[Object]:
    begin = call("runs.start", {"task": "{{form.task}}", "url": "{{form.url}}", "wait": False, "show": True})
    form: Object = {"schema": START, "submit": "Start", "command": [begin]}
    table: Object = {
        "columns": COLUMNS,
        "rowKey": "id",
        "bind": {"rows": mirrored("runs")},
        "empty": EMPTY,
        "command": [open_window("run", "{{value}}")],
    }
    return [render(window, "form", form, id_="start"), render(window, "table", table)]


RUNS: Final = ProductWindow(
    "runs",
    "Runs",
    "play",
    "Have something done; see what is going on, what waits for an answer, and what has been done.",
    draw,
    feeds={"runs": recent},
    width=860,
    height=600,
)


async def draw_run(parts: AppParts, window: str, about: str) -> list[Object]:
    run = await parts.runs().control.find(about)
    shown: Object = {"run": about, "view": "summary" if run.finished else "steps"}
    return [rename(window, on_one_line(run.name, 60) or "Run"), render(window, "run", shown)]


RUN: Final = ProductWindow(
    "run",
    "Run",
    "play",
    "One run: its steps with pictures, its questions, its result.",
    draw_run,
    "the id of a run",
    launched=False,
    width=820,
    height=620,
)
