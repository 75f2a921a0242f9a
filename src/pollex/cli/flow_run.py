"""`pollex flow run`: run a workflow, and show each node as it finishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
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
from .server_run import run_on_server
from .session import open_app
from .task_options import In, Tab

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
    where: In = None,
    tab: Tab = None,
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
      pollex flow run orders.workflow.json --in chrome
    """
    given = read_pairs(inputs or [])
    session = {"headed": headed or None, "cdp": cdp, "downloads": downloads}
    with prints_to_stderr():
        work = _run(
            file, given, sources, session, where=where, tab=tab, model=model, queue=queue, heal=heal, quiet=json
        )
        result = run(work)
    return answer(readable(result, json=json), json=json)


async def _run(
    file: Path,
    inputs: Object,
    sources: list[Path] | None,
    session: Object,
    *,
    where: str | None,
    tab: int | None,
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
            if where is not None:
                place = {"where": where, "tab": tab, "queue": queue or None, "from": sources, **session}
                work = _on_server(app, workflow, {"inputs": checked, "model": model, **place})
            elif queue:
                started = await app.runs.control.start(
                    app.runs.plan(workflow, checked, model=model), name=workflow.name
                )
                return Result.success({"run": started, "status": "queued"})
            else:
                app.runs.execution.environment["asks"] = at_terminal()
                work = partial(app.run_workflow, workflow, checked, model=model)
        except Fault as fault:
            return Result.failure(fault)
        result = await _watched(app, work, quiet=quiet)
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


def _on_server(app: App, workflow: Workflow, options: Object) -> Callable[..., Awaitable[Result]]:
    if workflow.called:
        message = f"It calls another workflow, {min(workflow.called)!r}, whose file the server does not see."
        hint = "Publish that one as a tool of a library, and call the tool."
        raise Fault("conflict", message, hint=hint, retry=False)

    async def ended(*, run: str) -> Result:
        done = await run_on_server(app, run, "workflow", workflow.document, options)
        assert done.result is not None, "it has ended"
        return done.result

    return ended


async def _watched(app: App, work: Callable[..., Awaitable[Result]], *, quiet: bool) -> Result:
    from asyncio import CancelledError

    started = new_id()
    try:
        return await watch(app, started, work(run=started))
    except CancelledError:
        if not quiet:
            console(stderr=True).print(f"\nInterrupted. It goes on with: pollex runs resume {started}")
        raise
