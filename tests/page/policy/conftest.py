"""How real Chromium is started."""

import os
import shutil

import pytest

QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def launch_options() -> dict[str, object]:
    """Options to launch the browser with."""
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if not executable:
        pytest.skip("no Chromium is installed")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": executable, "args": [*QUIET, *(["--no-sandbox"] if root else [])]}
