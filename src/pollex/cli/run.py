"""`pollex run`: a task in words, done in a browser while one watches, and kept as a workflow if wanted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.call import Call, new_id
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from ..core.tool import Tool
from .asking import asked
from .compiled import write_compiled
from .output import Json, answer, console, escaped, prints_to_stderr, run
from .running import trimmed, watched
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App
    from ..runs.run import Run


def run_task(
    task: Annotated[str, typer.Argument(metavar="TASK", help="What to do, in words; - reads it from stdin.")],
    url: Annotated[str | None, typer.Option(help="Where to begin.")] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="provider:model, or local; else what there is a key for.")
    ] = None,
    fallback: Annotated[
        str | None, typer.Option(metavar="NAME", help="A second model, for when the first cannot answer.")
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option("--max-steps", min=1, help="How many decisions it may take; 50, and more for local.")
    ] = None,
    model_timeout: Annotated[
        float | None, typer.Option("--model-timeout", metavar="SECONDS", help="How long the model may think; 120.")
    ] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    cdp: Annotated[str | None, typer.Option(help="The address of a running browser (its CDP endpoint).")] = None,
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="DOMAIN", help="A domain that may be reached, and no other.")
    ] = None,
    files: Annotated[
        list[str] | None, typer.Option("--file", metavar="PATH", help="A file that may be uploaded.")
    ] = None,
    read_only: Annotated[
        bool | None,
        typer.Option("--read-only/--may-change", help="Let nothing be changed, or something; else as the task asks."),
    ] = None,
    history: Annotated[int, typer.Option(min=0, help="How many of the last actions the model is reminded of.")] = 5,
    downloads: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where downloads go; else into the run's own folder.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Allow what the task does not ask for, unasked.")] = False,
    pictures: Annotated[bool, typer.Option("--pictures/--no-pictures", help="Keep a picture of each step.")] = True,
    vision: Annotated[
        str, typer.Option(help="Show the model pictures: auto (drawn pages, models that see), always or off.")
    ] = "auto",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.workflow.json", help="Keep what it did as a workflow.")
    ] = None,
    trace: Annotated[
        Path | None, typer.Option(metavar="FILE.zip", help="Write a Playwright trace, without secrets.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every message and each state of the page.")] = False,
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
    ] = None,
    json: Json = False,
) -> int:
    """Do a task in a real browser and say what came of it.

    Without a key the model is `local`: it follows plain instructions by rule, needs no network, and says so where it
    does not understand. Ctrl+C stops it; pollex runs resume ID goes on.

    \b
    Examples:
      pollex run 'Search for "desk lamp", sort by price and tell me the cheapest' --url http://127.0.0.1:8766/shop/
      pollex run 'Log in with the credential bank and tell me the balance' --url https://bank.example
      pollex run - --model anthropic --save orders.workflow.json < task.txt
    """
    words = _from_stdin() if task == "-" else task
    _refuse_unusable(files or [], save, trace)
    options = {
        "url": url,
        "model": model,
        "fallback": fallback,
        "max_steps": max_steps,
        "model_timeout": model_timeout,
        "allow": allow or None,
        "files": tuple(files or ()),
        "history": history,
        "read_only": read_only,
        "pictures": pictures,
        "vision": vision,
        "trace": None if trace is None else str(trace),
    }
    person = sys.stdin is not None and sys.stdin.isatty() and not json
    changes = {"headed": headed or None, "cdp": cdp, "downloads": downloads, "approve": "allow" if yes else None}
    if verbose:
        _show_everything()
    with prints_to_stderr():
        opening = partial(open_app, sources, ask=_ask if person else None, **changes)
        result = run(_run(words, options, opening, save, quiet=json))
    begun = result.ok or result.data is not None
    code = answer(trimmed(result, json=json), json=json)
    return code if begun else 2  # nothing was done: the task, a name or an address cannot be used


def _from_stdin() -> str:
    try:
        return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise typer.BadParameter("What came on stdin is not text in UTF-8.") from error


def _refuse_unusable(files: list[str], save: Path | None, trace: Path | None) -> None:
    """Say before anything is done that a file is not there, or that one cannot be written."""
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


async def _run(task: str, options: Object, opening: Callable[[], App], save: Path | None, *, quiet: bool) -> Result:
    from asyncio import CancelledError

    started = new_id()
    async with opening() as app:
        try:
            return await watched(app, started, _finished(app, task, started, options, save))
        except CancelledError:
            if not quiet:
                console(stderr=True).print(f"\nStopped. It goes on with: pollex runs resume {started}")
            raise


async def _finished(app: App, task: str, started: str, options: Object, save: Path | None) -> Result:
    done: Run = await app.run(task, run=started, tools=tuple(app.added_tools), **options)
    assert done.result is not None
    return await _saved(app, done.result, started, save) if save is not None and done.result.ok else done.result


async def _saved(app: App, result: Result, run: str, file: Path) -> Result:
    """The run's result, with the workflow that it became beside it."""
    name = file.name.removesuffix(".json").removesuffix(".workflow")
    try:
        told = (await write_compiled(app, run, file, name)).data
    except Fault as fault:
        later = f"not kept: {fault.message} Later: pollex runs compile {run} -o FILE"
        result.notes = (*result.notes, later)
        return result
    kept = f"kept as {file}; run it again with: pollex flow run {file}"
    result.notes = (*result.notes, kept, *(f"look at this: {each}" for each in told["unsure"]))
    return result


async def _ask(tool: Tool, call: Call, args: Any, why: str) -> bool:
    console(stderr=True).print(f"[yellow]?[/] {escaped(tool.name)}: {escaped(why)}")
    return await asked(lambda: bool(typer.confirm(f"  {dumps(args)[:200]}  Do it?", err=True)))


def _show_everything() -> None:
    import logging

    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("pollex.agent")
    log.addHandler(shown)
    log.setLevel(logging.DEBUG)
    log.propagate = False
