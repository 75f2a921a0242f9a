"""`pollex runs compile ID -o FILE`: what a run did, as a workflow that does it again without a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import console, escaped

if TYPE_CHECKING:
    from ..app.app import App


async def write_compiled(app: App, run: str, file: Path, name: str | None, *, partial: bool = False) -> Result:
    """Compile a run and write the file; a Fault where the run cannot be compiled or the file not be written."""
    found = app.find_run(run)
    await found.events()
    workflow = found.compile(name=name, partial=partial)
    try:
        workflow.save(file)
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault(
            "unavailable", message, received=str(file), hint="Name a file in a folder that is there."
        ) from error
    made = workflow.document
    told: Object = {"run": run, "file": str(file), "name": workflow.name, "nodes": len(workflow.nodes)}
    told |= {field: [each["display_name"] for each in made.get(field, ())] for field in ("inputs", "outputs")}
    told |= {field: made["changes"][0][field] for field in ("did", "unsure")}
    return Result.success(told, files=(str(file),))


def show_compiled(told: Object) -> None:
    """What was made, how, what to look at, and what to do next."""
    shown = console()
    count = "1 node" if told["nodes"] == 1 else f"{told['nodes']} nodes"
    shown.print(f"[green]✓[/] {escaped(told['file'])}: {escaped(repr(told['name']))} ({count})")
    for sentence in told["did"]:
        shown.print(f"  {escaped(sentence)}")
    if told["unsure"]:
        shown.print("[yellow]Look at this:[/]")
    for sentence in told["unsure"]:
        shown.print(f"  {escaped(sentence)}")
    inputs = "".join(f" --input {name}=…" for name in told["inputs"][:1])
    shown.print(f"Next: pollex flow run {escaped(told['file'])}{escaped(inputs)}")
