"""What a script sees of the file system: the folders that it needs, not to be changed, and the one that it works in.

Built in a mount namespace of our own. Every step raises OSError where the system refuses it; nothing has changed then
for anybody else, and for this process only what it sees below its working folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from .linux import (
    BIND,
    NEW_NS,
    NO_DEVICES,
    NO_PROGRAMS,
    NO_SUID,
    PRIVATE,
    READ_ONLY,
    RECURSIVE,
    enter_root,
    mount,
    set_mount,
    unmount,
    unshare,
)

DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
LINKS: Final = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/dev/fd/0",
    "/dev/stdout": "/dev/fd/1",
    "/dev/stderr": "/dev/fd/2",
}
SHARED: Final = "/dev/shm"  # noqa: S108 - of the new root
"""Where locks between processes lie."""


def enter_view(readable: Iterable[str], folder: str) -> None:
    """See nothing any more but `readable` and `folder`, which can be written. For a process of a user namespace."""
    unshare(NEW_NS)
    mount("none", "/", None, PRIVATE | RECURSIVE)  # what is mounted from now on is mounted for nobody else
    work = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    mount("none", folder, "tmpfs", NO_SUID | NO_DEVICES, "mode=0755,size=1m")
    try:
        fill(folder, readable, work, folder)
        enter_root(folder)
    except OSError:
        unmount(folder)
        raise
    finally:
        os.close(work)
    set_mount("/", READ_ONLY, below=False)
    os.chdir(folder)


def fill(root: str, readable: Iterable[str], work: int, folder: str) -> None:
    """Put what is seen below the new root."""
    for path in readable:
        show(path, root + path, READ_ONLY | NO_SUID | NO_DEVICES)
    for path in DEVICES:
        show(path, root + path, NO_SUID)
    for path, target in LINKS.items():
        os.symlink(target, root + path)
    os.makedirs(root + SHARED)
    mount("none", root + SHARED, "tmpfs", NO_SUID | NO_DEVICES | NO_PROGRAMS, "mode=1777,size=64m")
    os.makedirs(root + "/proc", exist_ok=True)
    with suppress(OSError):  # in a container that hides parts of its own; few programs need it
        mount("none", root + "/proc", "proc", READ_ONLY | NO_SUID | NO_DEVICES | NO_PROGRAMS, "subset=pid")
    os.makedirs(root + folder, exist_ok=True)
    mount(f"/proc/self/fd/{work}", root + folder, None, BIND)  # as it is below this new root, which is mounted on it
    set_mount(root + folder, NO_SUID | NO_DEVICES)


def show(source: str, target: str, flags: int) -> None:
    """Let a file or folder be seen at another place."""
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_RDONLY | os.O_CLOEXEC, 0o644))
    mount(source, target, None, BIND | RECURSIVE)
    set_mount(target, flags)
