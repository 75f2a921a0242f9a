"""Installation of a module's package: the only place where anything is ever installed, and only when asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from .node.binary import find_node, find_npm
from .runtime import Ecosystem, Manifest, installed_for
from .versions import check_range

LINES: Final = 10
"""Last lines of the output of pip or npm that a Fault quotes."""
NAMES: Final[dict[Ecosystem, re.Pattern[str]]] = {
    "pypi": re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*"),
    "npm": re.compile(r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-zA-Z0-9._~-]*"),
}
"""What may be installed: a name in a registry. Addresses, files and options are not names."""


def install_command(manifest: Manifest, home: Path, ecosystem: Ecosystem | None = None) -> tuple[Ecosystem, list[str]]:
    """Return the ecosystem and the command: pip in this Python, or npm into the module's own folder in the home."""
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
    if wanted is not None and (issue := check_range(wanted, chosen)):
        raise Fault.from_issues("invalid_input", [issue])
    folder = installed_for(manifest, home)
    return chosen, _npm(manifest.package, wanted, folder) if chosen == "npm" else _pip(manifest.package, wanted)


def _npm(package: str, wanted: str | None, folder: Path) -> list[str]:
    spec = package if wanted is None else f"{package}@{wanted}"
    npm = find_npm(find_node())
    return [*npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), "--", spec]


def _pip(package: str, wanted: str | None) -> list[str]:
    return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--", package + (wanted or "")]


def _environment(command: list[str]) -> dict[str, str]:
    """Return the variables of an installation. With `--prefix`, npm would not find the machine's own settings."""
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)))
    variables = {**os.environ, "PATH": path}
    if "--prefix" in command:
        asked = [*command[: command.index("install")], "config", "get", "globalconfig"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False, env=variables)
        variables.setdefault("npm_config_globalconfig", said.stdout.strip())
    return variables


def install(command: list[str]) -> None:
    """Run the command. Its output goes to stderr, and its last lines into the Fault if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment(command))
    said = (done.stdout + done.stderr).strip()
    print(said, file=sys.stderr)
    if done.returncode:
        last = "\n".join(said.splitlines()[-LINES:])
        raise Fault("failed", f"Installing failed:\n{last}", hint=f"Try: {' '.join(command)}", retry=False)
