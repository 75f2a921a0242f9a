"""`pollex flow schedule`: have workers run a workflow again and again."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.fault import Fault
from ..core.result import Result
from .flow_run import File
from .output import Json, answer, run
from .pairs import read_pairs
from .session import open_app


def schedule(
    file: File,
    cron: Annotated[str, typer.Option(help="Minute, hour, day, month, weekday, in UTC; '0 7 * * *' is every morning.")],
    name: Annotated[str, typer.Option(help="The schedule's name; one of that name is replaced.")] = "",
    inputs: Annotated[
        list[str] | None, typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input; once for each.")
    ] = None,
    json: Json = False,
) -> int:
    """Have a worker run a workflow whenever the time comes; one run makes up for those that were missed."""
    given = read_pairs(inputs or [])

    async def work() -> Result:
        async with open_app() as app:
            try:
                workflow = app.load_workflow(file)
                await app.runs.schedule(name or workflow.name, cron, workflow, given)
            except Fault as fault:
                return Result.failure(fault)
            return Result.success({"schedule": name or workflow.name, "cron": cron})

    return answer(run(work()), json=json)


def unschedule(name: Annotated[str, typer.Argument(help="The schedule's name.")], json: Json = False) -> int:
    """End a schedule."""

    async def work() -> Result:
        async with open_app() as app:
            try:
                await app.runs.control.unschedule(name)
            except Fault as fault:
                return Result.failure(fault)
            return Result.success({"schedule": name, "status": "ended"})

    return answer(run(work()), json=json)
