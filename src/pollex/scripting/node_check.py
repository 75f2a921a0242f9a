"""Scripts of a library checked without being run: types stripped as Node does it, then parsed as JavaScript."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import dumps, loads
from .node_result import STRIPPED, TYPESCRIPT
from .node_runtime import HOST, QUIET, SUFFIXES, script_node

PATIENCE: Final = 120.0
"""Seconds for all files together."""


def check_scripts(files: Sequence[Path]) -> list[Issue]:
    """Return what is wrong with scripts, all of them parsed by one Node process; a Fault where there is no Node."""
    scripts = [file for file in files if file.suffix in SUFFIXES]
    if not scripts:
        return []
    command = [script_node(), *QUIET, "--experimental-vm-modules", str(HOST / "check.mjs")]
    asked = dumps([str(file) for file in scripts])
    try:
        done = subprocess.run(command, input=asked.encode(), capture_output=True, timeout=PATIENCE, check=True)
        answers: Any = loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise Fault("unavailable", f"The scripts could not be checked by Node: {error}.", retry=False) from error
    return [issue(file, found) for file, found in zip(scripts, answers, strict=True) if found is not None]


def issue(file: Path, found: Any) -> Issue:
    line = f" in line {found['line']}" if found["line"] else ""
    hint = STRIPPED if found["code"] == TYPESCRIPT else None
    message = f"The script is not valid{line}: {str(found['message']).rstrip('.')}."
    return Issue(
        "", message, expected="JavaScript, or TypeScript whose types can be stripped", hint=hint, file=str(file)
    )
