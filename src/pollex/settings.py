"""Settings, each declared once, as a field of `Settings` with variable, kind, documentation and default.

A value comes from the first of: an argument, an environment variable, `.env` in the working directory, `pollex.toml`
there, `config.toml` in the home folder, the default. An empty variable counts as not set.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, Self, cast, get_origin, get_type_hints

from .core.context import Policy
from .core.fault import Fault, Issue
from .core.json import Object, brief
from .core.limits import Limits
from .core.secret import EnvironmentSecrets
from .core.suggest import did_you_mean

LogLevel = Literal["debug", "info", "warning", "error"]

OTHER_VARIABLES: Final = (EnvironmentSecrets.prefix, "POLLEX_CDP_URL")
"""Beginnings of variables that are ours and are no settings."""
VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Given:
    """A value as somebody gave it, and where: `folder` is what relative paths in it are relative to."""

    value: Any
    source: str
    folder: Path
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """What a setting's value may be; `read` raises an error for anything else."""

    expected: str
    read: Callable[[Given], Any]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """The declaration of a setting: the variable it is read from, its kind, and a sentence that documents it."""

    variable: str
    kind: Kind
    about: str


@dataclass(frozen=True, slots=True)
class Default:
    """A value, or a function of the values before it, and how the reference shows it."""

    value: Any
    words: str | None = None

    def given(self, before: Object) -> Any:
        return self.value(before) if callable(self.value) else self.value

    def __str__(self) -> str:
        return str(self.value) if self.words is None else self.words


@dataclass(frozen=True, slots=True)
class Row:
    """A setting by its name; the reference shows all rows. Limits are rows too: `limits.depth` and so on."""

    name: str
    setting: Setting
    default: Default


def path(given: Given) -> Path:
    if not isinstance(given.value, str | os.PathLike):
        raise TypeError
    return given.folder / Path(given.value).expanduser()


def names(given: Given) -> tuple[str, ...]:
    listed = given.value.split(",") if isinstance(given.value, str) else given.value
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        raise ValueError
    found = tuple(name.strip() for name in listed if name.strip())
    if not all(VARIABLE.fullmatch(name) and not name.startswith(EnvironmentSecrets.prefix) for name in found):
        raise ValueError
    return found


def number(given: Given) -> float:
    if isinstance(given.value, bool) or not isinstance(given.value, str | int | float):
        raise TypeError
    value = float(given.value)
    if not math.isfinite(value) or value < 0:
        raise ValueError
    return value


def integer(given: Given) -> int:
    if isinstance(given.value, float) or number(given) > 2**63:
        raise ValueError
    return int(given.value)


def choice(*options: str) -> Kind:
    def read(given: Given) -> str:
        if not isinstance(given.value, str) or given.value.lower() not in options:
            raise ValueError
        return given.value.lower()

    return Kind(f"{', '.join(options[:-1])} or {options[-1]}", read, options)


PATH: Final = Kind("a path", path)
NAMES: Final = Kind("names of environment variables, none of them a secret's, as a list or separated by commas", names)
NUMBER: Final = Kind("a number, 0 or more", number)
INTEGER: Final = Kind("a whole number, 0 or more", integer)
APPROVE: Final = choice("ask", "allow", "deny")
LOG_LEVEL: Final = choice("debug", "info", "warning", "error")


def default_home(_: Object) -> Path:
    from platformdirs import user_data_path

    return user_data_path("pollex", appauthor=False)


def default_database(before: Object) -> Path:
    return Path(before["home"], "pollex.db")


def default_call_timeout(before: Object) -> float:
    return cast("Limits", before["limits"]).call_timeout


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force. Make them by `Settings.load()`."""

    home: Annotated[
        Path,
        Setting("POLLEX_HOME", PATH, "The folder of database, files and vault."),
        Default(default_home, "the platform's data folder for pollex"),
    ]
    database: Annotated[
        Path,
        Setting("POLLEX_DATABASE", PATH, "The SQLite file of runs and their events."),
        Default(default_database, "<home>/pollex.db"),
    ]
    env_allow: Annotated[
        tuple[str, ...],
        Setting("POLLEX_ENV_ALLOW", NAMES, "The environment variables that templates may read."),
        Default((), "none"),
    ]
    approve: Annotated[
        Policy,
        Setting("POLLEX_APPROVE", APPROVE, "What happens to calls that cannot be taken back."),
        Default("ask"),
    ]
    call_timeout: Annotated[
        float,
        Setting("POLLEX_CALL_TIMEOUT", NUMBER, "Seconds a tool may take when it names no time limit of its own."),
        Default(default_call_timeout, "the limit call_timeout"),
    ]
    log_level: Annotated[
        LogLevel,
        Setting("POLLEX_LOG_LEVEL", LOG_LEVEL, "How much the program says of what it does, on stderr."),
        Default("warning"),
    ]
    limits: Limits
    sources: Mapping[str, str]
    """Where each value came from, by the name of its row."""
    notes: tuple[str, ...]
    """What seems a mistake but does no harm: variables that look like settings and are none."""
    environ: Mapping[str, str] = field(repr=False)
    """All environment variables, those of `.env` included, which are never put into the process's own."""

    @classmethod
    def load(cls, *, environ: Mapping[str, str] | None = None, cwd: Path | None = None, **explicit: Any) -> Self:
        """The settings of this process; a Fault that lists every wrong value. An argument that is None is not given."""
        reading = Reading(Path.cwd() if cwd is None else cwd, os.environ if environ is None else environ, explicit)
        return cls(**reading.values())


def environment(settings: Settings) -> dict[str, str]:
    """The variables that templates may read."""
    return {name: settings.environ[name] for name in settings.env_allow if name in settings.environ}


def rows() -> list[Row]:
    """Every setting, then every limit."""
    hints = get_type_hints(Settings, include_extras=True)
    return [Row(name, *hint.__metadata__) for name, hint in hints.items() if get_origin(hint) is Annotated] + [
        Row(f"limits.{limit.name}", limit_setting(limit), Default(limit.default)) for limit in fields(Limits)
    ]


def limit_setting(limit: Field[Any]) -> Setting:
    kind = INTEGER if isinstance(limit.default, int) else NUMBER
    return Setting(f"POLLEX_LIMIT_{limit.name.upper()}", kind, limit.metadata["about"])


class Reading:
    """One reading of all places, the highest first. Mistakes are gathered, so that all are told at once."""

    def __init__(self, cwd: Path, environ: Mapping[str, str], explicit: Mapping[str, Any]) -> None:
        self._rows = {row.name: row for row in rows()}
        self._issues: list[Issue] = []
        self._sources: dict[str, str] = {}
        dotenv = self._dotenv(cwd / ".env")
        self._environ = {**{name: given.value for name, given in dotenv.items()}, **environ}
        variables = {name: Given(text, f"the environment variable {name}", cwd) for name, text in environ.items()}
        arguments = {
            name: Given(value, "an argument", cwd) for name, value in flat(explicit).items() if value is not None
        }
        self._places = [
            self._known(arguments),
            self._from_variables(variables),
            self._from_variables(dotenv),
            self._known(self._toml(cwd / "pollex.toml")),
        ]

    def values(self) -> Object:
        """What `Settings` is made of."""
        home = self._value("home", {})
        self._places.append(self._known(self._toml(home / "config.toml"), besides="home"))
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
        """One number under two names: the setting, where it is given, is the limit too."""
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
        return row.default.given(before)

    def _known(self, givens: Mapping[str, Given], *, besides: str = "") -> dict[str, Given]:
        """What is given by the names of settings; any other name is a mistake."""
        known = [name for name in self._rows if name != besides]
        self._issues += [unknown(name, given, known) for name, given in givens.items() if name not in known]
        return {name: given for name, given in givens.items() if name in known}

    def _from_variables(self, variables: Mapping[str, Given]) -> dict[str, Given]:
        return {
            row.name: variables[row.setting.variable]
            for row in self._rows.values()
            if row.setting.variable in variables and variables[row.setting.variable].value
        }

    def _dotenv(self, file: Path) -> dict[str, Given]:
        """The variables of the file as they are written; `${…}` in them means nothing."""
        text = self._text(file)
        if not text:
            return {}
        from io import StringIO

        from dotenv import dotenv_values

        values = dotenv_values(stream=StringIO(text), interpolate=False)
        return {name: given_in(file, text, name, value) for name, value in values.items() if value is not None}

    def _toml(self, file: Path) -> dict[str, Given]:
        import tomllib

        text = self._text(file)
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._issues.append(Issue("", f"{str(file)!r} is not TOML: {error}.", expected="TOML", file=str(file)))
            return {}
        return {name: given_in(file, text, name, value) for name, value in flat(values).items()}

    def _text(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, UnicodeDecodeError) as error:
            self._issues.append(Issue("", f"{str(file)!r} cannot be read: {error}.", file=str(file)))
            return ""

    def _notes(self) -> Iterator[str]:
        known = [row.setting.variable for row in self._rows.values()]
        for name in sorted(self._environ):
            if name.startswith("POLLEX_") and name not in known and not name.startswith(OTHER_VARIABLES):
                yield f"The variable {name!r} is no setting. {did_you_mean(name, known) or ''}".rstrip()


def flat(values: Mapping[str, Any]) -> Object:
    """The values by the names of their rows: limits, which stand in a table of their own, as `limits.depth`."""
    limits = values.get("limits")
    table = asdict(limits) if isinstance(limits, Limits) else limits
    if not isinstance(table, Mapping):
        return dict(values)
    others = {name: value for name, value in values.items() if name != "limits"}
    return {**others, **{f"limits.{name}": value for name, value in table.items()}}


def given_in(file: Path, text: str, name: str, value: Any) -> Given:
    line = line_of(text, name)
    return Given(value, f"{file}, line {line}" if line else str(file), file.parent, str(file))


def line_of(text: str, name: str) -> int | None:
    """The line of a file on which a name is given its value, in its table or after dots."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = f"{header[1]}."
        elif (given := re.match(r"\s*(?:export\s+)?([\w.-]+)\s*=", line)) and table + given[1] == name:
            return number
    return None


def wrong(row: Row, given: Given) -> Issue:
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


def unknown(name: str, given: Given, known: list[str]) -> Issue:
    return Issue(
        pointer_to(name),
        f"There is no setting {name!r} here, as {given.source} has it.",
        expected="the name of a setting",
        received=name,
        hint=did_you_mean(name, known),
        file=given.file,
    )


def pointer_to(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1").replace(".", "/", 1)
