"""Which browser is started, and with which options."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from .policy.browser import LAUNCH_ARGUMENTS

SHELLS: Final = ("chromium-headless-shell", "chrome-headless-shell")
"""Browsers without a face: they open a page with a quarter of the work that a whole browser needs."""
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

LEFT_OUT: Final = (
    "Translate",
    "OptimizationHints",
    "MediaRouter",
    "AutofillServerCommunication",
    "DeferRendererTasksAfterInput",  # it holds a page's timers back after each key until something was drawn
)
"""Features of Chromium that would send something home or only cost time."""


def find_chromium(named: str | None = None, *, headed: bool = False) -> str | None:
    """Return the browser to start: the one that is named, else one on this machine; None means Playwright's own."""
    if named is not None:
        found = shutil.which(named)
        if found is None:
            raise Fault(
                "unavailable",
                f"There is no browser {named!r}.",
                expected="the path or command of a Chromium or Chrome",
                received=named,
                hint="Name another in the setting 'browser', or leave it out.",
                retry=False,
            )
        return found
    names = NAMES if headed else (*SHELLS, *NAMES)
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None and sys.platform == "darwin":
        return next((path for path in MAC if Path(path).exists()), None)
    return found


def chromium_arguments(*, held: bool = True, left_out: tuple[str, ...] = LEFT_OUT) -> list[str]:
    """Options for every start: nothing is sent home, root has no sandbox, and (`held`) nothing goes beside a proxy."""
    quiet = [
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
        "--no-first-run", "--no-default-browser-check",
        f"--disable-features={','.join(left_out)}",
    ]  # fmt: skip
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*quiet, *(LAUNCH_ARGUMENTS if held else ()), *(["--no-sandbox"] if is_root else [])]
