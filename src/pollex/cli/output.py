"""How results are shown: as JSON for programs, in words for people. Data goes to stdout, everything else to stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from ..core.fault import Fault, Issue
from ..core.json import dumps
from ..core.result import Result
from ..text.disguise import MARK, undisguised

if TYPE_CHECKING:
    from rich.console import Console

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
Json = Annotated[bool, typer.Option("--json", help="Print one Result as JSON on stdout, and nothing else there.")]


def as_json(arguments: Sequence[str]) -> bool:
    return "--json" in arguments


@contextmanager
def prints_to_stderr() -> Iterator[None]:
    """Send what tools and their files print to stderr: stdout is for the answer alone."""
    if sys.stdout is None or sys.stderr is None:
        yield
        return
    sys.stdout.flush()
    answers = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(answers, 1)
        os.close(answers)


def console(*, stderr: bool = False, file: TextIO | None = None) -> Console:
    from rich.console import Console

    return Console(file=file, stderr=stderr, highlight=False, soft_wrap=True, emoji=False)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Do asynchronous work to its end."""
    import asyncio

    return asyncio.run(work)


def answer(result: Result, *, json: bool) -> int:
    """Show a result and return the exit code that it means."""
    if json:
        print(dumps(result.to_json(), indent=True))
    else:
        show(result)
    return 0 if result.ok else 1


def show(result: Result) -> None:
    """Print a result in words: the data on stdout; repairs, notes and faults on stderr."""
    if result.data is not None:
        show_data(result.data)
    aside = console(stderr=True)
    for repair in result.repairs:
        aside.print(f"[yellow]repaired[/] {repair.pointer or 'the arguments'}: {escaped(repair.did)}")
    for file in result.files if result.files != (result.data,) else ():
        aside.print(f"[green]file[/] {escaped(file)}", soft_wrap=True)
    for note in result.notes:
        aside.print(f"[yellow]note[/] {escaped(note)}")
    if result.fault is not None:
        show_fault(result.fault)


def show_data(data: Any) -> None:
    if isinstance(data, str):
        print(data)
    elif sys.stdout.isatty():
        console().print_json(dumps(data))
    else:
        print(dumps(data, indent=True))


def show_fault(fault: Fault) -> None:
    aside = console(stderr=True)
    aside.print(f"[bold red]{fault.code}[/] {escaped(fault.message)}")
    if len(fault.issues) > 1:
        for issue in fault.issues:
            place = " ".join(filter(None, (issue.file, issue.pointer))) or "(all)"
            aside.print(f"  [cyan]{escaped(place)}[/] {escaped(issue.message)}")
            _show_details(issue, "    ")
    else:
        file = fault.issues[0].file if fault.issues else None
        if place := " ".join(filter(None, (file, fault.pointer))):
            aside.print(f"  at       [cyan]{escaped(place)}[/]")
        _show_details(fault, "  ")
    if fault.uncertain:
        aside.print("  [yellow]It may have happened all the same: look before you try again.[/]")


def _show_details(mistake: Fault | Issue, indent: str) -> None:
    aside = console(stderr=True)
    for name in ("expected", "received", "hint"):
        said = getattr(mistake, name)
        if said is not None:
            aside.print(f"{indent}{name:<8} {escaped(said)}")


def escaped(text: str) -> str:
    """Return a text for the console: brackets are not markup, control characters are shown as text, and what nobody
    sees or what turns text around is marked."""
    from rich.markup import escape

    return escape(undisguised(CONTROL.sub(lambda found: repr(found[0])[1:-1], text), MARK))
