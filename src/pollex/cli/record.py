"""`pollex record`: a person does it once in a browser, and it becomes a workflow that does it again."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlsplit

import typer

from ..core.call import new_id
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.suggest import did_you_mean, one_of
from .compiled import NoReplay, show_compiled, write_compiled
from .output import Json, answer, console, prints_to_stderr, run
from .progress import watch
from .prompt import ask_person
from .server_run import start_on_server
from .session import open_app
from .task_options import In, Tab

if TYPE_CHECKING:
    from asyncio import Future

    from ..app.app import App
    from ..runs.run import Run

SUFFIX: Final = ".workflow.json"
Ending = Callable[["Run"], Awaitable[None]]
"""Waits until the person has finished."""


def record_command(
    url: Annotated[str, typer.Option(help="Where the browser opens.")],
    file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The workflow to write; else a new file in this folder."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What it is called; else after the site.")] = None,
    credentials: Annotated[
        list[str] | None,
        typer.Option(
            "--credential",
            metavar="NAME",
            help="A stored credential for what you type into its site's password fields.",
        ),
    ] = None,
    cdp: Annotated[
        str | None, typer.Option(help="The address of a running browser (its CDP endpoint), instead of a new one.")
    ] = None,
    where: In = None,
    tab: Tab = None,
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="DOMAIN", help="A domain that may be reached, and no other.")
    ] = None,
    no_replay: NoReplay = False,
    json: Json = False,
) -> int:
    """Do something once in a browser; it becomes a workflow that does it again without a model.

    A browser opens. Click, type, choose and drag as always, also in several tabs; what was understood is shown here
    step by step. Close the browser, or press Enter or Ctrl+C here, when you are done. Texts that you type become
    inputs of the workflow with your text as default. What you type into a password or one-time-code field is not
    recorded: the workflow asks for it, or takes it from a stored credential. Pointing and scrolling are steps only
    where they brought up what you used next: a menu that opened, a list that grew.

    \b
    Examples:
      pollex record --url https://shop.example -o order.workflow.json
      pollex record --url https://bank.example --credential bank --name "Download the statement"
      pollex record --url https://intranet.example --in chrome
      pollex flow run order.workflow.json
    """
    if cdp is None and where is None:
        refuse_without_display(sys.platform, os.environ)
    called = name or f"Recorded at {urlsplit(url).hostname or url}"
    target = file or free_file(Path(), name or urlsplit(url).hostname or "recording")
    _refuse_unwritable(target)
    opening = partial(open_app, headed=True, cdp=cdp)
    chosen = {"domains": allow, "credentials": credentials}
    record: Object = {"url": url, "name": called, **{key: value for key, value in chosen.items() if value}}
    place = None if where is None else {"where": where, "tab": tab, "cdp": cdp}
    with prints_to_stderr():
        result = run(_run(opening, record, target, name, place=place, replay=not no_replay))
    if json or not result.ok:
        return answer(result, json=json)
    show_compiled(result.data)
    return 0


async def _run(
    opening: Callable[[], App], record: Object, file: Path, name: str | None, *, place: Object | None, replay: bool
) -> Result:
    async with opening() as app:
        app.vault.unlock()
        try:
            return await record_run(app, record, file, name, at_terminal, place=place, replay=replay)
        except Fault as fault:
            return Result.failure(fault)


async def record_run(
    app: App,
    record: Object,
    file: Path,
    name: str | None,
    ending: Ending,
    *,
    place: Object | None = None,
    replay: bool = True,
) -> Result:
    """Record what a person does until `ending`, and write it as a workflow; raise a Fault where that cannot be."""
    for each in record.get("credentials", ()):
        _refuse_unknown(app, each)
    started = app.find_run(new_id())
    if place is None:
        await app.start(record={**record, "observed": True}, run=started.id)
    else:
        await start_on_server(app, started.id, "record", record, place)
    ended = await watch(app, started.id, _recorded(app, started, ending))
    if not ended.ok:
        return ended
    return await write_compiled(app, started.id, file, name, replay=replay)


async def _recorded(app: App, started: Run, ending: Ending) -> Result:
    if await _arrived(started):
        await ending(started)
        await app.runs.finish_if_open(started.id)
    return await started.wait()


async def _arrived(started: Run) -> bool:
    """Wait until the browser shows the address; whether it does."""
    async for event in started.follow():
        if event.kind == "step.finished":
            return True
    return False


async def at_terminal(recorded: Run) -> None:
    """Return when the person closes the browser, or presses Enter or Ctrl+C at the terminal."""
    from asyncio import FIRST_COMPLETED, Event, ensure_future, get_running_loop, wait
    from contextlib import suppress
    from signal import SIGINT

    loop, interrupted = get_running_loop(), Event()
    with suppress(NotImplementedError):  # on Windows; there Ctrl+C ends the command
        loop.add_signal_handler(SIGINT, interrupted.set)
    ways: list[Future[Any]] = [ensure_future(recorded.wait()), ensure_future(interrupted.wait())]
    keys = "press Enter or Ctrl+C here" if sys.stdin is not None and sys.stdin.isatty() else "press Ctrl+C here"
    if "Enter" in keys:
        ways.append(ensure_future(ask_person(partial(os.read, sys.stdin.fileno(), 1024))))
    console(stderr=True).print(f"[bold]Recording.[/] Act in the browser; close it, or {keys}, when you are done.")
    try:
        await wait(ways, return_when=FIRST_COMPLETED)
    finally:
        for each in ways:
            each.cancel()
        with suppress(NotImplementedError):
            loop.remove_signal_handler(SIGINT)


def free_file(folder: Path, name: str) -> Path:
    """Return a workflow file that is not there yet, named after something."""
    stem = re.sub(r"[^\w.-]+", "-", name.strip().lower()).strip("-.") or "recording"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    return next(file for each in names if not (file := folder / f"{each}{SUFFIX}").exists())


def _refuse_unknown(app: App, name: str) -> None:
    known = app.vault.credentials()
    if name in known:
        return
    raise Fault(
        "unknown_reference",
        f"There is no credential {name!r}.",
        expected=one_of(list(known)),
        received=name,
        hint=did_you_mean(name, list(known)) or f"Store it first: pollex credentials set {name}",
        retry=False,
    )


def _refuse_unwritable(file: Path) -> None:
    if file.exists():
        message = f"{str(file)!r} is there already; name another file, or remove it."
        raise typer.BadParameter(message, param_hint="--output")
    if not file.absolute().parent.is_dir():
        message = f"{str(file)!r} cannot be written: name a file in a folder that is there."
        raise typer.BadParameter(message, param_hint="--output")


def refuse_without_display(platform: str, environ: Mapping[str, str]) -> None:
    """Raise a Fault where no window can be shown."""
    if platform in ("win32", "darwin") or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return
    raise Fault(
        "unavailable",
        "There is no display here, so a browser cannot be shown.",
        expected="a desktop: DISPLAY or WAYLAND_DISPLAY is set",
        received="neither is set",
        hint="Record in the workspace, which needs none: pollex serve; or use a running browser: --cdp ADDRESS.",
        retry=False,
    )
