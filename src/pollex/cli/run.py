"""`pollex run`: a task in words, done in a browser while one watches, and kept as a workflow if wanted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.call import Call, new_id
from ..core.fault import Fault
from ..core.json import dumps
from ..core.result import Result
from ..core.tool import Tool
from .output import Json, answer, console, escaped, prints_to_stderr, run
from .running import watched
from .session import open_app

if TYPE_CHECKING:
    from ..app import App, Run


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says about one task."""

    task: str
    url: str | None
    model: str | None
    fallback: str | None
    max_steps: int
    allow: tuple[str, ...]
    files: tuple[str, ...]
    history: int
    pictures: bool
    save: Path | None


def run_task(
    task: Annotated[str, typer.Argument(metavar="TASK", help="What to do, in words; - reads it from stdin.")],
    url: Annotated[str | None, typer.Option(help="Where to begin.")] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="provider:model, or local; else what there is a key for.")
    ] = None,
    fallback: Annotated[
        str | None, typer.Option(metavar="NAME", help="A second model, for when the first cannot answer.")
    ] = None,
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="How many decisions it may take.")] = 50,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    cdp: Annotated[str | None, typer.Option(help="The address of a running browser (its CDP endpoint).")] = None,
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="DOMAIN", help="A domain that may be reached, and no other.")
    ] = None,
    files: Annotated[
        list[str] | None, typer.Option("--file", metavar="PATH", help="A file that may be uploaded.")
    ] = None,
    history: Annotated[int, typer.Option(min=0, help="How many of the last actions the model is reminded of.")] = 5,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Allow what the task does not ask for, unasked.")] = False,
    pictures: Annotated[bool, typer.Option("--pictures/--no-pictures", help="Keep a picture of each step.")] = True,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.workflow.json", help="Keep what it did as a workflow.")
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
    words = sys.stdin.read() if task == "-" else task
    wish = Wish(words, url, model, fallback, max_steps, tuple(allow or ()), tuple(files or ()), history, pictures, save)
    person = sys.stdin is not None and sys.stdin.isatty() and not json
    changes = {"headed": headed or None, "cdp": cdp, "approve": "allow" if yes else None}
    if verbose:
        _show_everything()
    with prints_to_stderr():
        result = run(_run(wish, lambda: open_app(sources, ask=_ask if person else None, **changes), quiet=json))
    return answer(_spoken(result, json=json), json=json)


async def _run(wish: Wish, open_: Callable[[], App], *, quiet: bool) -> Result:
    from asyncio import CancelledError

    started = new_id()
    async with open_() as app:
        own = tuple(name for name in app.tools.names() if not name.startswith(HOUSE))
        try:
            finished = await watched(app, started, _finished(app, wish, started, own))
        except CancelledError:
            if not quiet:
                console(stderr=True).print(f"\nStopped. It goes on with: pollex runs resume {started}")
            raise
        return finished


async def _finished(app: App, wish: Wish, started: str, tools: tuple[str, ...]) -> Result:
    done: Run = await app.run(
        wish.task,
        url=wish.url,
        model=wish.model,
        fallback=wish.fallback,
        max_steps=wish.max_steps,
        allow=wish.allow or None,
        run=started,
        files=wish.files,
        history=wish.history,
        pictures=wish.pictures,
        tools=tools,
    )
    assert done.result is not None
    if wish.save is not None and done.result.ok:
        return _saved(done, wish.save)
    return done.result


HOUSE = ("page.", "tools.", "runs.", "doctor", "reckon")
"""Tools that are always there; those that were added are offered to the model."""


def _saved(done: Run, file: Path) -> Result:
    """The run's result, with the workflow that it became beside it."""
    assert done.result is not None
    try:
        workflow = done.compile(name=file.name.removesuffix(".json").removesuffix(".workflow"))
        file.write_text(dumps(workflow.document, indent=True) + "\n", encoding="utf-8")
    except OSError as error:
        return Result.failure(Fault("failed", f"{str(file)!r} cannot be written: {error.strerror}."), done.result.data)
    except Fault as fault:
        return Result.failure(fault, done.result.data)
    done.result.notes = (*done.result.notes, f"kept as {file}; run it again with: pollex flow run {file}")
    return done.result


def _spoken(result: Result, *, json: bool) -> Result:
    """A task's result as people want it: the answer."""
    if not json and isinstance(result.data, dict) and "answer" in result.data:
        unproven = () if result.data["proven"] or not result.ok else ("what this says is not proven by what was seen",)
        result.notes = (*result.notes, *unproven) if not result.notes else result.notes
        result.data = result.data["answer"] if result.ok else None
    return result


async def _ask(tool: Tool, call: Call, args: Any, why: str) -> bool:
    console(stderr=True).print(f"[yellow]?[/] {escaped(tool.name)}: {escaped(why)}")
    return bool(typer.confirm(f"  {dumps(args)[:200]}  Do it?", err=True))


def _show_everything() -> None:
    import logging

    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("pollex.agent")
    log.addHandler(shown)
    log.setLevel(logging.DEBUG)
    log.propagate = False
