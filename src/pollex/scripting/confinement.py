"""The walls around a script: what it sees, whom it reaches, how much it can use.

By what Linux offers without root: namespaces of user, processes, network and mounts; where those are refused, Landlock
and a filter of system calls. What does not hold is in `Walls`.
"""

from __future__ import annotations

import errno
import os
import resource
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

FILE_BYTES: Final = 64 << 20
OPEN_FILES: Final = 256
MEMORY_BYTES: Final = 4 << 30
PROCESSES: Final = 64
TASKS: Final = 400
"""Processes and threads together, where the namespace of process ids can be limited; Linux allows no fewer than 301."""
LIMITED: Final = (6, 14)
"""The first Linux in which the number of tasks is a namespace's own, and not the whole machine's."""

Strength = Literal["namespaces", "landlock", "none"]
"""The strongest means that is tried; tests try weaker ones."""
COUNT: Final = "The number of processes that the script could start was not limited."
STRAYS: Final = "Processes that the script detached from its process group may live on: this is not Linux."


class Walls(NamedTuple):
    """What holds a script."""

    held: bool
    """Whether it reaches neither files nor network nor processes of others."""
    why: str
    """Why it is not held, as the end of a sentence."""
    gaps: list[str]
    """What else does not hold, as notes for the Result."""


class Confinement:
    """Made by the first process of a script, and closed by the one that runs it, before any of its code runs."""

    def __init__(self, strength: Strength) -> None:
        user, group = os.geteuid(), os.getegid()
        self._strength = strength
        self.viewed = False
        """Whether it is in namespaces with a view of its own, and can have a network that is only its own."""
        self._flags, self._why = 0, "namespaces are switched off" if sys.platform == "linux" else "this is not Linux"
        if strength == "namespaces" and sys.platform == "linux":
            self._flags, self._why = unshared(user, group)
        self._counted = user != 0 and self._in_user_namespace
        limit_resources(processes=self._counted)

    @property
    def separate_processes(self) -> bool:
        """Whether the next process that is forked is the first of a namespace, whose end is the end of all in it."""
        return self._flags != 0

    @property
    def _in_user_namespace(self) -> bool:
        from .linux import NEW_USER

        return self._flags & NEW_USER != 0

    def enter(self, readable: Sequence[str], folder: str) -> Walls:
        """Confine this process to files that it may read and a folder that it may change."""
        self._limit_tasks()
        held = self._see_only(readable, folder) or self._reach_only(readable, folder)
        gaps = [] if self._counted else [COUNT]
        return Walls(held, "" if held else self._why, gaps if sys.platform == "linux" else [*gaps, STRAYS])

    def close(self) -> None:
        """Give up every privilege that was needed to build the walls."""
        if self.viewed:
            from .call_filter import refuse_calls
            from .call_rules import in_namespaces
            from .linux import drop_privileges

            drop_privileges()
            with suppress(OSError):
                refuse_calls(in_namespaces())

    def _see_only(self, readable: Sequence[str], folder: str) -> bool:
        if not self._in_user_namespace:
            return False
        from .mount_view import enter_view

        try:
            refuse_namespaces()
            enter_view(readable, folder)
        except OSError as error:
            self._why = f"Linux allows it no view of its own ({name_of(error)})"
            return False
        self.viewed = True
        return True

    def _reach_only(self, readable: Sequence[str], folder: str) -> bool:
        if self._strength == "none" or sys.platform != "linux":
            return False
        from . import call_filter, landlock
        from .call_rules import beside_landlock
        from .linux import drop_privileges
        from .mount_view import DEVICES

        if not call_filter.known() or not (version := landlock.version()):
            return False
        try:
            drop_privileges()
            landlock.restrict(readable, (folder, *DEVICES))
            call_filter.refuse_calls(beside_landlock(version, os.getpid()))
        except OSError as error:
            self._why += f", and no Landlock ({name_of(error)})"
            return False
        return True

    def _limit_tasks(self) -> None:
        """Limit the number of processes in the namespace of their own; called inside it."""
        if self._counted or not self.separate_processes or linux_version() < LIMITED:
            return
        with suppress(OSError):
            write("/proc/sys/kernel/pid_max", str(TASKS))
            self._counted = True


def unshared(user: int, group: int) -> tuple[int, str]:
    """Move this process into namespaces of its own; return which, and why not all. Only root is allowed the second."""
    from .linux import NEW_IPC, NEW_NET, NEW_PID, NEW_USER, unshare

    why = ""
    for flags in (NEW_USER | NEW_PID | NEW_NET | NEW_IPC, NEW_PID | NEW_NET | NEW_IPC):
        try:
            unshare(flags)
        except OSError as error:
            why = why or f"Linux allows it no namespaces ({name_of(error)})"
            continue
        if flags & NEW_USER:
            write_identity(user, group)
        return flags, why
    return 0, why


def write_identity(user: int, group: int) -> None:
    """Keep user and group as they are; in a new namespace they would be those of nobody."""
    texts = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    with suppress(OSError):  # a system that refuses this refuses the view as well
        for name, text in texts.items():
            write(f"/proc/self/{name}", text)


def refuse_namespaces() -> None:
    """Let no user namespace be made inside this one: its maker would be privileged in it. For one of our own only."""
    with suppress(OSError):  # where it may not be written, the filter of system calls refuses them
        write("/proc/sys/user/max_user_namespaces", "0")


def write(path: str, text: str) -> None:
    with open(path, "w") as file:  # noqa: PTH123 - pathlib need not be loaded
        file.write(text)


def linux_version() -> tuple[int, ...]:
    numbers = os.uname().release.split("-")[0].split(".")[:2]
    return tuple(int(each) for each in numbers if each.isdecimal())


def name_of(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, "error")


def limit_resources(*, processes: bool) -> None:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_DATA: MEMORY_BYTES,
    }
    if processes:  # otherwise everything that the user runs anywhere would count
        limits[resource.RLIMIT_NPROC] = PROCESSES
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (value, value))
