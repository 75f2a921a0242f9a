"""Checks of this installation: what is installed, what is missing, and how to fix it."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from ..core.fault import Fault
from ..core.json import Object
from ..settings import Settings

CheckStatus = Literal["ok", "missing", "optional", "doubtful"]

NEEDED = (
    "jsonschema-rs", "jsonpath-rfc9535", "orjson", "pydantic", "griffelib", "platformdirs", "python-dotenv", "typer",
    "rich", "playwright", "starlette", "uvicorn", "jinja2", "python-multipart", "cryptography", "keyring", "pyotp",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `optional` means: missing, and only some parts need it."""

    name: str
    status: CheckStatus
    found: str
    mend: str = ""


def examine(settings: Settings, libraries: Iterable[Check] = ()) -> Object:
    """Run all checks and return the result of the tool; those of installed libraries are given."""
    checks = [*_python(), *_packages(), *_home(settings), *_vault(settings), *_browser(settings), *_node(), *libraries]
    return {
        "healthy": all(check.status != "missing" for check in checks),
        "checks": [asdict(check) for check in checks],
    }


def _python() -> Iterator[Check]:
    yield Check("pollex", "ok", _version("pollex") or "not installed, run from its source")
    yield Check("python", "ok", f"{platform.python_version()} on {platform.system()}")


def _packages() -> Iterator[Check]:
    for name in NEEDED:
        version = _version(name)
        yield Check(
            name, "ok" if version else "missing", version or "not installed", "" if version else "pip install pollex"
        )


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _home(settings: Settings) -> Iterator[Check]:
    source = settings.sources.get("home", "default")
    try:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        writable = os.access(settings.home, os.W_OK)
    except OSError:
        writable = False
    mend = "" if writable else "Set POLLEX_HOME to a folder that you may write to."
    yield Check("home", "ok" if writable else "missing", f"{settings.home} ({source})", mend)
    yield Check("sqlite", "ok" if writable else "missing", f"{sqlite3.sqlite_version}, {settings.database}", mend)
    for note in settings.notes:
        yield Check("settings", "doubtful", note, "Rename or unset it.")


def _vault(settings: Settings) -> Iterator[Check]:
    """Check where the key of credentials and snapshots is."""
    from ..vault import Vault

    vault = Vault(settings.home)
    try:
        place = vault.key_place()
        if place in ("keyring", "file"):  # a passphrase is not asked for
            vault.credentials()
    except Fault as fault:
        yield Check("vault", "doubtful", fault.message, fault.hint or "")
        return
    if place is None:
        yield Check("vault", "optional", "nothing stored yet", "Store a login: pollex credentials set --help")
    else:
        file = f"in the file {vault.key_path}"
        where = {"keyring": "in the system's keyring", "file": file, "passphrase": f"{file}, behind a passphrase"}[
            place
        ]
        yield Check("vault", "ok", f"key {where}")


def _browser(settings: Settings) -> Iterator[Check]:
    from ..page.launch import SHELLS, find_chromium

    try:
        found = find_chromium(settings.browser or None)
    except Fault as fault:
        yield Check("browser", "missing", fault.message, fault.hint or "")
        return
    mend = "Install Chrome or Chromium (Debian: apt-get install chromium), or run: playwright install chromium"
    yield Check("browser", "ok" if found else "optional", found or "no Chrome or Chromium", "" if found else mend)
    if found and not settings.browser and not found.endswith(SHELLS):
        quicker = "Headless work is quicker in one. Debian: apt-get install chromium-headless-shell"
        yield Check("headless shell", "optional", "not installed", quicker)


def _node() -> Iterator[Check]:
    """Check the Node.js that modules of npm packages would use."""
    from ..modules.node.binary import find_node, find_npm, version_of

    try:
        node = find_node()
    except Fault as fault:
        yield Check("node", "optional", fault.received or "not installed", fault.hint or "")
        return
    yield Check("node", "ok", f"{'.'.join(map(str, version_of(node)))} at {node}")
    try:
        yield Check("npm", "ok", " ".join(find_npm(node)))
    except Fault as fault:
        yield Check("npm", "optional", "not installed", fault.hint or "")
