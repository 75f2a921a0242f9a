"""The name and the version of a library's wheel: given, or from `pyproject.toml`, or from the folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault

FIRST_VERSION: Final = "0.1.0"


def name_and_version(folder: Path, name: str | None, version: str | None) -> tuple[str, str]:
    """Return both in their normal form; raise a Fault where one cannot be used."""
    project = _project(folder)
    named = name or project.get("name") or re.sub(r"[^A-Za-z0-9]+", "-", folder.resolve().name).strip("-")
    return _name(named), _version(version or project.get("version") or FIRST_VERSION)


def _project(folder: Path) -> dict[str, Any]:
    """Return the table `project` of a folder's `pyproject.toml`; empty where there is none."""
    file = folder / "pyproject.toml"
    if not file.is_file():
        return {}
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except ValueError as error:
        message = f"pyproject.toml cannot be read: {error}."
        raise Fault("invalid_input", message, expected="TOML", received=str(file)) from error
    return project if isinstance(project, dict) else {}


def _name(given: Any) -> str:
    from packaging.utils import InvalidName, canonicalize_name

    try:
        made = canonicalize_name(str(given), validate=True)
    except InvalidName as error:
        hint = "Give one: --name my-library"
        message = f"{given!r} is no name for a wheel."
        raise Fault("invalid_input", message, expected="letters, digits, -, _ and .", hint=hint) from error
    if made == "pollex":
        message = "The name 'pollex' is that of Pollex itself."
        raise Fault("invalid_input", message, expected="another name", hint="Give one: --name my-library")
    return str(made)


def _version(given: Any) -> str:
    from packaging.version import InvalidVersion, Version

    try:
        return str(Version(str(given)))
    except InvalidVersion as error:
        message = f"{given!r} is no version."
        hint = "Give one: --version 1.0.0"
        raise Fault("invalid_input", message, expected="such as 1.0.0", received=repr(given), hint=hint) from error
