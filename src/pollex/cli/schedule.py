"""`pollex flow schedule`: have workers run a workflow or a tool again and again; list and end schedules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..app.notification import check_webhook
from ..core.fault import Fault
from ..core.result import Result
from .output import Json, answer, console, escaped, run
from .pairs import read_pairs
from .runs_list import local
from .session import open_app
from .table import table_lines


def schedule(
    what: Annotated[
        str, typer.Argument(metavar="FILE|APP/SLUG", help="A .workflow.json file, or a tool of a library (--from).")
    ],
    cron: Annotated[str, typer.Option(help="Minute, hour, day, month, weekday, in UTC; '0 7 * * *' is every morning.")],
    name: Annotated[str, typer.Option(help="The schedule's name; one of that name is replaced.")] = "",
    inputs: Annotated[
        list[str] | None, typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input; once for each.")
    ] = None,
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Libraries, files and folders with its tools.")
    ] = None,
    webhook: Annotated[
        str | None, typer.Option(metavar="URL", help="Where each result is sent as JSON, by POST.")
    ] = None,
    credential: Annotated[
        str | None, typer.Option(metavar="NAME", help="The stored credential that the webhook is sent with.")
    ] = None,
    json: Json = False,
) -> int:
    """Have a worker run a workflow or a tool whenever the time comes; one run makes up for those that were missed.

    Each run keeps its result: pollex runs list, pollex runs show ID. It is run by pollex worker or pollex serve.
    pollex flow schedules lists what is scheduled, pollex flow unschedule ends it.

    \b
    Examples:
      pollex flow schedule morning.workflow.json --cron '0 7 * * *'
      pollex flow schedule shop/cheapest --from my-library --cron '0 7 * * *' --input query=kettle
      pollex flow schedule shop/cheapest --from my-library --cron '0 * * * *' --webhook https://hooks.example/x
    """
    if credential is not None and webhook is None:
        raise typer.BadParameter("--credential is sent to a webhook: give --webhook too.")
    given = read_pairs(inputs or [])
    notify = None if webhook is None else {"url": webhook, "credential": credential}

    async def work() -> Result:
        async with open_app(sources) as app:
            try:
                if webhook is not None:
                    check_webhook(webhook, credential, app.vault.credentials())
                if what.endswith(".json"):
                    workflow = app.load_workflow(what)
                    await app.runs.schedule(called := name or workflow.name, cron, workflow, given, notify=notify)
                else:
                    called = name or what
                    await app.libraries.schedule(called, cron, what, given, notify=notify)
            except Fault as fault:
                return Result.failure(fault)
            return Result.success({"schedule": called, "cron": cron})

    result = run(work())
    if json or not result.ok:
        return answer(result, json=json)
    console().print(f"[green]✓[/] {escaped(result.data['schedule'])}: due by {escaped(cron)} (UTC), run by a worker.")
    console().print("Next: pollex worker, or pollex serve   The results: pollex runs list")
    return 0


def schedules(json: Json = False) -> int:
    """List the schedules, the next due first."""

    async def work() -> Result:
        async with open_app() as app:
            return Result.success({"schedules": await app.runs.schedules()})

    result = run(work())
    if json or not result.ok:
        return answer(result, json=json)
    rows = [{**each, "due": local(each["due"])} for each in result.data["schedules"]]
    for line in table_lines(rows) or ["Nothing is scheduled."]:
        console().print(line)
    return 0


def unschedule(name: Annotated[str, typer.Argument(help="The schedule's name.")], json: Json = False) -> int:
    """End a schedule."""

    async def work() -> Result:
        async with open_app() as app:
            try:
                await app.runs.unschedule(name)
            except Fault as fault:
                return Result.failure(fault)
            return Result.success({"schedule": name, "status": "ended"})

    return answer(run(work()), json=json)
