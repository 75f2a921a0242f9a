"""`pollex flow test`: a workflow over a table of inputs, without effects."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from ..text.clip import on_one_line
from .flow_run import File
from .output import Json, answer, console, escaped, prints_to_stderr, run
from .session import open_app

if TYPE_CHECKING:
    from rich.console import Console

    from ..app.workflow_test import RowOutcome

KEPT: Final = 1_000
"""Rows whose results stand in the answer; `--output` has all."""
MARKS: Final = {"done": "[green]✓ done   [/]", "stopped": "[green]■ stopped[/]", "failed": "[red]✗ failed [/]"}


def try_flow(
    file: File,
    inputs: Annotated[
        Path, typer.Option("--inputs", metavar="TABLE", help="A .csv file with a head, or .jsonl: a row for each run.")
    ],
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write each row's result there as JSON lines.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="TRAFFIC.har", help="Keep what the pages sent and got there, without secrets."
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="TRAFFIC.har", help="Answer the pages from there; no request leaves."),
    ] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    json: Json = False,
) -> int:
    """Try a workflow with many inputs, without effects: each row in a fresh window, up to its first effect.

    The first line of a .csv names inputs of the workflow; an empty cell is an input that is not given. Every row is
    checked before anything is sent. A row is done where the workflow came to its end, stopped before the first request
    that would change something (answers to cookie banners are none), or failed with a fault. The exit code is 1 where
    a row failed.

    \b
    Examples:
      pollex flow test cheapest.workflow.json --inputs queries.csv
      pollex flow test orders.workflow.json --inputs orders.jsonl -o results.jsonl --json
      pollex flow test cheapest.workflow.json --inputs queries.csv --record cheapest.har
      pollex flow test cheapest.workflow.json --inputs queries.csv --replay cheapest.har
    """
    if record is not None and replay is not None:
        raise typer.BadParameter("--record and --replay exclude each other.")
    with open(os.dup(1), "w", encoding="utf-8") as table, prints_to_stderr():  # noqa: PTH123 - it is no path
        told = Outcomes(None if json else console(file=table))
        result = run(_test(file, inputs, sources, output, told, record, replay, headed=headed))
    if json or result.data is None:
        return answer(result, json=json)
    return 0 if result.ok else 1


async def _test(
    file: Path,
    inputs: Path,
    sources: list[Path] | None,
    output: Path | None,
    told: Outcomes,
    record: Path | None,
    replay: Path | None,
    *,
    headed: bool,
) -> Result:
    from ..app.input_table import InputTable
    from ..app.workflow_test import row_outcomes

    async with open_app(sources, headed=headed or None) as app:
        try:
            workflow, table = app.load_workflow(file), InputTable(inputs)
            table.refuse_unknown([each["display_name"] for each in workflow.document.get("inputs", [])])
            table.check(workflow.inputs)
            with ExitStack() as stack:
                told.written = None if output is None else stack.enter_context(_writable(output, file, inputs))
                stack.enter_context(app.traffic(record=record, replay=replay))
                async for row in row_outcomes(workflow, table, app.runs, offline=replay is not None):
                    told.add(row)
        except Fault as fault:
            return Result.failure(fault)
    return told.result(output)


def _writable(output: Path, *read: Path) -> TextIO:
    if any(output.exists() and output.samefile(each) for each in read):
        message = f"{str(output)!r} is read for this."
        raise Fault("conflict", message, received=str(output), hint="Name another file.", retry=False)
    try:
        return output.open("w", encoding="utf-8")
    except OSError as error:
        message = f"{str(output)!r} cannot be written: {error.strerror or error}."
        raise Fault("failed", message, received=str(output), hint="Name a file in a folder that is there.") from error


class Outcomes:
    """What came of the rows so far: each is told at once, and few are kept."""

    def __init__(self, table: Console | None) -> None:
        """`table` is where each row is printed."""
        self.written: TextIO | None = None
        """The file to which each row is written."""
        self._table = table
        self._counts = Counter[str]()
        self._kept: list[Object] = []

    def add(self, row: RowOutcome) -> None:
        """Count a row, and print, write and keep it."""
        self._counts[row.outcome] += 1
        made = row.to_json()
        if len(self._kept) < KEPT:
            self._kept.append(made)
        if self.written is not None:
            self.written.write(f"{dumps(made)}\n")
        if self._table is not None:
            self._table.print(f"{made['row']:>6}  {MARKS[row.outcome]}  {escaped(_in_words(row))}")

    def result(self, output: Path | None) -> Result:
        """Return the answer of the command."""
        counts = {name: self._counts[name] for name in MARKS}
        total = sum(counts.values())
        if self._table is not None:
            said = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
            self._table.print(f"{total} {'row' if total == 1 else 'rows'}: {said}")
        files = () if output is None else (str(output),)
        notes = (f"The first {KEPT} of {total} results; --output FILE writes all.",) if total > KEPT else ()
        data: Object = {"rows": total, **counts, "results": self._kept}
        if not counts["failed"]:
            return Result.success(data, files=files, notes=notes)
        message = f"{counts['failed']} of {total} rows failed."
        return Result(False, data, Fault("failed", message, retry=False), notes=notes, files=files)


def _in_words(row: RowOutcome) -> str:
    """Return a row's inputs, and its outputs or why it ended."""
    given = " ".join(f"{name}={value}" for name, value in row.row.inputs.items())
    if row.stopped:
        came = f"before {row.stopped}"
    elif row.fault is not None:
        came = f"{row.fault.code}: {row.fault.message}"
    else:
        came = " ".join(f"{name}={dumps(value)}" for name, value in row.outputs.items()) or "no outputs"
    return f"{on_one_line(given, 60)}  →  {on_one_line(came, 160)}"
