"""Installs the npm packages that tests use, each in the folder of the tests that use them."""

import fcntl
import os
import subprocess
from pathlib import Path


def install(folder: Path) -> None:
    """See to it that `node_modules` holds what the folder's lock file names. Of several processes one installs it."""
    locked = folder / "package-lock.json"
    installed = folder / "node_modules" / ".package-lock.json"
    with locked.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed.exists() and installed.stat().st_mtime >= locked.stat().st_mtime:
            return
        command = ["npm", "ci", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, cwd=folder, check=True, timeout=100)
        os.utime(installed)
