"""`pollex flow heal`: write what a run has healed into the workflow's file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.fault import Fault
from ..core.result import Result
from .flow_run import File
from .output import Json, answer, prints_to_stderr, run
from .runs import full_id
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App


def heal_flow(
    file: File,
    run_id: Annotated[
        str | None,
        typer.Option("--run", metavar="ID", help="The run to learn from; by default the last that healed any."),
    ] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help="Show what would be changed, and write nothing.")] = False,
    json: Json = False,
) -> int:
    """Write what a run has healed into the workflow, as its next version, and say what was changed and why.

    \b
    Examples:
      pollex flow run orders.workflow.json          a site has changed; nodes are found by what is known of them
      pollex flow heal orders.workflow.json         from now on they are found at once
    """
    with prints_to_stderr():
        result = run(_heal(file, run_id, write=not dry))
    if result.ok and not result.data["files"]:
        result.notes = (f"Nothing to heal: no run of {str(file)!r} that went well has healed anything.",)
    if result.ok and not json:
        result.data = "\n".join(result.data["words"]) or None
    return answer(result, json=json)


async def _heal(file: Path, run_id: str | None, *, write: bool) -> Result:
    async with open_app() as app:
        return await app.runs.heal(file, run_id and await _known(app, run_id), write=write)


async def _known(app: App, begun: str) -> str:
    """Return the full id of a run; one that was purged still has its events under its full id."""
    try:
        return await full_id(app, begun)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return begun
