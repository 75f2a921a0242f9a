"""What a script may reach of the file system where it cannot be given a view of its own: rules of Landlock."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from ctypes import c_int, c_size_t, c_uint32, c_uint64
from typing import Final

from .linux import NO_NEW_PRIVILEGES, checked, control, pointer, system_call

CREATE: Final = 444
ADD: Final = 445
RESTRICT: Final = 446
FILES: Final = (1 << 13) - 1
"""What can be refused by the first version: reading, writing, running, making and removing."""
MOVE: Final = 1 << 13
TRUNCATE: Final = 1 << 14
DEVICES: Final = 1 << 15
READ: Final = 1 << 0 | 1 << 2 | 1 << 3
"""Run, read, list."""
OF_FILES: Final = 1 << 0 | 1 << 1 | 1 << 2 | TRUNCATE | DEVICES
"""What a rule about a single file can allow."""
CONNECTIONS: Final = 3
SIGNALS_AND_SOCKETS: Final = 3
TRUNCATES: Final = 3
"""The first version that knows truncating."""
SCOPED: Final = 6
"""The first version that keeps signals inside."""


class LandlockRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", c_uint64), ("parent", c_int))


def version() -> int:
    """Return the version that the kernel has; 0 where it has none."""
    return max(0, system_call(CREATE, None, c_size_t(0), c_uint32(1)))


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Refuse this process, and all that it starts, every file but these; raise OSError where that cannot be done."""
    known = version()
    handled = (
        FILES | (MOVE if known >= 2 else 0) | (TRUNCATE if known >= TRUNCATES else 0) | (DEVICES if known >= 5 else 0)
    )
    scoped = SIGNALS_AND_SOCKETS if known >= SCOPED else 0
    given = (c_uint64 * 3)(handled, CONNECTIONS if known >= 4 else 0, scoped)
    size = 24 if known >= SCOPED else 16 if known >= 4 else 8
    rules = checked(system_call(CREATE, given, c_size_t(size), c_uint32(0)), "landlock_create_ruleset")
    try:
        for path in readable:
            allow(rules, path, READ)
        for path in writable:
            allow(rules, path, handled)
        control(NO_NEW_PRIVILEGES, 1)
        checked(system_call(RESTRICT, c_int(rules), c_uint32(0)), "landlock_restrict_self")
    finally:
        os.close(rules)


def allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= OF_FILES
        rule = LandlockRule(rights, place)
        checked(system_call(ADD, c_int(rules), c_int(1), pointer(rule), c_uint32(0)), "landlock_add_rule")
    finally:
        os.close(place)
