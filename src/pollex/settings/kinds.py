"""The kinds of values that settings have, and how each is parsed."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from ..core.secret import PASSPHRASE, SERVE_PASSWORD, EnvironmentSecrets

LogLevel = Literal["debug", "info", "warning", "error"]

YES: Final = ("yes", "true", "on", "1")
NO: Final = ("no", "false", "off", "0")
SERVERS: Final = ("postgresql://", "postgres://")
VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A value and its source: `folder` is what relative paths in it are relative to."""

    value: Any
    source: str
    folder: Path
    file: str | None = None


@dataclass(frozen=True, slots=True)
class SettingKind:
    """The values that a setting accepts; `read` raises an error for anything else."""

    expected: str
    read: Callable[[GivenValue], Any]
    options: tuple[str, ...] = ()


def read_path(given: GivenValue) -> Path:
    if not isinstance(given.value, str | os.PathLike):
        raise TypeError
    return given.folder / Path(given.value).expanduser()


def read_database(given: GivenValue) -> Path | str:
    """Return the address of a server as text, or the path of a file."""
    if isinstance(given.value, str) and given.value.startswith(SERVERS):
        return given.value
    return read_path(given)


def read_paths(given: GivenValue) -> tuple[Path, ...]:
    listed = given.value.split(os.pathsep) if isinstance(given.value, str) else given.value
    if not isinstance(listed, list | tuple):
        raise TypeError
    return tuple(read_path(replace(given, value=path)) for path in listed if path)


def read_text(given: GivenValue) -> str:
    if not isinstance(given.value, str | os.PathLike):
        raise TypeError
    return str(given.value)


def read_texts(given: GivenValue) -> tuple[str, ...]:
    listed = given.value.splitlines() if isinstance(given.value, str) else given.value
    if not isinstance(listed, list | tuple) or not all(isinstance(text, str) for text in listed):
        raise TypeError
    return tuple(text.strip() for text in listed if text.strip())


def read_switch(given: GivenValue) -> bool:
    if isinstance(given.value, bool):
        return given.value
    word = str(given.value).strip().lower()
    if word not in YES and word not in NO:
        raise ValueError
    return word in YES


def read_names(given: GivenValue) -> tuple[str, ...]:
    listed = given.value.split(",") if isinstance(given.value, str) else given.value
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        raise ValueError
    found = tuple(name.strip() for name in listed if name.strip())
    closed = (EnvironmentSecrets.prefix, PASSPHRASE, SERVE_PASSWORD)
    if not all(VARIABLE.fullmatch(name) and not name.startswith(closed) for name in found):
        raise ValueError
    return found


def read_number(given: GivenValue) -> float:
    if isinstance(given.value, bool) or not isinstance(given.value, str | int | float):
        raise TypeError
    value = float(given.value)
    if not math.isfinite(value) or value < 0:
        raise ValueError
    return value


def read_integer(given: GivenValue) -> int:
    if isinstance(given.value, float) or read_number(given) > 2**63:
        raise ValueError
    return int(given.value)


def choice(*options: str) -> SettingKind:
    def read(given: GivenValue) -> str:
        if not isinstance(given.value, str) or given.value.lower() not in options:
            raise ValueError
        return given.value.lower()

    return SettingKind(f"{', '.join(options[:-1])} or {options[-1]}", read, options)


PATH: Final = SettingKind("a path", read_path)
DATABASE: Final = SettingKind("a path, or an address such as postgresql://host/name", read_database)
TEXT: Final = SettingKind("text", read_text)
TEXTS: Final = SettingKind("texts, as a list or one on each line", read_texts)
SWITCH: Final = SettingKind("yes or no", read_switch, ("yes", "no"))
PATHS: Final = SettingKind(f"paths, as a list or separated by {os.pathsep!r}", read_paths)
NAMES: Final = SettingKind(
    "names of environment variables, none of them a secret's, as a list or separated by commas", read_names
)
NUMBER: Final = SettingKind("a number, 0 or more", read_number)
INTEGER: Final = SettingKind("a whole number, 0 or more", read_integer)
APPROVE: Final = choice("ask", "allow", "deny")
LOG_LEVEL: Final = choice(*get_args(LogLevel))
