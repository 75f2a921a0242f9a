"""`pollex demo`: a task on a practice site before your eyes, its answer, its report, and what to try next."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..core.call import new_id
from ..core.result import Result
from ..disk.private import private_folder
from . import task_options as options
from .output import Json, answer, console, escaped, prints_to_stderr, run, show
from .progress import watch
from .report import write_report
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App

TASK: Final = 'Search for "desk lamp". Sort by Price, low to high. Tell me Name and Price of the first row of results.'
"""The task of the README."""
SITE: Final = "/shop/"
NEXT: Final = (
    ("pollex serve --open", "opens the workspace in your browser: ask, watch, take over, keep, run again"),
    ("pollex practice", "serves the sites, in another terminal"),
    (
        f"pollex run {shlex.quote(TASK)} --url http://127.0.0.1:8766{SITE} --save lamp.workflow.json",
        "does it again, and keeps it as a workflow",
    ),
    (
        'pollex flow run lamp.workflow.json --input query="floor lamp"',
        "does the same for something else, without a model",
    ),
)
"""Commands to go on with, and what each of them does."""


def demo(headed: options.Headed = False, json: Json = False) -> int:
    """Do a task on a practice site while you watch, and say what to try next.

    The sites are served by this command and the model is `local`, so that neither a key nor a network is needed.
    """
    with prints_to_stderr():
        result = run(_demonstrate(headed=headed))
    if json:
        return answer(result, json=True)
    if result.fault is not None:
        return answer(Result.failure(result.fault), json=False)
    show(Result.success(result.data["answer"], notes=result.notes))
    _show_next(result.data["report"])
    return 0


async def _demonstrate(*, headed: bool) -> Result:
    from ..practice.server import Server

    with Server() as server:
        async with open_app(headed=headed or None) as app:
            started = new_id()
            console(stderr=True).print(f"The model `local` does a task on a practice site, {server.url}{SITE}")
            result = await watch(app, started, _done(app, started, f"{server.url}{SITE}"))
            if result.ok:
                result.data = {**result.data, "report": await _report(app, started), "next": [each for each, _ in NEXT]}
            return result


async def _done(app: App, run: str, url: str) -> Result:
    done = await app.run(TASK, url=url, model="local", run=run)
    assert done.result is not None
    return done.result


async def _report(app: App, run: str) -> str:
    """Write the run as a page into its own folder, and return the path."""
    file: Path = app.settings.home / "files" / run / "report.html"
    private_folder(file.parent)
    write_report(app, await app.find_run(run).events(), "done", file)
    return str(file)


def _show_next(report: str) -> None:
    aside = console(stderr=True)
    aside.print(f"\nThe run as a page, with a picture of each step: [bold]{escaped(report)}[/]")
    aside.print("\nTry next:")
    for command, does in NEXT:
        aside.print(f"  [bold]{escaped(command)}[/]\n    [dim]{escaped(does)}[/]")
