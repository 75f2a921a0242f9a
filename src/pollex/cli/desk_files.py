"""`pollex desk list`, `save` and `open`: workspaces and the files that they are kept in."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.json_file import read_json
from ..core.result import Result
from .json_text import read_text
from .mistakes import show_mistakes, with_lines
from .output import Json, answer, console, escaped, run
from .runs_list import local
from .session import open_app
from .workspace_rows import workspace_ids

if TYPE_CHECKING:
    from ..app.app import App
    from ..workspace.document import WorkspaceDocument

SavedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved workspace.")]
NEEDED: Final = {
    "tools": "calls tools",
    "hosts": "asks hosts",
    "credentials": "uses credentials",
    "intents": "tells the model",
    "forms": "asks you for credentials",
    "user": "writes what all workspaces share",
}


def list_desks(json: Json = False) -> int:
    """List the workspaces, the last one used first."""

    async def work(app: App) -> Result:
        return Result.success(await app.workspaces.list())

    result = do(work)
    if json or not result.ok:
        return answer(result, json=json)
    for each in result.data:
        console().print(f"{each['id']}  [dim]{local(each['used'])}[/]")
    if not result.data:
        console(stderr=True).print("There are no workspaces yet. Open a saved one: pollex desk open FILE")
    return 0


def save_desk(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it goes; a file that is there is replaced.")],
    workspace: Annotated[
        str | None, typer.Option(metavar="ID", help="Its id, or the first letters; else the last one used.")
    ] = None,
    json: Json = False,
) -> int:
    """Save a workspace to one file: the commands that drew it, its state, and what it may call.

    \b
    What was taken back is not in it. Compare two files with `pollex desk diff`.
    \b
    Examples:
      pollex desk save notes.desk.json
      pollex desk save notes.desk.json --workspace 5f3a
    """

    async def work(app: App) -> Result:
        opened = await app.workspaces.open(await chosen_desk(app, workspace), create=False)
        document = await opened.workspace.save()
        _write(file, dumps(document.to_json(), indent=True) + "\n")
        counts = {"batches": len(document.batches), "windows": len(document.desk.windows)}
        return Result.success({"workspace": opened.workspace.id, "file": str(file), **counts})

    result = do(work)
    if json or not result.ok:
        return answer(result, json=json)
    console().print(escaped(str(file)), soft_wrap=True)
    return 0


async def chosen_desk(app: App, begun: str | None) -> str:
    from ..runs.stop import chosen

    known = await workspace_ids(app)
    if not known:
        raise Fault("not_found", "There is no workspace yet.", hint="Open a saved one: pollex desk open FILE")
    return known[0] if begun is None else chosen(begun, known)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault(
            "unavailable", message, received=str(file), hint="Name a file in a folder that is there."
        ) from error


def open_desk(
    file: SavedFile,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Open it without asking, whatever it calls.")] = False,
    json: Json = False,
) -> int:
    """Open a saved workspace as a new one; nothing that it called is called again.

    \b
    Says first which tools, hosts, credentials and files its commands use, what they tell the model, ask you
    for and share with other workspaces, and asks you about that. Windows that look like Pollex's own are left out.
    \b
    Examples:
      pollex desk open notes.desk.json
      pollex desk open notes.desk.json --yes --json
    """
    data, document, failed = read_saved(file)
    if document is None:
        return show_unreadable(failed, file, json=json)
    left_out = own_windows(document)
    if left_out:
        console(stderr=True).print(f"[yellow]left out[/] windows of Pollex's own: {escaped(', '.join(left_out))}")
    ask(document.permissions, yes=yes)

    async def work(app: App) -> Result:
        opened = (await app.workspaces.open_document(data)).workspace
        told = {"uses": document.permissions, "left_out": left_out}
        return Result.success({"workspace": opened.id, "windows": opened.windows(), **told})

    result = do(work)
    if json or not result.ok:
        return answer(result, json=json)
    console().print(result.data["workspace"])
    return 0


def read_saved(file: Path) -> tuple[Any, WorkspaceDocument | None, Result]:
    """Return the data of a file and what it holds, or what is wrong with it."""
    from ..workspace.document import read_document

    data = read_json(read_text(file, "a saved workspace"), str(file))
    try:
        return data, read_document(data, open_app().settings.limits), Result.success(None)
    except Fault as fault:
        return data, None, Result.failure(fault)


def show_unreadable(result: Result, file: Path, *, json: bool) -> int:
    """Show what is wrong with a file, with the line of each mistake."""
    if json:
        print(dumps(with_lines(result, file), indent=True))
    elif result.fault is not None and result.fault.issues:
        show_mistakes(result.fault.issues, file)
    else:
        answer(result, json=False)
    return 1


def own_windows(document: WorkspaceDocument) -> list[str]:
    """Return the windows of a file that are not opened, since they would pass for the product's own."""
    from ..workspace.own_components import OWN_WINDOW

    return [each for each in document.desk.windows if each.startswith(OWN_WINDOW)]


def show_uses(permissions: Object) -> bool:
    """Say what commands use, a line each; return whether that is anything."""
    lines = [f"{words}: {', '.join(permissions[name])}" for name, words in NEEDED.items() if permissions[name]]
    lines += ["writes files"] if permissions["files"] else []
    for line in lines:
        console(stderr=True).print(f"[yellow]it[/] {escaped(line)}", soft_wrap=True)
    return bool(lines)


def ask(permissions: Object, *, yes: bool) -> None:
    """Say what a workspace uses, and ask about it; raise a Fault if the answer is no or nobody is there."""
    if not show_uses(permissions) or yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        hint = "Look at what it uses, then add --yes."
        raise Fault("denied", "The file calls things, and nobody was asked.", hint=hint, retry=False)
    if not typer.confirm("Open it?", err=True):
        raise Fault("denied", "Nothing was opened.", retry=False)


def do(work: Callable[[App], Awaitable[Result]]) -> Result:
    async def inside() -> Result:
        async with open_app() as app:
            try:
                return await work(app)
            except Fault as fault:
                return Result.failure(fault)

    return run(inside())
