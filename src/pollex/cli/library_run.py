"""`pollex library run`, `login` and `publish`: what needs a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.call import new_id
from ..core.credential import CREDENTIAL_TYPES
from ..core.fault import Fault
from ..core.json import Object
from ..core.json_file import read_json
from ..core.result import Result
from ..core.suggest import did_you_mean, one_of
from .mistakes import show_mistakes
from .output import Json, answer, console, escaped, prints_to_stderr
from .output import run as finish
from .pairs import read_pairs
from .progress import readable, watch
from .runs import full_id
from .session import open_app

if TYPE_CHECKING:
    from .. import Workflow
    from ..app.app import App

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A library: a folder with 'apps' or 'src/apps'.")]
Name = Annotated[str, typer.Argument(metavar="APP/SLUG", help="The app's id and the slug.")]
As = Annotated[
    list[str] | None,
    typer.Option("--as", metavar="NAME", help="A stored credential to use, or TYPE=NAME (TYPE=: none); once a type."),
]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]


def run_tool(
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
    if timeout is not None and not 0 < timeout < float("inf"):
        raise typer.BadParameter(f"--timeout {timeout:g} is no time limit: write seconds, more than 0.")
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
            chosen = _chosen(credentials, app)
        except Fault as fault:
            return Result.failure(fault)
        started = new_id()
        work = app.run_tool(name, inputs, credentials=chosen, auth=auth, run=started, timeout=timeout)
        return await watch(app, started, work)


def log_in(
    folder: Folder,
    name: Annotated[str, typer.Argument(metavar="APP[/SLUG]", help="An app and its login; else the generic one.")],
    credentials: As = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Where the generic login begins.")] = None,
    auth: Annotated[
        str | None, typer.Option(metavar="AUTH", help="Another generic login, such as generic/sso.")
    ] = None,
    headed: Headed = False,
    json: Json = False,
) -> int:
    """Log in by an auth of a library, and keep the login for the tools of its app."""
    with prints_to_stderr():
        result = finish(_login(folder, name, credentials or [], url, auth, headed=headed))
    return answer(readable(result, json=json), json=json)


async def _login(
    folder: Path, name: str, credentials: list[str], url: str | None, auth: str | None, *, headed: bool
) -> Result:
    async with open_app(headed=headed or None) as app:
        try:
            chosen = _chosen(credentials, app)
        except Fault as fault:
            return Result.failure(fault)
        started = new_id()
        work = app.libraries.log_in(folder, name, credentials=chosen, url=url, auth=auth, run=started)
        return await watch(app, started, work)


def _inputs(given: list[str]) -> Object:
    """Return the inputs: NAME=VALUE each, or one JSON object."""
    if len(given) == 1 and given[0].lstrip().startswith("{"):
        try:
            return dict(read_json(given[0], "--input"))
        except Fault as fault:
            raise typer.BadParameter(fault.message) from fault
    return read_pairs(given)


def _chosen(given: list[str], app: App) -> dict[str, str]:
    """Return the names of credentials by type; one without a type is of the type that it is stored with."""
    types = {name: each.type for name, each in app.vault.credentials().items()}
    chosen: dict[str, str] = {}
    for each in given:
        before, equals, after = each.partition("=")
        kind, name = (before, after) if equals else (types.get(each), each)
        if not each or (not kind and not name):
            raise typer.BadParameter(f"--as {each!r} has no name: write NAME, TYPE=NAME, or TYPE= for none.")
        if kind is None:
            hint = did_you_mean(name, types) or f"Store it: pollex credentials set {name} --type TYPE"
            message, expected = f"There is no credential {name!r}.", one_of(types) if types else "a stored credential"
            raise Fault("not_found", message, expected=expected, received=name, hint=hint, retry=False)
        if kind not in CREDENTIAL_TYPES:
            raise typer.BadParameter(f"{kind!r} is no type of credentials: {', '.join(CREDENTIAL_TYPES)}.")
        if kind in chosen:
            raise typer.BadParameter(f"--as names two credentials of type {kind}: {chosen[kind]!r} and {name!r}.")
        chosen[kind] = name
    return chosen


def publish_tool(
    folder: Folder,
    source: Annotated[str, typer.Option("--from", metavar="FILE|RUN", help="A .workflow.json file, or a run's id.")],
    app: Annotated[str, typer.Option(metavar="APP", help="The app's id; a new one needs --domain.")],
    slug: Annotated[str, typer.Option(metavar="SLUG", help="The tool's slug.")],
    domains: Annotated[
        list[str] | None, typer.Option("--domain", metavar="D", help="A domain that a new app may reach.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The title that people and models read; else made of what it does.")
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="NAME=VALUE", help="An input for the replay; else as in the run."),
    ] = None,
    auth: Annotated[str | None, typer.Option(metavar="SLUG", help="The login to use, if the app has several.")] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Writes title and sentence; else the default model, but local writes none."),
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
    options: Object = {"app": app, "slug": slug, "domains": domains or [], "name": name, "auth": auth}
    options |= {"replay": replay, "replace": replace}
    with prints_to_stderr():
        result = finish(_publish(folder, source, _inputs(inputs or []), model, options))
    if not json and result.fault is not None and any(each.file == source for each in result.fault.issues):
        show_mistakes(result.fault.issues, Path(source))
        return 1
    if json or result.fault is not None:
        return answer(result, json=json)
    kind = "only reads" if result.data["effect"] == "read" else "may change something"
    console().print(f"[green]✓[/] {escaped(result.data['tool'])}: {escaped(result.data['name'])} ({kind})")
    console().print(f"  {escaped(result.data['description'])}", soft_wrap=True)
    for file in result.data["files"]:
        console().print(f"  {escaped(file)}")
    for note in result.notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(note)}")
    given = "".join(f" --input {name}={quote(str(value))}" for name, value in result.data["inputs"].items())
    console().print(f"Next: pollex library run {escaped(f'{folder} {app}/{slug}{given}')}", soft_wrap=True)
    return 0


async def _publish(folder: Path, source: str, inputs: Object, model: str | None, options: Object) -> Result:
    async with open_app() as app, app.model(model) as writer:
        try:
            workflow, doubts = await _to_publish(app, source)
        except Fault as fault:
            return Result.failure(fault)
        started = new_id()
        work = app.libraries.publish(folder, workflow, inputs=inputs, model=writer, run=started, **options)
        result = await watch(app, started, work)
        result.notes = (*result.notes, *(f"look at this: {each}" for each in doubts))
        return result


async def _to_publish(app: App, source: str) -> tuple[Workflow, list[str]]:
    """Return the workflow of a file or a run, and what was uncertain when the run was compiled; raise a Fault."""
    if source.endswith(".json"):
        try:
            return app.load_workflow(source), []
        except Fault as fault:
            fault.issues = tuple(replace(issue, file=issue.file or source) for issue in fault.issues)
            raise
    try:
        made = await app.find_run(await full_id(app, source)).compile(replay=False)
    except Fault as fault:
        if "--partial" in (fault.hint or ""):
            fault.hint = (
                f"Compile it, look through it, publish the file: pollex runs compile {source} --partial -o FILE"
            )
        raise
    return made, [str(each) for each in made.document["changes"][0]["unsure"]]
