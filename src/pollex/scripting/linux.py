"""System calls of Linux that Python has no function for. Each raises OSError where it fails."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import c_char_p, c_int, c_long, c_uint64, c_ulong, c_void_p
from typing import Final

NEW_NS: Final = 0x00020000
NEW_IPC: Final = 0x08000000
NEW_USER: Final = 0x10000000
NEW_PID: Final = 0x20000000
NEW_NET: Final = 0x40000000

READ_ONLY: Final = 1
NO_SUID: Final = 2
NO_DEVICES: Final = 4
NO_PROGRAMS: Final = 8
BIND: Final = 4096
RECURSIVE: Final = 16384
PRIVATE: Final = 1 << 18
DETACH: Final = 2

MOUNT_SETATTR: Final = 442
HERE: Final = -100
WITH_ALL_BELOW: Final = 0x8000
DEATH_SIGNAL: Final = 1
"""The prctl option by which a process is sent a signal when its parent ends."""
SUBREAPER: Final = 36
"""The prctl option by which processes that lost their parent become our children."""
NO_NEW_PRIVILEGES: Final = 38
DROP_BOUND: Final = 24

LIBC: Final = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = c_long


def checked(result: int, what: str) -> int:
    """Return the result of a call; raise OSError where it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def unshare(flags: int) -> None:
    checked(LIBC.unshare(c_int(flags)), "unshare")


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    texts = (c_char_p(os.fsencode(source)), c_char_p(os.fsencode(target)), c_char_p(kind.encode()) if kind else None)
    checked(LIBC.mount(*texts, c_ulong(flags), c_char_p(options.encode())), f"mount {target}")


def set_mount(path: str, flags: int, *, below: bool = True) -> None:
    """Add flags to a mount, and to all mounts below it."""
    attributes = (c_uint64 * 4)(flags, 0, 0, 0)
    where = (c_int(HERE), c_char_p(os.fsencode(path)), c_int(WITH_ALL_BELOW if below else 0))
    checked(system_call(MOUNT_SETATTR, *where, attributes, c_ulong(32)), f"mount_setattr {path}")


def unmount(path: str) -> None:
    checked(LIBC.umount2(c_char_p(os.fsencode(path)), c_int(DETACH)), f"umount {path}")


def enter_root(folder: str) -> None:
    """Make a folder, which is a mount, the root of all paths, and take the old root away."""
    os.chdir(folder)
    checked(LIBC.syscall(c_long(PIVOT_ROOT[os.uname().machine]), b".", b"."), "pivot_root")
    unmount(".")
    os.chdir("/")


def drop_privileges() -> None:
    """Give up all capabilities, also those of programs that are started later."""
    number = 0
    while LIBC.prctl(DROP_BOUND, number, 0, 0, 0) == 0:
        number += 1
    header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    checked(LIBC.capset(header, none), "capset")
    checked(LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "prctl")


def control(option: int, value: int) -> None:
    """Set an option of this process, on Linux."""
    if sys.platform == "linux":
        LIBC.prctl(option, value, 0, 0, 0)


def system_call(number: int, *arguments: object) -> int:
    return int(LIBC.syscall(c_long(number), *arguments))


def pointer(value: object) -> c_void_p:
    return ctypes.cast(ctypes.pointer(value), c_void_p)  # type: ignore[type-var]


PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
