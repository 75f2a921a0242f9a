"""`pollex library trust`: the libraries whose scripts may run where nothing holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import Json, answer, console, escaped
from .session import open_app

COULD: Final = (
    "Where nothing holds such a script, it can read and change your files, use the network and start programs."
)


def trust_library(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="A library; without it, those that are trusted are listed.")
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Trust it no more.")] = False,
    json: Json = False,
) -> int:
    """Trust the scripts of a library, as they are now, where the system has nothing to hold them with.

    A script that has changed since is not trusted. Workflows need no trust, nor do scripts that Pollex has written.

    \b
    Examples:
      pollex library trust my-library
      pollex library trust
      pollex library trust my-library --revoke
    """
    if folder is None and revoke:
        raise typer.BadParameter("Name the library: pollex library trust DIR --revoke")
    trust = open_app().libraries.trust
    try:
        if folder is None:
            result = Result.success({"libraries": trust.listed()})
        elif revoke:
            trust.take(folder)
            result = Result.success({"library": str(folder), "trusted": False})
        else:
            result = Result.success(trust.give(folder))
    except Fault as fault:
        result = Result.failure(fault)
    if json or not result.ok:
        return answer(result, json=json)
    _show(result.data)
    return 0


def _show(data: Object) -> None:
    if "scripts" in data:
        for name, digest in data["scripts"].items():
            console().print(f"{digest[:12]}  {escaped(name)}")
        scripts = "1 script" if len(data["scripts"]) == 1 else f"{len(data['scripts'])} scripts"
        console().print(f"[green]✓[/] {escaped(data['library'])}: {scripts} trusted, as now. {COULD}", soft_wrap=True)
    elif "libraries" not in data:
        console().print(f"[green]✓[/] {escaped(data['library'])}: not trusted any more.", soft_wrap=True)
    for each in data.get("libraries", ()):
        changed = "" if each["unchanged"] else "  [yellow]changed since: not trusted[/]"
        console().print(f"{each['at']}  {escaped(each['library'])}{changed}", soft_wrap=True)
    if data.get("libraries") == []:
        console().print("No library is trusted.")
