"""A table of inputs, one row for each run: read row by row, so that it may be as long as it likes."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of

LINES: Final = (".jsonl", ".ndjson")
"""Endings of files with one JSON object a line."""
MISTAKES: Final = 20
"""Mistakes that are told at once."""


class InputRow(NamedTuple):
    """A row of the table, counted from 1 without the head, with its line in the file."""

    number: int
    line: int
    inputs: Object


@dataclass(frozen=True)
class InputTable:
    """A file of inputs: `.csv` with their names in its first line, or `.jsonl` with one JSON object a line.

    An empty cell of a CSV file is an input that is not given.
    """

    path: Path

    def rows(self) -> Iterator[InputRow]:
        """Yield the rows; raise a Fault where the file cannot be read."""
        with self._opened() as file:
            yield from self._objects(file) if self.path.suffix in LINES else self._records(file)

    def check(self, schema: Schema) -> int:
        """Check every row against the inputs of a workflow; return how many there are, or raise one Fault."""
        count, issues = 0, list[Issue]()
        for row in self.rows():
            count += 1
            issues += [self._placed(each, row) for each in schema.check(row.inputs).issues]
            if len(issues) >= MISTAKES:
                break
        if issues:
            raise Fault.from_issues("invalid_input", issues[:MISTAKES], what="The table of inputs")
        if not count:
            message = f"{str(self.path)!r} has no rows."
            raise Fault("invalid_input", message, expected="a row of inputs for each run", received="no rows")
        return count

    def refuse_unknown(self, known: Sequence[str]) -> None:
        """Raise a Fault where the head of a CSV file names something that is no input."""
        if self.path.suffix in LINES:
            return
        with self._opened() as file:
            head = next(self._lines(file), [])
        for at, name in enumerate(head, 1):
            if name not in known or name in head[: at - 1]:
                why = "stands twice" if name in known else "is no input of the workflow"
                message = f"The column {name!r} (line 1, column {at}) {why}."
                hint = did_you_mean(name, known) or "Leave the column out."
                raise Fault(
                    "invalid_input", message, pointer=f"/{name}", expected=one_of(known), received=name, hint=hint
                )

    def _placed(self, issue: Issue, row: InputRow) -> Issue:
        """Return an issue of a row with its place in the table."""
        column = issue.pointer.strip("/").partition("/")[0]
        place = f"Row {row.number} (line {row.line})" + (f", column {column!r}" if column else "")
        return replace(issue, pointer=f"/{row.number - 1}{issue.pointer}", message=f"{place}: {issue.message}")

    @contextmanager
    def _opened(self) -> Iterator[TextIO]:
        try:
            with self.path.open(encoding="utf-8-sig", newline="") as file:
                yield file
        except UnicodeDecodeError as error:
            message = f"{str(self.path)!r} is no text in UTF-8."
            raise Fault("invalid_input", message, expected="UTF-8", hint="Save it as UTF-8.") from error
        except OSError as error:
            message = f"{str(self.path)!r} cannot be read: {error.strerror or error}."
            raise Fault("not_found", message, expected="a .csv or .jsonl file", received=str(self.path)) from error

    def _records(self, file: TextIO) -> Iterator[InputRow]:
        lines = self._lines(file)
        head = next(lines, [])
        number = 0
        for cells in lines:
            if not cells:
                continue
            number += 1
            line = lines.line
            if len(cells) > len(head):
                expected, received = f"{len(head)} cells", f"{len(cells)} cells"
                message = f"Row {number} (line {line}) has more cells than the head has names."
                raise Fault(
                    "invalid_input",
                    message,
                    pointer=f"/{number - 1}",
                    expected=expected,
                    received=received,
                    hint="Put a cell with a comma into double quotes.",
                )
            yield InputRow(number, line, {name: cell for name, cell in zip(head, cells, strict=False) if cell})

    def _lines(self, file: TextIO) -> _CsvLines:
        return _CsvLines(file, str(self.path))

    def _objects(self, file: TextIO) -> Iterator[InputRow]:
        number = 0
        for line, text in enumerate(file, 1):
            if not text.strip():
                continue
            number += 1
            try:
                found = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise self._not_an_object(number, line, str(error)) from error
            if not isinstance(found, dict):
                raise self._not_an_object(number, line, brief(found))
            yield InputRow(number, line, found)

    def _not_an_object(self, number: int, line: int, received: str) -> Fault:
        message = f"Row {number} (line {line}) of {str(self.path)!r} is no JSON object."
        return Fault(
            "invalid_json",
            message,
            pointer=f"/{number - 1}",
            expected='{"input": value, …} on each line',
            received=received,
        )


class _CsvLines:
    """The records of a CSV file, and the line of each."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._reader = csv.reader(file, strict=True)
        self._name = name
        self.line = 0

    def __iter__(self) -> _CsvLines:
        return self

    def __next__(self) -> list[str]:
        self.line = self._reader.line_num + 1
        try:
            return next(self._reader)
        except csv.Error as error:
            message = f"Line {self.line} of {self._name!r} is no CSV: {error}."
            raise Fault("invalid_input", message, expected="CSV with commas and double quotes") from error
