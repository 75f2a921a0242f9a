"""`pollex library`: check, build, run and publish libraries of apps, logins and tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps
from ..core.result import Result
from .mistakes import show_mistakes, with_lines
from .output import Json, console, escaped, show_fault
from .session import open_app

library = typer.Typer(
    name="library", help="Check, build, run and publish libraries of apps, logins and tools.", rich_markup_mode=None
)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A library: a folder with 'apps' or 'src/apps'.")]


@library.command()
def check(folder: Folder, json: Json = False) -> int:
    """Check all apps, templates and scripts: every mistake at once, with its place. Nothing is run."""
    try:
        result = open_app().libraries.check(folder)
    except Fault as fault:
        result = Result.failure(fault)
    if json:
        print(dumps(with_lines(result, folder, _root(result, folder)), indent=True))
    else:
        _show_check(result, folder)
    return 0 if result.ok else 1


def _show_check(result: Result, folder: Path) -> None:
    data, root = result.data, _root(result, folder)
    if data is not None and data["warnings"]:
        warnings = [Issue.from_json(each) for each in data["warnings"]]
        show_mistakes(warnings, folder, root, kind="warning", colour="yellow")
    if result.fault is None:
        console().print(f"[green]✓[/] {escaped(str(folder))}: {escaped(_in_words(data))}")
    elif result.fault.issues:
        show_mistakes(result.fault.issues, folder, root)
    else:
        show_fault(result.fault)


def _root(result: Result, folder: Path) -> Path:
    return folder if result.data is None else Path(result.data["root"])


def _in_words(data: Object) -> str:
    parts = [(len(data["tools"]), "tool"), (len(data["auths"]), "login"), (len(data["apps"]), "app")]
    return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts)
