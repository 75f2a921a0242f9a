"""`pollex library`: check, build, run and publish libraries of apps, logins and tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..core.call import new_id
from ..core.credential import CREDENTIAL_TYPES
from ..core.fault import Fault, Issue
from ..core.json import Object, dumps, loads
from ..core.result import Result
from .heal import heal_library
from .mistakes import show_mistakes, with_lines
from .output import Json, answer, console, escaped, prints_to_stderr, show_fault
from .output import run as finish
from .pairs import read_pairs
from .progress import readable, watch
from .runs import full_id
from .session import open_app

library = typer.Typer(
    name="library", help="Check, build, run and publish libraries of apps, logins and tools.", rich_markup_mode=None
)
library.command("heal")(heal_library)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A library: a folder with 'apps' or 'src/apps'.")]
Name = Annotated[str, typer.Argument(metavar="APP/SLUG", help="The app's id and the slug.")]
As = Annotated[
    list[str] | None,
    typer.Option("--as", metavar="NAME", help="A stored credential to use, or TYPE=NAME; once for each type."),
]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]


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
    console().print(f"Check it: pollex library check {escaped(str(folder))}   Test it: pytest {escaped(str(folder))}")


@library.command()
def run(
    folder: Folder,
    name: Name,
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input, once for each; or all as one JSON object."),
    ] = None,
    credentials: As = None,
    auth: Annotated[str | None, typer.Option(metavar="SLUG", help="The login to use, if the app has several.")] = None,
    timeout: Annotated[float | None, typer.Option(metavar="SECONDS", help="The time limit of its script.")] = None,
    headed: Headed = False,
    json: Json = False,
) -> int:
    """Run a tool of a library: logs in where it must, and answers with its outputs.

    \b
    Examples:
      pollex library run examples/library shop/find-products --input query="desk lamp"
      pollex library run examples/library bank/read-balance --as my-bank --json
    """
    given = _inputs(inputs or [])
    with prints_to_stderr():
        result = finish(_run(folder, name, given, credentials or [], auth, timeout, headed=headed))
    return answer(readable(result, json=json), json=json)


async def _run(
    folder: Path,
    name: str,
    inputs: Object,
    credentials: list[str],
    auth: str | None,
    timeout: float | None,
    *,
    headed: bool,
) -> Result:
    async with open_app(headed=headed or None) as app:
        try:
            app.add_library(folder)
            chosen = _chosen(credentials, {name: each.type for name, each in app.vault.credentials().items()})
        except Fault as fault:
            return Result.failure(fault)
        started = new_id()
        work = app.run_tool(name, inputs, credentials=chosen, auth=auth, run=started, timeout=timeout)
        return await watch(app, started, work)


@library.command()
def login(
    folder: Folder,
    name: Annotated[str, typer.Argument(metavar="APP[/SLUG]", help="An app and its login; else the generic one.")],
    credentials: As = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Where the generic login begins.")] = None,
    headed: Headed = False,
    json: Json = False,
) -> int:
    """Log in by an auth of a library, and keep the login for the tools of its app."""
    with prints_to_stderr():
        result = finish(_login(folder, name, credentials or [], url, headed=headed))
    return answer(readable(result, json=json), json=json)


async def _login(folder: Path, name: str, credentials: list[str], url: str | None, *, headed: bool) -> Result:
    async with open_app(headed=headed or None) as app:
        try:
            chosen = _chosen(credentials, {name: each.type for name, each in app.vault.credentials().items()})
        except Fault as fault:
            return Result.failure(fault)
        started = new_id()
        return await watch(app, started, app.libraries.log_in(folder, name, credentials=chosen, url=url, run=started))


def _inputs(given: list[str]) -> Object:
    """Return the inputs: NAME=VALUE each, or one JSON object."""
    if len(given) == 1 and given[0].lstrip().startswith("{"):
        try:
            made = loads(given[0])
        except ValueError as error:
            raise typer.BadParameter(f"{given[0]!r} is not JSON: {error}.") from error
        return dict(made) if isinstance(made, dict) else {}
    return read_pairs(given)


def _chosen(given: list[str], types: dict[str, str]) -> dict[str, str]:
    """Return the names of credentials by type; one without a type is of the type that it is stored with."""
    chosen: dict[str, str] = {}
    for each in given:
        kind, equals, name = each.partition("=")
        if not equals:
            kind, name = types.get(each, "username_password"), each
        if kind not in CREDENTIAL_TYPES:
            raise typer.BadParameter(f"{kind!r} is no type of credentials: {', '.join(CREDENTIAL_TYPES)}.")
        chosen[kind] = name
    return chosen


@library.command()
def publish(
    folder: Folder,
    source: Annotated[str, typer.Option("--from", metavar="FILE|RUN", help="A .workflow.json file, or a run's id.")],
    app: Annotated[str, typer.Option(metavar="APP", help="The app's id; a new one needs --domain.")],
    slug: Annotated[str, typer.Option(metavar="SLUG", help="The tool's slug.")],
    domains: Annotated[
        list[str] | None, typer.Option("--domain", metavar="D", help="A domain that a new app may reach.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name that people read; else the workflow's.")] = None,
    inputs: Annotated[
        list[str] | None, typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input for the replay.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Replay it whole, also what changes something on the site.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Write the next version of a tool that exists.")] = False,
    json: Json = False,
) -> int:
    """Make a workflow or a finished run a tool of a library: checked by every rule, replayed once, then written.

    \b
    Examples:
      pollex library publish examples/library --from cheapest.workflow.json --app shop --slug cheapest
      pollex library publish my-library --from 1b9d6bcd --app news --slug headlines --domain example.org
    """
    options = {"app": app, "slug": slug, "domains": domains or [], "name": name, "replay": replay, "replace": replace}
    with prints_to_stderr():
        result = finish(_publish(folder, source, _inputs(inputs or []), options))
    if json or result.fault is not None:
        return answer(result, json=json)
    console().print(f"[green]✓[/] {escaped(result.data['tool'])}")
    for file in result.data["files"]:
        console().print(f"  {escaped(file)}")
    for note in result.notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(note)}")
    console().print(f"Next: pollex library run {escaped(str(folder))} {escaped(app)}/{escaped(slug)}")
    return 0


async def _publish(folder: Path, source: str, inputs: Object, options: Object) -> Result:
    async with open_app() as app:
        try:
            if source.endswith(".json"):
                workflow = app.load_workflow(source)
            else:
                workflow = await app.find_run(await full_id(app, source)).compile()
        except Fault as fault:
            return Result.failure(fault)
        return await app.libraries.publish(folder, workflow.document, inputs=inputs, **options)
