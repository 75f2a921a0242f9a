"""Settings from files, each value with its line. A missing file gives nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.limits import Limits
from .kinds import GivenValue


def read_dotenv(file: Path) -> dict[str, GivenValue]:
    """Return the variables of the file as they are written; `${…}` is not expanded."""
    text = text_of(file)
    if not text:
        return {}
    from io import StringIO

    from dotenv import dotenv_values

    values = dotenv_values(stream=StringIO(text), interpolate=False)
    return {name: given_in(file, text, name, value) for name, value in values.items() if value is not None}


def read_toml(file: Path) -> dict[str, GivenValue]:
    import tomllib

    text = text_of(file)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise unreadable(file, f"is not TOML: {error}", expected="TOML") from error
    return {name: given_in(file, text, name, value) for name, value in flat(values).items()}


def text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(file, f"cannot be read: {error}") from error


def unreadable(file: Path, why: str, expected: str | None = None) -> Fault:
    return Fault.from_issues("invalid_input", [Issue("", f"{str(file)!r} {why}.", expected, file=str(file))])


def flat(values: Mapping[str, Any]) -> Object:
    """Return the values by the names of their rows: limits, which have a table of their own, as `limits.depth`."""
    limits = values.get("limits")
    table = asdict(limits) if isinstance(limits, Limits) else limits
    if not isinstance(table, Mapping):
        return dict(values)
    others = {name: value for name, value in values.items() if name != "limits"}
    return {**others, **{f"limits.{name}": value for name, value in table.items()}}


def given_in(file: Path, text: str, name: str, value: Any) -> GivenValue:
    line = line_of(text, name)
    return GivenValue(value, f"{file}, line {line}" if line else str(file), file.parent, str(file))


def line_of(text: str, name: str) -> int | None:
    """Return the line of a file on which a name is set, in its table or with dots."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = f"{header[1]}."
        elif (given := re.match(r"\s*(?:export\s+)?([\w.-]+)\s*=", line)) and table + given[1] == name:
            return number
    return None
