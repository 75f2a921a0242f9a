"""`pollex runs compile ID -o FILE`: what a run did, as a workflow that does it again without a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import console, escaped

REPLAYED: Final = "Replayed "
"""The beginning of the note on how far a compiled workflow was replayed."""
NoReplay = Annotated[
    bool, typer.Option("--no-replay", help="Do not replay the workflow up to its first effect before it is kept.")
]

if TYPE_CHECKING:
    from ..app.app import App


async def write_compiled(
    app: App, run: str, file: Path, name: str | None, *, partial: bool = False, replay: bool = True
) -> Result:
    """Compile a run and write the file; raise a Fault where the run cannot be compiled or the file not be written."""
    workflow = await app.find_run(run).compile(name=name, partial=partial, replay=replay)
    try:
        workflow.save(file)
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault(
            "unavailable", message, received=str(file), hint="Name a file in a folder that is there."
        ) from error
    made = workflow.document
    summary: Object = {"run": run, "file": str(file), "name": workflow.name, "nodes": len(workflow.nodes)}
    summary |= {field: [each["display_name"] for each in made.get(field, ())] for field in ("inputs", "outputs")}
    summary["asks"] = [each["display_name"] for each in made.get("inputs", ()) if "default_value" not in each]
    summary |= {field: made["changes"][0][field] for field in ("did", "unsure")}
    return Result.success(summary, files=(str(file),))


async def save_run(app: App, result: Result, run: str, file: Path, *, replay: bool = True) -> Result:
    """Save a run as a workflow, and return its result with notes on what was saved, or why it was not."""
    name = file.name.removesuffix(".json").removesuffix(".workflow")
    try:
        summary = (await write_compiled(app, run, file, name, replay=replay)).data
    except Fault as fault:
        later = f"not kept: {fault.message} Later: pollex runs compile {run} -o FILE"
        result.notes = (*result.notes, later)
        return result
    kept = f"kept as {file}; run it again with: pollex flow run {file}"
    replayed = [each for each in summary["did"] if each.startswith(REPLAYED)]
    result.notes = (*result.notes, kept, *replayed, *(f"look at this: {each}" for each in summary["unsure"]))
    return result


def show_compiled(summary: Object) -> None:
    """Print what was made, how, what to look at, and what to do next."""
    shown = console()
    count = "1 node" if summary["nodes"] == 1 else f"{summary['nodes']} nodes"
    shown.print(f"[green]✓[/] {escaped(summary['file'])}: {escaped(repr(summary['name']))} ({count})")
    for sentence in summary["did"]:
        shown.print(f"  {escaped(sentence)}")
    if summary["unsure"]:
        shown.print("[yellow]Look at this:[/]")
    for sentence in summary["unsure"]:
        shown.print(f"  {escaped(sentence)}")
    given = [name for name in summary["inputs"] if name not in summary["asks"]]
    inputs = "".join(f" --input {name}=…" for name in given[:1])
    shown.print(f"Next: pollex flow run {escaped(summary['file'])}{escaped(inputs)}")
    if summary["asks"]:
        shown.print(f"It will ask for: {escaped(', '.join(summary['asks']))}")
