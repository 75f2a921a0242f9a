"""`pollex module`: check, show, call, draft and install modules, which make tools of any library by a JSON file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import uuid4

import typer

from ..core.fault import Fault, Issue
from ..core.json import dumps
from ..core.result import Result
from .output import Json, answer, console, escaped, prints_to_stderr, run, show_fault
from .session import Called, answer_called, error_of, open_app, run_call

module = typer.Typer(name="module", help="Make tools of any library by a JSON file.", rich_markup_mode=None)
ManifestArgument = Annotated[Path, typer.Argument(metavar="PATH", help="A module.json.")]


@module.command()
def check(path: ManifestArgument, json: Json = False) -> int:
    """Check a module: its manifest, its library, and how each tool will be called."""
    with prints_to_stderr():
        result = run(_check(path))
    if json:
        return answer(result, json=True)
    _show_check(result)
    return 0 if result.ok else 1


async def _check(path: Path) -> Result:
    async with open_app() as app:
        report = await app.modules.check(path, app.settings.limits.call_timeout)
    if report.issues:
        return Result.failure(Fault.from_issues("invalid_input", report.issues, what=str(path)), report.to_json())
    return Result.success(report.to_json())


def _show_check(result: Result) -> None:
    for tool in result.data["tools"]:
        console().print(
            f"[green]✓[/] [bold]{tool['name']}[/]  {escaped(tool['how'])}  [dim](from the {tool['from']})[/]"
        )
    for advice in map(Issue.from_json, result.data["advice"]):
        console(stderr=True).print(f"[yellow]better[/] {advice.pointer}: {escaped(advice.message)}")
    if result.fault is not None:
        show_fault(result.fault)


@module.command()
def show(path: ManifestArgument, json: Json = False) -> int:
    """Show the tools of a module as models see them. Its library is not loaded."""
    app = open_app()
    tools = app.add_module(path)
    if json:
        return answer(Result.success([tool.to_json() for tool in tools]), json=True)
    for tool in tools:
        console().print(f"[bold cyan]{tool.name}[/] ({tool.effect})  {tool.description}")
        for name, schema in _properties(tool.input.document).items():
            console().print(f"    {name}: {schema.get('type', 'any')}  [dim]{schema.get('description', '')}[/]")
    return 0


def _properties(document: Any) -> dict[str, Any]:
    return {} if isinstance(document, bool) else dict(document.get("properties", {}))


@module.command()
def call(
    path: ManifestArgument,
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool's name.")],
    args: Annotated[str, typer.Option("--args", help="All arguments as JSON.")] = "{}",
    json: Json = False,
) -> int:
    """Call a tool of a module."""
    with prints_to_stderr():
        result, error = run_call(_call(path, tool, args))
    return answer_called(result, error, json=json)


async def _call(path: Path, tool: str, args: str) -> Called:
    async with open_app([path]) as app:
        call = str(uuid4())
        result = await app.call(tool, args, id=call)
        return result, None if result.ok else await error_of(app, call)


@module.command()
def draft(
    package: Annotated[str, typer.Argument(metavar="PACKAGE", help="An installed Python or npm package.")],
    ecosystem: Annotated[
        Literal["pypi", "npm"] | None, typer.Option(help="Which package is meant, if both ecosystems have one.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    json: Json = False,
) -> int:
    """Draft a module.json from a package's functions and what is written about them."""
    if output is not None and output.exists() and not force:
        message = f"{str(output)!r} is there already."
        raise Fault("conflict", message, received=str(output), hint="Name another file, or pass --force.")
    with prints_to_stderr():
        drafted = run(_draft(package, ecosystem))
    if json:
        return answer(drafted, json=True)
    text = dumps(drafted.data, indent=True)
    if output is None:
        print(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")
    for note in drafted.notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(note)}")
    return 0


async def _draft(package: str, ecosystem: Literal["pypi", "npm"] | None) -> Result:
    async with open_app() as app:
        drafted = await app.modules.packages.draft(package, ecosystem)
    return Result.success(drafted.document, notes=drafted.notes)


@module.command()
def install(
    wanted: Annotated[str, typer.Argument(metavar="MODULE", help="A module.json, or the name of a package.")],
    ecosystem: Annotated[
        Literal["pypi", "npm"] | None, typer.Option(help="Where the package comes from, if nothing says.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Install without asking.")] = False,
    json: Json = False,
) -> int:
    """Install what a module needs. Says first what, and from which ecosystem."""
    app = open_app()
    packages = app.modules.packages
    if found := packages.installed(wanted, ecosystem):
        version = f" in version {found.version}" if found.version else ""
        return answer(Result.success(f"Already there{version}: {found.place}"), json=json)
    source, command = packages.install_command(wanted, app.settings.home, ecosystem)
    console(stderr=True).print(f"This installs from {source}: {escaped(' '.join(command))}")
    if not yes and not typer.confirm("Go on?", err=True):
        raise Fault("denied", "Nothing was installed.", retry=False)
    return answer(Result.success(packages.install(wanted, command, source)), json=json)
