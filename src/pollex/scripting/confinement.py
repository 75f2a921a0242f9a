"""The confinement of a script's process: no network, no processes that outlive it, and limits of what it can use.

A guard against mistakes, not a sandbox against malice. What the system does not allow is returned as `Gaps`, and ends
up in the notes of the script's Result.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import sys
from typing import Final

FILE_BYTES: Final = 64 << 20
OPEN_FILES: Final = 256
MEMORY_BYTES: Final = 4 << 30
PROCESSES: Final = 64
TASKS: Final = 400
"""Processes and threads together, where the namespace of process ids can be limited; Linux allows no fewer than 301."""

NEW_USER: Final = 0x10000000
NEW_PID: Final = 0x20000000
NEW_NET: Final = 0x40000000
NAMESPACES: Final = (NEW_USER | NEW_PID | NEW_NET, NEW_USER | NEW_NET, NEW_PID | NEW_NET)
"""What is tried, in order: without a user namespace only root is allowed the others."""
SUBREAPER: Final = 36
"""The prctl option by which processes that lost their parent become our children."""
DEATH_SIGNAL: Final = 1

NETWORK: Final = (
    "The script's process could reach the network: {why}. Proxy variables that lead nowhere stop the clients that "
    "respect them."
)
COUNT: Final = "The number of processes that the script could start was not limited."
STRAYS: Final = "Processes that the script detached from its process group may live on: this is not Linux."


class Confinement:
    """What holds a process, made by the process itself before it runs any code of a script."""

    def __init__(self, *, namespaces: bool) -> None:
        """`namespaces` may be False to see what the confinement is without them."""
        user, group = os.geteuid(), os.getegid()
        self.flags, self._why = unshared() if namespaces else (0, "namespaces are switched off")
        if self.flags & NEW_USER:
            write_identity(user, group)
        self._counted = user != 0 and self.flags & NEW_USER != 0
        limit_resources(processes=self._counted)

    @property
    def separate_processes(self) -> bool:
        """Whether the next process that is forked is the first of a namespace, whose end is the end of all in it."""
        return bool(self.flags & NEW_PID)

    def limit_tasks(self) -> None:
        """Limit the number of processes in a namespace of their own; called in its first process."""
        if self._counted or not self.separate_processes:
            return
        try:
            with open("/proc/sys/kernel/pid_max", "w") as file:  # noqa: PTH123 - pathlib need not be loaded
                file.write(str(TASKS))
        except OSError:
            return
        self._counted = True

    def gaps(self) -> list[str]:
        """Return what does not hold, as notes for the Result."""
        gaps = [] if self.flags & NEW_NET else [NETWORK.format(why=self._why)]
        gaps += [] if self._counted else [COUNT]
        return gaps if sys.platform == "linux" else [*gaps, STRAYS]


def unshared() -> tuple[int, str]:
    """Move this process into namespaces of its own; return which, and why not all."""
    if sys.platform != "linux":
        return 0, "only Linux has network namespaces"
    why = ""
    for flags in NAMESPACES:
        if LIBC.unshare(flags) == 0:
            return flags, why
        why = why or f"Linux allows it no network namespace ({errno.errorcode.get(ctypes.get_errno(), 'error')})"
    return 0, why


def write_identity(user: int, group: int) -> None:
    """Keep user and group as they are; in a new namespace they would be those of nobody."""
    texts = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in texts.items():
        with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
            file.write(text)


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


def control(option: int, value: int) -> None:
    """Set an option of this process, on Linux."""
    if sys.platform == "linux":
        LIBC.prctl(option, value, 0, 0, 0)


LIBC: Final = ctypes.CDLL(None, use_errno=True)
