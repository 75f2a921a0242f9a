"""`pollex desk diff`: what was added, removed and changed between two saved workspaces."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ..core.json import Object
from ..core.result import Result
from .desk_files import read_saved, show_unreadable
from .output import Json, answer, console, escaped

SIGNS: Final = {"added": "[green]+[/]", "removed": "[red]-[/]", "changed": "[yellow]~[/]"}
COLOURS: Final = {"+": "green", "-": "red"}


def show_difference(
    before: Annotated[Path, typer.Argument(metavar="A", help="A saved workspace.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Another, or a later one.")],
    json: Json = False,
) -> int:
    """Compare two saved workspaces: windows, components and state, line by line.

    \b
    Examples:
      pollex desk diff monday.desk.json friday.desk.json
      pollex desk diff a.json b.json --json
    """
    from ..workspace.difference import difference

    documents = []
    for file in (before, after):
        _, document, failed = read_saved(file)
        if document is None:
            return show_unreadable(failed, file, json=json)
        documents.append(document)
    found = difference(documents[0].desk, documents[1].desk)
    if json:
        return answer(Result.success(found), json=True)
    for part in found:
        _show(part)
    if not found:
        console(stderr=True).print("They are the same.")
    return 0


def _show(part: Object) -> None:
    console().print(f"{SIGNS[part['change']]} {part['kind']} [bold]{escaped(part['id'])}[/] {part['change']}")
    for line in part["lines"]:
        colour = COLOURS.get(line[:1], "dim")
        console().print(f"    [{colour}]{escaped(line)}[/]")
