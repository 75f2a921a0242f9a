"""One reading of all settings from all sources, the highest priority first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..core.limits import Limits
from ..core.path import pointer
from ..core.secret import PASSPHRASE, SERVE_PASSWORD, EnvironmentSecrets
from ..core.suggest import did_you_mean
from .declaration import SettingRow
from .files import flat, read_dotenv, read_toml
from .kinds import GivenValue

OTHER_VARIABLES: Final = (EnvironmentSecrets.prefix, PASSPHRASE, SERVE_PASSWORD, "POLLEX_CDP_URL")
"""Prefixes of variables that belong to Pollex and are not settings."""


class SettingsLoader:
    """Finds the value of every row. Mistakes are collected and reported together."""

    def __init__(
        self, rows: Iterable[SettingRow], cwd: Path, environ: Mapping[str, str], explicit: Mapping[str, Any]
    ) -> None:
        self._rows = {row.name: row for row in rows}
        self._issues: list[Issue] = []
        self._sources: dict[str, str] = {}
        dotenv = self._file(read_dotenv, cwd / ".env")
        self._environ = {**{name: given.value for name, given in dotenv.items()}, **environ}
        variables = {name: GivenValue(text, f"the environment variable {name}", cwd) for name, text in environ.items()}
        arguments = {
            name: GivenValue(value, "an argument", cwd) for name, value in flat(explicit).items() if value is not None
        }
        self._places = [
            self._known(arguments),
            self._from_variables(variables),
            self._from_variables(dotenv),
            self._known(self._file(read_toml, cwd / "pollex.toml")),
        ]

    def values(self) -> Object:
        """Return the arguments for `Settings`."""
        home = self._value("home", {})
        self._places.append(self._known(self._file(read_toml, home / "config.toml"), besides="home"))
        limits = {limit.name: self._value(f"limits.{limit.name}", {}) for limit in fields(Limits)}
        values: Object = {"home": home, "limits": Limits(**limits)}
        for name in self._rows:
            if name != "home" and not name.startswith("limits."):
                values[name] = self._value(name, values)
        if self._issues:
            raise Fault.from_issues("invalid_input", self._issues, what="Settings")
        values["limits"] = self._with_call_timeout(values["limits"], values["call_timeout"])
        sources, environ = MappingProxyType(self._sources), MappingProxyType(self._environ)
        return {**values, "sources": sources, "notes": tuple(self._notes()), "environ": environ}

    def _with_call_timeout(self, limits: Limits, seconds: float) -> Limits:
        """Return the values with the call timeout, if it is given, as the limit too."""
        one, other = "call_timeout", "limits.call_timeout"
        given = one if self._sources[one] != "default" else other
        self._sources[one] = self._sources[other] = self._sources[given]
        return replace(limits, call_timeout=seconds)

    def _value(self, name: str, before: Object) -> Any:
        row = self._rows[name]
        given = next((place[name] for place in self._places if name in place), None)
        self._sources[name] = "default" if given is None else given.source
        if given is not None:
            try:
                return row.setting.kind.read(given)
            except (TypeError, ValueError, OverflowError, RuntimeError):
                self._issues.append(wrong(row, given))
        return row.default.value_after(before)

    def _file(self, read: Callable[[Path], dict[str, GivenValue]], file: Path) -> dict[str, GivenValue]:
        try:
            return read(file)
        except Fault as fault:
            self._issues += fault.issues
            return {}

    def _known(self, givens: Mapping[str, GivenValue], *, besides: str = "") -> dict[str, GivenValue]:
        """Return the values for names of settings; any other name is a mistake."""
        known = [name for name in self._rows if name != besides]
        self._issues += [unknown(name, given, known) for name, given in givens.items() if name not in known]
        return {name: given for name, given in givens.items() if name in known}

    def _from_variables(self, variables: Mapping[str, GivenValue]) -> dict[str, GivenValue]:
        found = {}
        for row in self._rows.values():
            given = [name for name in row.setting.variables if name in variables and variables[name].value]
            if given:
                value = variables[given[0]]
                found[row.name] = in_seconds(value) if given[0] == row.setting.milliseconds else value
        return found

    def _notes(self) -> Iterator[str]:
        known = [name for row in self._rows.values() for name in row.setting.variables]
        for name in sorted(self._environ):
            if name.startswith("POLLEX_") and name not in known and not name.startswith(OTHER_VARIABLES):
                yield f"The variable {name!r} is no setting. {did_you_mean(name, known) or ''}".rstrip()


def in_seconds(given: GivenValue) -> GivenValue:
    """Return milliseconds as seconds; what is no number stays, to be refused as it was written."""
    try:
        return replace(given, value=float(given.value) / 1000)
    except ValueError:
        return given


def wrong(row: SettingRow, given: GivenValue) -> Issue:
    kind = row.setting.kind
    received = brief(str(given.value) if isinstance(given.value, os.PathLike) else given.value)
    return Issue(
        pointer_to(row.name),
        f"The setting {row.name!r}, from {given.source}, is {received}, not {kind.expected}.",
        expected=kind.expected,
        received=received,
        hint=did_you_mean(str(given.value), kind.options) or row.setting.about,
        file=given.file,
    )


def unknown(name: str, given: GivenValue, known: list[str]) -> Issue:
    return Issue(
        pointer_to(name),
        f"There is no setting {name!r} here, as {given.source} has it.",
        expected="the name of a setting",
        received=name,
        hint=did_you_mean(name, known),
        file=given.file,
    )


def pointer_to(name: str) -> str:
    return pointer(name.split(".", 1))
