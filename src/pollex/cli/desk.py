"""`pollex desk`: check batches of commands, and save, open, import and compare workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps
from ..core.json_file import read_json
from ..core.limits import Limits
from ..core.result import Repair, Result
from .desk_difference import show_difference
from .desk_files import list_desks, open_desk, save_desk, show_uses
from .desk_import import import_desk
from .json_text import read_text
from .line_number import line_of
from .mistakes import show_mistakes, with_lines
from .output import Json, console, escaped, show_fault
from .session import open_app

if TYPE_CHECKING:
    from ..workspace.change import AppliedCommand

desk = typer.Typer(
    name="desk", help="Workspaces: check their commands; save, open, import and compare them.", rich_markup_mode=None
)
desk.command("list")(list_desks)
desk.command("save")(save_desk)
desk.command("open")(open_desk)
desk.command("import")(import_desk)
desk.command("diff")(show_difference)
BatchFile = Annotated[Path, typer.Argument(metavar="FILE", help="A JSON file with a list of envelopes.")]


@desk.command()
def check(file: BatchFile, json: Json = False) -> int:
    """Check a batch of workspace commands: every mistake at once, with its place in the file.

    \b
    The batch is read, and drawn on an empty desk that nobody sees: nothing is called and nothing is kept.
    Windows that it only names are made empty; windows and components that it closes, updates or
    destroys must be in the file. What the HTML lost and what was repaired is told as notes, and
    what the commands use, also behind buttons, as `pollex desk open` tells it.
    \b
    A batch is a list of envelopes:
      [{"op": "window.create", "params": {"id": "notes", "title": "Notes"}},
       {"op": "dom.set", "params": {"windowId": "notes", "target": "#root", "html": "<p>Hello</p>"}}]
    \b
    Examples:
      pollex desk check notes.json
      pollex desk check notes.json --json
    """
    result = _check(file, open_app().settings.limits)
    if json:
        print(dumps(with_lines(result, file), indent=True))
    elif result.fault is None:
        _show_notes(result.data["notes"], file)
        show_uses(result.data["uses"])
        console().print(f"[green]✓[/] {escaped(str(file))}: {_in_words(result.data)}")
    elif result.fault.issues:
        show_mistakes(result.fault.issues, file)
    else:
        show_fault(result.fault)
    return 0 if result.ok else 1


def _check(file: Path, limits: Limits) -> Result:
    from ..workspace.batch import draw_batch, read_batch
    from ..workspace.desk import Desk
    from ..workspace.permissions import permissions

    text = read_text(file, "a batch")
    data = read_json(text, str(file))
    try:
        change = draw_batch(Desk(), "checked", read_batch(data, limits), now=0, limits=limits)
    except Fault as fault:
        return Result.failure(_within_file(fault, data))
    commands = [each for each in change.applied if not each.synthetic]
    prefixes = [""] if isinstance(data, dict) else [f"/{index}" for index in range(len(commands))]
    told = [_told(each, at, text) for at, command in zip(prefixes, commands, strict=True) for each in _notes(command)]
    counts = {"windows": len(change.desk.windows), "components": len(change.desk.components)}
    return Result.success({"commands": len(commands), **counts, "notes": told, "uses": permissions([data], limits)})


def _within_file(fault: Fault, data: Any) -> Fault:
    """Return a fault whose pointers fit the file, which may hold one envelope instead of a list."""
    if isinstance(data, dict):
        fault.issues = tuple(replace(issue, pointer=issue.pointer.removeprefix("/0")) for issue in fault.issues)
        fault.pointer = None if fault.pointer is None else fault.pointer.removeprefix("/0")
    elif not fault.issues:
        fault.issues = (Issue(fault.pointer or "", fault.message, fault.expected, fault.received, fault.hint),)
    return fault


def _notes(command: AppliedCommand) -> list[Repair]:
    """Return what was noted and repaired, each with its place in the envelope."""
    return [Repair("", note) for note in command.notes] + list(command.repairs)


def _told(note: Repair, prefix: str, text: str) -> Object:
    pointer = prefix + note.pointer
    return {"pointer": pointer, "line": line_of(text, pointer), "note": note.did}


def _show_notes(notes: Sequence[Object], file: Path) -> None:
    for note in notes:
        place = f"{file}:{note['line']}"
        pointer = f" [cyan]{escaped(note['pointer'])}[/]" if note["pointer"] else ""
        console(stderr=True).print(f"[yellow]note[/] {escaped(place)}{pointer}\n  {escaped(note['note'])}")


def _in_words(data: Object) -> str:
    parts = [(data["commands"], "command"), (data["windows"], "window"), (data["components"], "component")]
    said = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts if count)
    return f"the batch is right ({said})"
