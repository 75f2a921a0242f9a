"""`pollex flow`: check a workflow, show it as a picture, test it, run it, heal it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps
from ..core.result import Result
from .flow_run import File, run_flow
from .flow_test import try_flow
from .heal import heal_flow
from .mistakes import show_mistakes, with_lines
from .output import Json, answer, console, escaped, prints_to_stderr, show_fault
from .schedule import schedule, schedules, unschedule
from .session import open_app

Form = Literal["text", "mermaid", "svg"]
ENDINGS: Final[dict[str, Form]] = {
    "": "text",
    ".txt": "text",
    ".svg": "svg",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".md": "mermaid",
}
"""The form of a picture by the ending of its file name."""

flow = typer.Typer(name="flow", help="Check, show, test, run and heal workflows.", rich_markup_mode=None)
flow.command("run")(run_flow)
flow.command("test")(try_flow)
flow.command("heal")(heal_flow)
flow.command()(schedule)
flow.command()(schedules)
flow.command()(unschedule)
SourcesOption = Annotated[
    list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
]


@flow.command()
def check(file: File, sources: SourcesOption = None, json: Json = False) -> int:
    """Check a workflow and those that it calls: every mistake at once, with its place in the file."""
    with prints_to_stderr():
        result = _check(file, sources)
    if json:
        print(dumps(with_lines(result, file), indent=True))
    elif result.fault is None:
        console().print(f"[green]✓[/] {escaped(str(file))}: {escaped(_in_words(result.data))}")
    elif result.fault.issues:
        show_mistakes(result.fault.issues, file)
    else:
        show_fault(result.fault)
    return 0 if result.ok else 1


def _check(file: Path, sources: list[Path] | None) -> Result:

    try:
        workflow = open_app(sources).load_workflow(file)
    except Fault as fault:
        fault.issues = tuple(replace(issue, file=_file(issue, file)) for issue in fault.issues)
        return Result.failure(fault)
    count = {"nodes": len(workflow.nodes), "inputs": len(workflow.document.get("inputs", []))}
    return Result.success(
        {"name": workflow.name, **count, "outputs": len(workflow.outputs), "calls": [*workflow.called]}
    )


def _file(issue: Issue, file: Path) -> str:
    """Return the file of an issue; a called workflow is named from the folder of its caller."""
    return str(file if issue.file is None else file.parent / issue.file)


def _in_words(data: Object) -> str:
    parts = [(data["nodes"], "node"), (data["inputs"], "input"), (data["outputs"], "output")]
    said = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts if count)
    calls = f"; calls {', '.join(data['calls'])}" if data["calls"] else ""
    return f"{data['name']!r} is right ({said or 'no nodes'}{calls})"


def _form(output: Path | None) -> Form:
    """Return the form that the ending of a file name stands for."""
    ending = "" if output is None else output.suffix
    if ending not in ENDINGS:
        endings = ", ".join(each for each in ENDINGS if each)
        raise typer.BadParameter(f"{str(output)!r} says no form: end it in one of {endings}, or give --as.")
    return ENDINGS[ending]


def _write(output: Path, text: str) -> None:
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{str(output)!r} cannot be written: {error.strerror or error}."
        raise Fault("failed", message, received=str(output), hint="Name a file in a folder that is there.") from error


@flow.command()
def show(
    file: File,
    form: Annotated[
        Form | None, typer.Option("--as", help="In which form; text, or what the name of the output says.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it here.")] = None,
    json: Json = False,
) -> int:
    """Show a workflow: as text for a terminal, as Mermaid, or as SVG for documentation."""
    from .. import Workflow

    if output is not None and output.exists() and output.samefile(file):
        message = f"{str(output)!r} is the workflow itself."
        raise Fault("conflict", message, received=str(output), hint="Name another file.")
    drawn = Workflow.load(file).show(form or _form(output))
    if output is not None:
        _write(output, drawn + "\n")
        return answer(Result.success({"file": str(output)}), json=True) if json else 0
    return answer(Result.success(drawn), json=json)
