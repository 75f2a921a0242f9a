"""Scripts of a library, and all that they import, checked without being run: types stripped as Node does it, then
parsed as JavaScript, and linked."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, dumps, loads
from ..core.parsed_scripts import ParsedScripts
from .node_result import STRIPPED, TYPESCRIPT
from .node_runtime import HOST, QUIET, SUFFIXES, script_node

PATIENCE: Final = 120.0
"""Seconds for all files together."""
HINTS: Final = {
    TYPESCRIPT: STRIPPED,
    "TYPE_IMPORT": "Write `import type { … }` or `import { type … }`: it is a type, and Node only strips types.",
}


def check_scripts(files: Sequence[Path]) -> ParsedScripts:
    """Return what is wrong with scripts, all of them parsed by one Node process; a Fault where there is no Node."""
    scripts = [file for file in files if file.suffix in SUFFIXES]
    if not scripts:
        return ParsedScripts()
    command = [script_node(), *QUIET, "--experimental-vm-modules", str(HOST / "check.mjs")]
    asked = dumps([str(file) for file in scripts])
    try:
        done = subprocess.run(command, input=asked.encode(), capture_output=True, timeout=PATIENCE, check=True)
        found: Any = loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise Fault("unavailable", f"The scripts could not be checked by Node: {error}.", retry=False) from error
    return ParsedScripts(
        tuple(map(_invalid, found["issues"])),
        tuple(map(_foreign, found["packages"])),
        tuple(found["files"]),
    )


def _invalid(found: Object) -> Issue:
    line = f" in line {found['line']}" if found["line"] else ""
    message = f"The script is not valid{line}: {str(found['message']).rstrip('.')}."
    expected = "JavaScript, or TypeScript whose types can be stripped"
    return Issue("", message, expected=expected, hint=HINTS.get(found["code"]), file=found["file"])


def _foreign(found: Object) -> Issue:
    name, line = found["name"], f"Line {found['line']} imports" if found["line"] else "It imports"
    if found["installed"]:
        message = f"{line} the npm package {name!r}, which `library build` does not put into the wheel."
        hint = "Whoever installs the wheel needs it as well: bundle it into the script, or say so."
    else:
        message = f"{line} the npm package {name!r}, which is not installed beside the script."
        hint = f"Run in the library's folder: npm install {name}"
    return Issue("", message, hint=hint, file=found["file"])
