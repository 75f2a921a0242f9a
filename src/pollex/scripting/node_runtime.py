"""The Node that runs scripts of a library, and the environment and command that it is started with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from ..modules.node.binary import find_node
from .process import passed_on

OLDEST: Final = (22, 18)
"""The first version of Node that runs TypeScript as it is."""
SUFFIXES: Final = frozenset({".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"})
HOST: Final = Path(__file__).with_name("host")
QUIET: Final = ("--disable-warning=ExperimentalWarning", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON")


@cache
def script_node() -> str:
    """Return the Node for scripts; raise a Fault that says how to install one."""
    return find_node(oldest=OLDEST, user="Scripts in TypeScript and JavaScript")


def playwright_core() -> Path:
    """Return the folder of the `playwright-core` in Playwright's wheel."""
    found = find_spec("playwright")
    for folder in (found.submodule_search_locations or ()) if found else ():
        core = Path(folder, "driver", "package")
        if (core / "package.json").is_file():
            return core
    raise Fault("unavailable", "Playwright is not installed.", hint="Run: pip install playwright", retry=False)


def script_command(file: Path) -> list[str]:
    """Return the command that runs a script."""
    return [script_node(), *QUIET, "--import", (HOST / "resolve.mjs").as_uri(), str(file)]


def script_environment(given: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the variables of a script: the `given` ones, and the few of this process that no secret is in."""
    core = (playwright_core() / "index.js").as_uri()
    return {
        **passed_on(os.environ),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "POLLEX_PLAYWRIGHT_CORE": core,
        **given,
    }
