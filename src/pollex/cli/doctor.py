"""`pollex doctor`: what is installed, what is missing, how to fix it."""

from __future__ import annotations

from typing import Any

from ..core.result import Result
from .output import Json, answer, console, run
from .session import open_app

MARKS = {"ok": "[green]✓[/]", "missing": "[bold red]✗[/]", "optional": "[dim]–[/]", "doubtful": "[yellow]?[/]"}


def doctor(json: Json = False) -> int:
    """Say what is installed, what is missing and how to fix it."""
    result = run(_examine())
    if json or not result.ok:
        code = answer(result, json=json)
    else:
        _table(result.data["checks"])
        code = 0
    return code if result.ok and result.data["healthy"] else 1


async def _examine() -> Result:
    async with open_app() as app:
        return await app.call("doctor")


def _table(checks: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for check in checks:
        table.add_row(MARKS[check["status"]], escape(check["name"]), escape(check["found"]))
        if check["mend"]:
            table.add_row("", "", f"[dim]{escape(check['mend'])}[/]")
    console().print(table)
    missing = sum(check["status"] == "missing" for check in checks)
    console().print(f"\n[bold]{f'{missing} things are not as they must be.' if missing else 'Ready.'}[/]")
