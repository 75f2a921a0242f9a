"""Files that only their owner may read, replaced as a whole, and a lock for changing them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..core.fault import Fault
from ..disk.replace import replace_file

PRIVATE: Final = 0o600
PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing."""
PAUSE: Final = 0.01


def read(path: Path) -> bytes | None:
    """Return a file's content, or None if it does not exist."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(path, error) from error


def replace(path: Path, data: bytes) -> None:
    """Replace a file so that readers find the old one or the new one, also after a crash."""
    try:
        replace_file(path, data, mode=PRIVATE)
        keep_name(path.parent)
    except OSError as error:
        raise unusable(path, error) from error


def keep_name(folder: Path) -> None:
    """Flush a folder's entries to disk, on systems where folders can be opened."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file: one process, and one thread in it, at a time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        opened = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise unusable(path, error) from error
    try:
        wait_for(path, opened)
        yield
    finally:
        os.close(opened)  # which also lets go of the lock


def wait_for(path: Path, opened: int) -> None:
    end = time.monotonic() + PATIENCE
    while not take(opened):
        if time.monotonic() > end:
            hint = "End the process that holds it, or try again."
            raise Fault("unavailable", f"The lock {str(path)!r} is held by another process.", hint=hint)
        time.sleep(PAUSE)


def take(opened: int) -> bool:
    """Try to take the lock; return whether it is ours now."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def open_to_others(path: Path) -> bool:
    """Return whether other users of this machine may read or change a file."""
    return sys.platform != "win32" and bool(path.stat().st_mode & 0o077)


def unusable(path: Path, error: OSError) -> Fault:
    hint = "Look at the file and its folder, or name another folder by POLLEX_HOME."
    return Fault("unavailable", f"{str(path)!r} cannot be used: {error.strerror or error}.", hint=hint, retry=False)
