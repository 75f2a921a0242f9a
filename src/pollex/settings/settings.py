"""The settings themselves. To add one, add a field here: its variable, its checks and its documentation follow."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Self, cast, get_origin, get_type_hints

from ..core.context import EffectPolicy
from ..core.json import Object
from ..core.limits import Limits
from .declaration import Default, Setting, SettingRow
from .kinds import APPROVE, DATABASE, INTEGER, LOG_LEVEL, NAMES, NUMBER, PATH, PATHS, SWITCH, TEXT, TEXTS, LogLevel
from .loader import SettingsLoader


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
        Path | str,
        Setting("POLLEX_DATABASE", DATABASE, "The SQLite file, or PostgreSQL's address, of runs and their events."),
        Default(default_database, "<home>/pollex.db"),
    ]
    env_allow: Annotated[
        tuple[str, ...],
        Setting("POLLEX_ENV_ALLOW", NAMES, "The environment variables that templates may read."),
        Default((), "none"),
    ]
    module_folders: Annotated[
        tuple[Path, ...],
        Setting("POLLEX_MODULE_FOLDERS", PATHS, "Folders, besides its own, that a module may take local code from."),
        Default((), "none"),
    ]
    browser: Annotated[
        str,
        Setting("POLLEX_BROWSER", TEXT, "The command or path of the Chromium or Chrome to start."),
        Default("", "one that is installed, else Playwright's own"),
    ]
    downloads: Annotated[
        Path | None,
        Setting("POLLEX_DOWNLOADS", PATH, "The folder that downloads of pages go to."),
        Default(None, "the run's own folder below <home>/files"),
    ]
    exports: Annotated[
        Path | None,
        Setting("POLLEX_EXPORTS", PATH, "The folder that workspaces write text files into, one for each directory."),
        Default(None, "the person's own Desktop, Documents, …; <home>/exports where there are none"),
    ]
    headed: Annotated[
        bool,
        Setting(
            "POLLEX_HEADED",
            SWITCH,
            "Whether the browser has a window that can be seen.",
            changeable="after a restart",
        ),
        Default(False, "no"),
    ]
    cdp: Annotated[
        str,
        Setting("POLLEX_CDP", TEXT, "The CDP address of a running browser to use instead of starting one."),
        Default("", "none"),
    ]
    interactive: Annotated[
        tuple[str, ...],
        Setting("POLLEX_INTERACTIVE", TEXTS, "CSS selectors of elements that count as controls too."),
        Default((), "none"),
    ]
    allow_private: Annotated[
        tuple[str, ...],
        Setting(
            "POLLEX_ALLOW_PRIVATE",
            TEXTS,
            "Hosts of this network that may be reached without being named, such as localhost:8080.",
        ),
        Default((), "none"),
    ]
    model: Annotated[
        str,
        Setting(
            "POLLEX_MODEL", TEXT, "The model that is asked where none is named: provider:model.", changeable="at once"
        ),
        Default("", "the first whose provider has a key, else local"),
    ]
    judge: Annotated[
        str,
        Setting(
            "POLLEX_JUDGE",
            TEXT,
            "The model that judges what a run is about to change, where no rule is certain: provider:model, or off.",
            changeable="at once",
        ),
        Default("", "the run's own model"),
    ]
    approve: Annotated[
        EffectPolicy,
        Setting(
            "POLLEX_APPROVE",
            APPROVE,
            "What happens to calls that cannot be taken back.",
            changeable="after a restart",
        ),
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
    """The source of each value, by the name of its row."""
    notes: tuple[str, ...]
    """Probable mistakes that do no harm: variables that look like settings and are none."""
    environ: Mapping[str, str] = field(repr=False)
    """All environment variables, including those of `.env`, which are not put into the process's own."""

    @classmethod
    def load(cls, *, environ: Mapping[str, str] | None = None, cwd: Path | None = None, **explicit: Any) -> Self:
        """Return the settings of this process, or raise a Fault with every wrong value. None means: not given."""
        folder, variables = working_folder() if cwd is None else cwd, os.environ if environ is None else environ
        return cls(**SettingsLoader(rows(), folder, variables, explicit).values())


def environment(settings: Settings) -> dict[str, str]:
    """Return the variables that templates may read."""
    return {name: settings.environ[name] for name in settings.env_allow if name in settings.environ}


def rows() -> list[SettingRow]:
    """Return every setting, then every limit."""
    hints = get_type_hints(Settings, include_extras=True)
    return [SettingRow(name, *hint.__metadata__) for name, hint in hints.items() if get_origin(hint) is Annotated] + [
        SettingRow(f"limits.{limit.name}", limit_setting(limit), Default(limit.default)) for limit in fields(Limits)
    ]


def limit_setting(limit: Field[Any]) -> Setting:
    kind = INTEGER if isinstance(limit.default, int) else NUMBER
    variable = f"POLLEX_LIMIT_{limit.name.upper()}"
    return Setting(variable, kind, limit.metadata["about"], limit.metadata.get("milliseconds"))


def working_folder() -> Path:
    """Return the working directory, or the root if it was deleted."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")
