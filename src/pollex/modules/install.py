"""Installing what a module needs: the only place where anything is ever installed, and only when asked for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from ..core.fault import Fault
from .runtime import Ecosystem, Manifest


def install_command(manifest: Manifest, home: Path) -> tuple[Ecosystem, list[str]]:
    """What would be run: pip in this Python, or npm into the home folder."""
    ecosystem: Ecosystem = manifest.document.get("ecosystem") or "pypi"
    if manifest.is_local:
        raise Fault(
            "invalid_input", f"{manifest.package!r} is a local file; there is nothing to install.", pointer="/package"
        )
    wanted = manifest.document.get("packageVersion")
    if ecosystem == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise Fault("unavailable", "npm is not there.", hint="Install Node 20 or newer.", retry=False)
        spec = manifest.package if wanted is None else f"{manifest.package}@{wanted}"
        return ecosystem, [npm, "install", "--no-audit", "--no-fund", "--prefix", str(home), spec]
    return ecosystem, [sys.executable, "-m", "pip", "install", manifest.package + _python_range(wanted)]


def _python_range(wanted: str | None) -> str:
    """A PEP 440 range as pip takes it; npm's `^1.2.3` and `~1.2.3` have the nearest meaning."""
    if wanted is None:
        return ""
    if wanted[0] in "^~" and not wanted.startswith("~="):
        return f">={wanted[1:]}"
    return wanted if wanted[0] in "<>=!~" else f"=={wanted}"


def install(command: list[str]) -> str:
    """Run it, and return the last thing it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    if done.returncode:
        raise Fault("failed", f"Installing failed: {said[-500:]}", hint=f"Try: {' '.join(command)}", retry=False)
    return said.splitlines()[-1] if said else "installed"
