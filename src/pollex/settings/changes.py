"""Changes of settings by a person: checked, and written into `config.toml` of the home folder, whose rest stays."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps
from ..core.suggest import did_you_mean, one_of
from ..disk.private import FILE, private_folder
from ..disk.replace import replace_file
from .declaration import SettingRow
from .files import text_of, unreadable
from .kinds import GivenValue
from .loader import wrong
from .settings import Settings, rows

CONFIG: Final = "config.toml"
TABLE: Final = re.compile(r"\s*\[")


def changeable() -> dict[str, SettingRow]:
    """Return the settings that a person may change on the page, by name. None of them is a secret."""
    return {row.name: row for row in rows() if row.setting.changeable is not None}


def change_settings(settings: Settings, changes: Mapping[str, Any]) -> Object:
    """Write settings into the file of the home folder; None takes one out. Return the values as they are read.

    Raise a Fault with every mistake, and change nothing: values that do not fit, and settings whose value comes from
    something that counts more than the file.
    """
    known, file = changeable(), settings.home / CONFIG
    issues: list[Issue] = []
    read: Object = {}
    for name, value in changes.items():
        if (row := known.get(name)) is None:
            issues.append(_fixed(name, list(known)))
        elif (above := settings.sources[name]) != "default" and not above.startswith(str(file)):
            issues.append(_set_elsewhere(name, above))
        elif value is None:
            read[name] = row.default.value_after({})
        else:
            given = GivenValue(value, "the page", settings.home)
            try:
                read[name] = row.setting.kind.read(given)
            except (TypeError, ValueError):
                issues.append(wrong(row, given))
    if issues:
        raise Fault.from_issues("invalid_input", issues, what="Settings")
    _write(file, {name: None if changes[name] is None else read[name] for name in changes})
    return read


def _write(file: Path, values: Object) -> None:
    before = text_of(file)
    text = before
    for name, value in values.items():
        text = with_value(text, name, value)
    if _parsed(file, text) != _expected(_parsed(file, before), values):
        why = "is written in a way that Pollex does not change"
        raise unreadable(file, why, f"each of {one_of(values)} on a line of its own, before the first table")
    if text != before:
        private_folder(file.parent)
        replace_file(file, text, mode=FILE)


def with_value(text: str, name: str, value: Any) -> str:
    """Return TOML with another value of a name outside of tables, or without it (None)."""
    lines = text.splitlines()
    end = next((index for index, line in enumerate(lines) if TABLE.match(line)), len(lines))
    place = next((index for index in range(end) if re.match(rf"\s*{re.escape(name)}\s*=", lines[index])), None)
    written = [] if value is None else [f"{name} = {dumps(value)}"]
    first, last = (end, end) if place is None else (place, place + 1)
    made = [*lines[:first], *written, *lines[last:]]
    return "".join(f"{line}\n" for line in made)


def _parsed(file: Path, text: str) -> Object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise unreadable(file, f"is not TOML: {error}", "TOML") from error


def _expected(before: Object, values: Object) -> Object:
    merged = {**before, **values}
    return {name: value for name, value in merged.items() if value is not None}


def _fixed(name: str, known: list[str]) -> Issue:
    hint = did_you_mean(name, known) or "Set it by its variable, or in config.toml, and start Pollex again."
    return Issue(f"/{name}", f"The setting {name!r} is not changed here.", one_of(known), name, hint)


def _set_elsewhere(name: str, source: str) -> Issue:
    message = f"The setting {name!r} comes from {source}, which counts more than what is chosen here."
    return Issue(f"/{name}", message, f"no {name!r} there", source, "Take it out there, and start Pollex again.")
