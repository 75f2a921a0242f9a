"""`pollex flow run`: run a workflow, and show each node as it finishes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.call import new_id
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import Json, answer, console, prints_to_stderr, run
from .pairs import read_pairs
from .progress import at_terminal, readable, watch
from .session import open_app

if TYPE_CHECKING:
    from .. import Workflow
    from ..app.app import App

File = Annotated[Path, typer.Argument(metavar="FILE", help="A .workflow.json file.")]


def run_flow(
    file: File,
    inputs: Annotated[
        list[str] | None, typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input; once for each.")
    ] = None,
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
    ] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    cdp: Annotated[str | None, typer.Option(help="The address of a running browser (its CDP endpoint).")] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="Asked only where rules do not know better; none is needed.")
    ] = None,
    downloads: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where downloads go; else into the run's own folder.")
    ] = None,
    queue: Annotated[bool, typer.Option("--queue", help="Leave it to a worker, and do not wait.")] = False,
    heal: Annotated[
        bool, typer.Option("--heal", help="If it goes well, write what it healed into the file, as a new version.")
    ] = False,
    json: Json = False,
) -> int:
    """Run a workflow. After a kill or Ctrl+C it can go on: pollex runs resume ID.

    \b
    Examples:
      pollex flow run examples/workflows/cheapest.workflow.json --input query="desk lamp"
      pollex flow run orders.workflow.json --json
    """
    given = read_pairs(inputs or [])
    session = {"headed": headed or None, "cdp": cdp, "downloads": downloads}
    with prints_to_stderr():
        result = run(_run(file, given, sources, session, model=model, queue=queue, heal=heal, quiet=json))
    return answer(readable(result, json=json), json=json)


async def _run(
    file: Path,
    inputs: Object,
    sources: list[Path] | None,
    session: Object,
    *,
    model: str | None,
    queue: bool,
    heal: bool,
    quiet: bool,
) -> Result:
    async with open_app(sources, **session) as app:
        try:
            workflow = app.load_workflow(file)
            private = _private(workflow)
            if queue and private:
                raise _not_queued(private)
            asked = {} if quiet or not at_terminal() else {name: _ask_hidden(name) for name in private - inputs.keys()}
            checked = _checked(workflow, {**inputs, **asked})
            if queue:
                started = await app.runs.control.start(
                    app.runs.plan(workflow, checked, model=model), name=workflow.name
                )
                return Result.success({"run": started, "status": "queued"})
        except Fault as fault:
            return Result.failure(fault)
        result = await _followed(app, workflow, checked, model, quiet=quiet)
        if heal and result.ok:
            healed = await app.runs.heal(file, result.data["run"])
            result.notes = (*result.notes, *(healed.data["words"] if healed.ok else [str(healed.fault)]))
        return result


def _private(workflow: Workflow) -> set[str]:
    """Return the inputs whose values are kept nowhere."""
    declared = workflow.document.get("inputs", [])
    return {each["display_name"] for each in declared if each.get("schema", {}).get("writeOnly")}


def _ask_hidden(name: str) -> str:
    return str(typer.prompt(name, hide_input=True, err=True))


def _not_queued(private: set[str]) -> Fault:
    message = f"It takes {', '.join(sorted(private))}, which is kept nowhere, so it cannot wait for a worker."
    hint = "Run it without --queue, or store a credential and use {{secret.NAME.password}} in the workflow."
    return Fault("conflict", message, hint=hint, retry=False)


def _checked(workflow: Workflow, inputs: Object) -> Object:
    """Return the inputs as the workflow takes them; a mistake is wrong use of the command."""
    checked = workflow.inputs.check(inputs)
    if checked.ok:
        made: Object = checked.value
        return made
    issue = checked.issues[0]
    takes = ", ".join(each["display_name"] for each in workflow.document.get("inputs", [])) or "no inputs"
    name = issue.pointer.strip("/") or "NAME"
    known = any(each["display_name"] == name for each in workflow.document.get("inputs", []))
    advice = f"Write --input {name}=…" if known else issue.hint or "Leave it out."
    raise typer.BadParameter(f"{issue.message} {advice} The workflow takes {takes}.")


async def _followed(app: App, workflow: Workflow, inputs: Object, model: str | None, *, quiet: bool) -> Result:
    from asyncio import CancelledError

    started = new_id()
    app.runs.execution.environment["asks"] = at_terminal()
    try:
        return await watch(app, started, app.run_workflow(workflow, inputs, run=started, model=model))
    except CancelledError:
        if not quiet:
            console(stderr=True).print(f"\nInterrupted. It goes on with: pollex runs resume {started}")
        raise
