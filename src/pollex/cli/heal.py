"""`pollex flow heal` and `library heal`: write what a run has healed into the workflow's file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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

RunOption = Annotated[
    str | None,
    typer.Option("--run", metavar="ID", help="The run to learn from; by default the last that healed any."),
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Show what would be changed, and write nothing.")]


def heal_flow(
    file: File,
    run_id: RunOption = None,
    dry: DryOption = False,
    json: Json = False,
) -> int:
    """Write what a run has healed into the workflow, as its next version, and say what was changed and why.

    \b
    Examples:
      pollex flow run orders.workflow.json          a site has changed; nodes are found by what is known of them
      pollex flow heal orders.workflow.json         from now on they are found at once
    """
    return heal_and_show(lambda app, run: app.runs.heal(file, run, write=not dry), str(file), run_id, json=json)


def heal_library(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A library: a folder with 'apps' or 'src/apps'.")],
    name: Annotated[str, typer.Argument(metavar="APP/SLUG", help="A tool or login that is a workflow.")],
    run_id: RunOption = None,
    dry: DryOption = False,
    json: Json = False,
) -> int:
    """Write what a run of a tool has healed into its workflow, as its next version, and say what was changed and why.

    Nothing is written where `pollex library check` would find a mistake then.

    \b
    Examples:
      pollex library run my-library shop/cheapest       a site has changed; nodes are found by what is known of them
      pollex library heal my-library shop/cheapest      from now on they are found at once
    """
    return heal_and_show(lambda app, run: app.libraries.heal(folder, name, run, write=not dry), name, run_id, json=json)


def heal_and_show(
    heal: Callable[[App, str | None], Awaitable[Result]], what: str, run_id: str | None, *, json: bool
) -> int:
    """Heal by a run, or by the last one, and show what was changed."""

    async def work() -> Result:
        async with open_app() as app:
            return await heal(app, run_id and await _known(app, run_id))

    with prints_to_stderr():
        result = run(work())
    if result.ok and not result.data["files"]:
        result.notes = (f"Nothing to heal: no run of {what!r} that went well has healed anything.",)
    if result.ok and not json:
        result.data = "\n".join(result.data["words"]) or None
    return answer(result, json=json)


async def _known(app: App, begun: str) -> str:
    """Return the full id of a run; one that was purged still has its events under its full id."""
    try:
        return await full_id(app, begun)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return begun
