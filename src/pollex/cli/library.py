"""`pollex library`: check, build, run and publish libraries of apps, logins and tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps
from ..core.result import Result
from .heal import heal_library
from .library_run import Folder, log_in, publish_tool, run_tool
from .library_trust import trust_library
from .mistakes import show_mistakes, with_lines
from .output import Json, answer, console, escaped, show_fault
from .session import open_app

library = typer.Typer(
    name="library", help="Check, build, run and publish libraries of apps, logins and tools.", rich_markup_mode=None
)


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


@library.command()
def build(
    folder: Folder,
    dist: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIST", help="Where the wheel goes; by default DIR/dist.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The wheel's name; by default that in pyproject.toml, else the folder's.")
    ] = None,
    version: Annotated[
        str | None, typer.Option(help="Its version; by default that in pyproject.toml, else 0.1.0.")
    ] = None,
    json: Json = False,
) -> int:
    """Check a library and write it as a wheel, with a typed function for each tool.

    After `pip install` of the wheel its tools are in every app: `pollex_apps.APP.tool.SLUG(...)` in Python.
    """
    try:
        result = open_app().libraries.build(folder, dist or folder / "dist", name=name, version=version)
    except Fault as fault:
        result = Result.failure(fault)
    if json:
        print(dumps(with_lines(result, folder, _root(result, folder)), indent=True))
        return 0 if result.ok else 1
    _show_check(result, folder)
    if result.ok:
        wheel = escaped(result.data["wheel"])
        console().print(f"[bold]{wheel}[/]\n\nInstall it with: pip install {wheel}", soft_wrap=True)
    return 0 if result.ok else 1


@library.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A library; a new app also makes a new library.")],
    what: Annotated[Literal["app", "tool", "auth"], typer.Argument(metavar="app|tool|auth", help="What to make.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id or slug; PRODUCT/SLUG in a nested folder.")],
    app: Annotated[
        str | None, typer.Option(metavar="APP", help="The app's id, if there are several; generic: an auth for all.")
    ] = None,
    domains: Annotated[
        list[str] | None,
        typer.Option(
            "--domain", metavar="DOMAIN", help="A domain of a new app, once for each; else the practice sites."
        ),
    ] = None,
    kind: Annotated[
        Literal["py", "workflow", "ts", "js"] | None, typer.Option(help="The kind of script; else py.")
    ] = None,
    json: Json = False,
) -> int:
    """Make a new app, tool or login that works, with a test that runs it. Nothing is overwritten.

    \b
    Examples:
      pollex library new my-library app shop --domain shop.example
      pollex library new my-library tool find-price --app shop
      pollex library new my-library auth login --app shop --kind ts
      pollex library new my-library auth login --app generic
    """
    if what == "app":
        _refuse_options("app", **{"--app": app, "--kind": kind})
        result = open_app().libraries.new_app(folder, name, domains or [])
    else:
        _refuse_options(what, **{"--domain": domains})
        result = open_app().libraries.new_template(folder, what, name, app=app, script=kind or "py")
    if result.ok and not json:
        _show_new(result.data, folder)
        return 0
    return answer(result, json=json)


def _refuse_options(what: str, **given: object) -> None:
    for option, value in given.items():
        if value is not None:
            raise typer.BadParameter(f"{option} is not for a new {what}.")


def _show_new(data: Object, folder: Path) -> None:
    for file in data["files"]:
        console().print(f"[green]+[/] {escaped(file)}")
    name = escaped(str(folder))
    console().print(f"Check it: pollex library check {name}")
    console().print(f"Test it: pytest {name} (pip install pytest, where it is not there)", soft_wrap=True)


library.command("run")(run_tool)
library.command("login")(log_in)
library.command("publish")(publish_tool)
library.command("heal")(heal_library)
library.command("trust")(trust_library)
