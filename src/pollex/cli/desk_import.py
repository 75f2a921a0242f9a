"""`pollex desk import`: the surfaces of an A2UI file as windows of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.call import new_id
from ..core.json_file import read_json
from ..core.result import Result
from .desk_files import ask, chosen_desk, do
from .json_text import read_text
from .output import Json, answer, console, escaped

if TYPE_CHECKING:
    from ..app.app import App


def import_desk(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A2UI messages: a JSON list, or one message a line.")],
    workspace: Annotated[
        str | None, typer.Option(metavar="ID", help="Draw into this workspace: its id, or the first letters.")
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The title of its windows.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Draw it without asking, whatever it calls.")] = False,
    json: Json = False,
) -> int:
    """Draw the surfaces of an A2UI file as windows: in a new workspace, or in one that is there.

    \b
    Says what a surface needs and a workspace lacks. What its buttons call is told first, and asked about.
    \b
    Examples:
      pollex desk import flight.a2ui.json
      pollex desk import flight.a2ui.jsonl --workspace 5f3a --title "Flight status"
    """
    from ..workspace.a2ui import import_surface
    from ..workspace.permissions import permissions

    messages = read_messages(read_text(file, "A2UI messages"), str(file))
    ask(permissions(import_surface(messages).batches), yes=yes)

    async def work(app: App) -> Result:
        begun = new_id() if workspace is None else await chosen_desk(app, workspace)
        host = await app.workspaces.open(begun)
        drawn = await host.import_surface(messages, title)
        return Result.success({"workspace": host.workspace.id, **drawn})

    result = do(work)
    if json or not result.ok:
        return answer(result, json=json)
    for each in result.data["lacking"]:
        console(stderr=True).print(f"[yellow]note[/] {escaped(each)}", soft_wrap=True)
    console().print(result.data["workspace"])
    return 0


def read_messages(text: str, file: str) -> Any:
    """Return the messages of a file: one JSON value, or one a line as agents stream them."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or not all(line.startswith("{") and line.rstrip().endswith("}") for _, line in lines):
        return read_json(text, file)
    return [read_json(line, f"{file}:{number}") for number, line in lines]
