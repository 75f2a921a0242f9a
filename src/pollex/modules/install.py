"""Installing what a module needs: the only place where anything is ever installed, and only when asked for."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from .runtime import Ecosystem, Manifest
from .versions import pip_range

NAMES: Final[dict[Ecosystem, re.Pattern[str]]] = {
    "pypi": re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*"),
    "npm": re.compile(r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-zA-Z0-9._~-]*"),
}
"""What may be installed: a name in a registry. Addresses, files and options are not names."""


def install_command(manifest: Manifest, home: Path, ecosystem: Ecosystem | None = None) -> tuple[Ecosystem, list[str]]:
    """What would be run: pip in this Python, or npm into the home folder."""
    chosen: Ecosystem | None = ecosystem or manifest.document.get("ecosystem")
    if manifest.is_local:
        message = f"{manifest.package!r} is a local file; there is nothing to install."
        raise Fault("invalid_input", message, pointer="/package")
    if chosen is None:
        raise Fault(
            "ambiguous",
            f"Nothing says whether {manifest.package!r} is meant for Python or for Node.",
            pointer="/ecosystem",
            expected='"ecosystem": "pypi" or "npm"',
            received="nothing",
            hint="Say it in the manifest, or with --ecosystem.",
        )
    if not NAMES[chosen].fullmatch(manifest.package):
        message = f"{manifest.package!r} is not the name of a package."
        expected = f"a name in {chosen}"
        raise Fault("invalid_input", message, pointer="/package", expected=expected, received=manifest.package)
    wanted = manifest.document.get("packageVersion")
    return chosen, _npm(manifest.package, wanted, home) if chosen == "npm" else _pip(manifest.package, wanted)


def _npm(package: str, wanted: str | None, home: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise Fault("unavailable", "npm is not there.", hint="Install Node 20 or newer.", retry=False)
    spec = package if wanted is None else f"{package}@{wanted}"
    return [npm, "install", "--no-audit", "--no-fund", "--prefix", str(home), "--", spec]


def _pip(package: str, wanted: str | None) -> list[str]:
    spec = package if wanted is None else package + pip_range(wanted)
    return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--", spec]


def install(command: list[str]) -> str:
    """Run it, and return the last thing it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    if done.returncode:
        raise Fault("failed", f"Installing failed: {said[-500:]}", hint=f"Try: {' '.join(command)}", retry=False)
    return said.splitlines()[-1] if said else "installed"
