"""The identity of a process, by which a later one can find out whether it is still running."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from uuid import uuid4


def new_owner() -> str:
    """Return this process and a unique mark for each log that it opens: `host:pid:start#mark`."""
    return f"{name_process(os.getpid())}#{uuid4().hex[:8]}"


def name_process(pid: int) -> str:
    """Return a process as `host:pid:start`, so that a later process with the same pid has another name."""
    return f"{socket.gethostname()}:{pid}:{start_of(pid) or ''}"


def is_here(owner: str) -> bool:
    """Return whether a name is that of this process."""
    return owner.startswith(f"{name_process(os.getpid())}#")


def in_words(owner: str) -> str:
    """Return a process as people say it."""
    host, pid, _ = owner.rsplit(":", 2)
    return f"the process {pid}" + ("" if host == socket.gethostname() else f" on {host}")


def start_of(pid: int) -> str | None:
    """Return the boot and the clock tick in which a process started, on Linux; None elsewhere, or if it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:
        return None
    state, *fields = stat.rpartition(")")[2].split()  # the name before it may hold spaces and brackets
    return None if state in "ZX" else f"{boot[:8]}-{fields[18]}"


def is_alive(owner: str) -> bool:
    """Return whether the process of that name is running; True if that cannot be determined."""
    process, _, start = owner.rpartition(":")
    host, _, pid = process.rpartition(":")
    if host != socket.gethostname() or not pid.isdecimal() or sys.platform == "win32":
        return True
    return start_of(int(pid)) == start if start else has_process(int(pid))


def has_process(pid: int) -> bool:
    try:
        with suppress(PermissionError):  # it is there, and somebody else's
            os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
