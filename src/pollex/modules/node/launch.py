"""The start of Node with the host program, tied to its parent: it ends when the parent does, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from ...core.fault import Fault
from ...core.limits import DEFAULT_LIMITS

HOST: Final = Path(__file__).with_name("host") / "main.mjs"
FLAGS: Final = ("--experimental-import-meta-resolve",)
"""Lets the host resolve a name as an `import` beside the manifest would."""
TIED: Final = """import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() != int(sys.argv[1]): os._exit(0)
os.execv(sys.argv[2], sys.argv[2:])"""
"""Becomes Node after telling Linux to kill it when the parent dies, also in the middle of a busy loop."""


def launch(node: str, channel: int) -> subprocess.Popen[bytes]:
    """Start the process in a group of its own. What libraries print goes to stderr; their stdin is empty."""
    limits = (DEFAULT_LIMITS.depth, DEFAULT_LIMITS.result_bytes, DEFAULT_LIMITS.result_items)
    command = tied([node, *FLAGS, str(HOST), str(channel), *map(str, limits)])
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=2, pass_fds=[channel], start_new_session=True)
    except OSError as error:
        message = f"No Node process could be started with {node!r}: {error}."
        raise Fault("unavailable", message, hint="Is Node installed and executable?", retry=False) from error


def tied(command: list[str]) -> list[str]:
    """Return the command of a process that is killed when this one ends, where the system can do that."""
    if sys.platform != "linux" or not sys.executable:
        return command
    return [sys.executable, "-I", "-S", "-c", TIED, str(os.getpid()), *command]
