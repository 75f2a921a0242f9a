"""`pollex worker`: join a fleet that shares a database."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from typing import Annotated

import typer

from ..core.result import Result
from .output import Json, answer, console, run
from .session import open_app


def worker(
    database: Annotated[
        str | None, typer.Option(help="postgresql://… for many machines, or a SQLite file; the home's if not given.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="How many runs at a time on this worker.")] = 4,
    name: Annotated[str, typer.Option(help="The worker's slot; the same name takes up its own runs again.")] = "",
    json: Json = False,
) -> int:
    """Execute runs from the queue, and those of workers that died, until interrupted.

    \b
    Example, on any number of machines, and a run for them from one of those:
      pollex worker --database postgresql://host/pollex
      POLLEX_DATABASE=postgresql://host/pollex pollex flow run orders.workflow.json --queue
    """
    if database is not None and "://" not in database and not Path(database).expanduser().parent.is_dir():
        raise typer.BadParameter(f"The folder of {database!r} is not there.")
    slot = name or f"{socket.gethostname()}-worker"
    return answer(run(_work(database, slot, concurrency, quiet=json)), json=json)


async def _work(database: str | None, slot: str, concurrency: int, *, quiet: bool) -> Result:
    import asyncio

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with open_app(database=database) as app:
        app.vault.unlock()
        await app.runs.serve(slot, concurrency)
        if not quiet:
            console(stderr=True).print(f"Worker [bold]{slot}[/] takes runs. Press Ctrl+C to stop.")
        await stopped.wait()
    return Result.success({"worker": slot})
