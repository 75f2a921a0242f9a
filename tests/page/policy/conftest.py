"""How real Chromium is started."""

import os

import pytest

from pollex.page.launch import find_chromium

QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session", params=["whole", "found"])
def launch_options(request: pytest.FixtureRequest) -> dict[str, object]:
    """Options to launch a browser with: a whole one, and the one that Pollex finds, which may have no face."""
    executable = find_chromium(headed=request.param == "whole")
    if not executable:
        pytest.skip("no Chromium is installed")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": executable, "args": [*QUIET, *(["--no-sandbox"] if root else [])]}
