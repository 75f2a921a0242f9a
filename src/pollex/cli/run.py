"""`pollex run`: a task in words, done in a browser while one watches, and kept as a workflow if wanted."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..core.call import new_id
from ..core.json import Object
from ..core.result import Result
from . import task_options as options
from .approval import terminal_approver
from .compiled import NoReplay, save_run
from .output import Json, answer, console, prints_to_stderr, run
from .progress import readable, watch
from .server_run import run_on_server
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App
    from ..runs.run import Run


def run_command(
    task: options.TaskArgument,
    url: options.Url = None,
    model: options.ModelOption = None,
    fallback: options.Fallback = None,
    max_steps: options.MaxStepsOption = None,
    model_timeout: options.ModelTimeoutOption = None,
    headed: options.Headed = False,
    cdp: options.Cdp = None,
    where: options.In = None,
    tab: options.Tab = None,
    allow: options.Allow = None,
    files: options.Files = None,
    read_only: options.ReadOnly = None,
    history: options.HistoryOption = None,
    downloads: options.Downloads = None,
    yes: options.Yes = False,
    pictures: options.Pictures = True,
    vision: options.Vision = "auto",
    save: options.Save = None,
    no_replay: NoReplay = False,
    trace: options.Trace = None,
    verbose: options.Verbose = False,
    sources: options.SourcesOption = None,
    json: Json = False,
) -> int:
    """Do a task in a real browser and say what came of it.

    Without a key the model is `local`: it needs no network, does plain orders (pollex orders lists the forms), and
    refuses every other sentence before it acts. Ctrl+C stops it; pollex runs resume ID goes on.

    \b
    Examples:
      pollex run 'Search for "desk lamp", sort by price and tell me the cheapest' --url http://127.0.0.1:8766/shop/
      pollex run 'Log in with the credential bank and tell me the balance' --url https://bank.example
      pollex run - --model anthropic --save orders.workflow.json < task.txt
    """
    words = _from_stdin() if task == "-" else task
    _refuse_unusable(files or [], save, trace)

    chosen: Object = {
        "url": url,
        "model": model,
        "fallback": fallback,
        "max_steps": max_steps,
        "model_timeout": model_timeout,
        "allow": allow or None,
        "files": files or (),
        "read_only": read_only,
        "history": history,
        "pictures": pictures,
        "vision": vision,
        "trace": trace,
        "where": where,
        "tab": tab,
    }

    def start(app: App, id: str) -> Awaitable[Run]:  # noqa: A002 - it is the id of the run
        if where is None:
            return app.run(words, run=id, **chosen)
        given = {"headed": headed or None, "cdp": cdp, "downloads": downloads, "from": sources}
        return run_on_server(app, id, "task", words, {**chosen, **given, "policy": policy})

    policy = "allow" if yes else None
    settings = {"headed": headed or None, "cdp": cdp, "downloads": downloads, "approve": policy}
    if verbose:
        _show_everything()
    with prints_to_stderr():
        asked = {"ask": terminal_approver(json=json)} if where is None else {}
        opening = partial(open_app, sources, **asked, **settings)
        result = run(_run(start, opening, save, replay=not no_replay, quiet=json))
    begun = result.ok or result.data is not None
    code = answer(readable(result, json=json), json=json)
    return code if begun else 2  # nothing was done: the task, a name or an address cannot be used


def _from_stdin() -> str:
    try:
        return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise typer.BadParameter("What came on stdin is not text in UTF-8.") from error


def _refuse_unusable(files: list[str], save: Path | None, trace: Path | None) -> None:
    """Raise before anything is done where a file is missing, or one cannot be written."""
    for file in files:
        if not Path(file).is_file():
            raise typer.BadParameter(f"There is no file {file!r}.", param_hint="--file")
    if save is not None and save.exists():
        message = f"{str(save)!r} is there already; name another file, or remove it."
        raise typer.BadParameter(message, param_hint="--save")
    for option, output in (("--save", save), ("--trace", trace)):
        if output is not None and (output.is_dir() or not output.absolute().parent.is_dir()):
            message = f"{str(output)!r} cannot be written: name a file in a folder that is there."
            raise typer.BadParameter(message, param_hint=option)


async def _run(
    start: Callable[[App, str], Awaitable[Run]],
    opening: Callable[[], App],
    save: Path | None,
    *,
    replay: bool,
    quiet: bool,
) -> Result:
    from asyncio import CancelledError

    started = new_id()
    async with opening() as app:
        app.vault.unlock()
        try:
            return await watch(app, started, _finished(app, start(app, started), save, replay=replay))
        except CancelledError:
            if not quiet:
                console(stderr=True).print(f"\nStopped. It goes on with: pollex runs resume {started}")
            raise


async def _finished(app: App, work: Awaitable[Run], save: Path | None, *, replay: bool) -> Result:
    done = await work
    assert done.result is not None
    if save is None or not done.result.ok:
        return done.result
    return await save_run(app, done.result, done.id, save, replay=replay)


def _show_everything() -> None:
    import logging

    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("pollex.agent")
    log.addHandler(shown)
    log.setLevel(logging.DEBUG)
    log.propagate = False
