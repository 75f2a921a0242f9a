"""Which system calls a script is refused: what its work does not need, and what leads around its walls.

Landlock knows opening, making and removing files; other ways to reach files, processes and sockets of the user's are
refused here.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Final, NamedTuple

from .landlock import SCOPED, TRUNCATES
from .linux import NEW_USER

ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ABSENT: Final = 0x3FFFFFFF
"""The number of a call that an architecture does not have."""
ALL: Final = 0xFFFFFFFF

CALLS: Final = {
    # what no namespace divides
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "syslog": (103, 116),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    # mounts and namespaces
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsmount": (432, 432), "mount_setattr": (442, 442),
    "setns": (308, 268), "unshare": (272, 97), "clone": (56, 220), "clone3": (435, 435),
    # what files have beside their contents
    "chmod": (90, ABSENT), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, ABSENT), "fchown": (93, 55), "lchown": (94, ABSENT), "fchownat": (260, 54),
    "utime": (132, ABSENT), "utimes": (235, ABSENT), "futimesat": (261, ABSENT), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "file_setattr": (469, 469), "open": (2, ABSENT), "openat": (257, 56), "openat2": (437, 437), "truncate": (76, 45),
    "inotify_init": (253, ABSENT), "inotify_init1": (294, 26), "fanotify_init": (300, 262),
    # sockets, and memory and messages that processes share
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "semctl": (66, 191),
    "semop": (65, 193), "semtimedop": (220, 192), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188),
    "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
    # other processes
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424), "fcntl": (72, 25), "ioctl": (16, 29),
    "prlimit64": (302, 261), "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setattr": (314, 274), "sched_setaffinity": (203, 122),
    "setsid": (112, 157), "setpgid": (109, 154),
}  # fmt: skip
"""The numbers of calls on x86_64 and on aarch64."""


class CallRule(NamedTuple):
    """Refuses a call; where an argument is named, only if that is none of `only`, or one of `never`."""

    call: str
    argument: int | None = None
    only: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    mask: int = ALL
    """The bits of the argument that count."""
    error: int = errno.EPERM


def outright(*calls: str) -> tuple[CallRule, ...]:
    return tuple(map(CallRule, calls))


def for_itself(*calls: str) -> tuple[CallRule, ...]:
    """Return rules for calls whose first argument is a process, 0 for the one that calls."""
    return tuple(CallRule(each, 0, only=(0,)) for each in calls)


ALWAYS: Final = (
    *outright("add_key", "request_key", "keyctl", "syslog", "bpf", "perf_event_open", "userfaultfd"),
    *outright("io_uring_setup", "io_uring_enter", "io_uring_register"),
    *outright("mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsmount", "mount_setattr"),
    *outright("setns"),
    CallRule("clone3", error=errno.ENOSYS),  # its arguments cannot be read; clone's can
    *(CallRule(each, 0, never=(NEW_USER,), mask=NEW_USER) for each in ("clone", "unshare")),
)
FAMILIES: Final = (1, 2, 10, 16)
"""Unix, IPv4, IPv6, netlink: all of them end at the namespace of the network; vsock, for one, does not."""
STREAMS: Final = (1, 5)
"""Sockets of a pair that cannot be sent to anybody else: not those for datagrams."""
OWNERS: Final = (8, 15)
"""F_SETOWN and F_SETOWN_EX: who is sent a signal about a file."""
IO_OWNERS: Final = (0x8901, 0x8902)
OPEN_TO_TRUNCATE: Final = 0o1000
"""O_TRUNC without writing, which Landlock took for reading."""
OPENING: Final = 0o1003

WITHOUT_NAMESPACES: Final = (
    *outright("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat"),
    *outright("utime", "utimes", "futimesat", "utimensat", "file_setattr"),
    *outright("setxattr", "lsetxattr", "fsetxattr", "setxattrat"),
    *outright("removexattr", "lremovexattr", "fremovexattr", "removexattrat"),
    *outright("inotify_init", "inotify_init1", "fanotify_init"),
    *outright("socket", "connect", "bind"),
    CallRule("socketpair", 0, only=(1,)),
    CallRule("socketpair", 1, only=STREAMS, mask=0xF),
    *outright("shmget", "shmat", "shmctl", "semget", "semctl", "semop", "semtimedop"),
    *outright("msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    CallRule("fcntl", 1, never=OWNERS),
    CallRule("ioctl", 1, never=IO_OWNERS),
    *for_itself("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setattr", "sched_setaffinity"),
    *(CallRule("setpriority", argument, only=(0,)) for argument in (0, 1)),
    CallRule("ioprio_set", 0, only=(1,)),
    CallRule("ioprio_set", 1, only=(0,)),
    *outright("setsid", "setpgid"),  # its processes stay one group, which is ended at once
)
TRUNCATING: Final = (
    CallRule("truncate"),
    CallRule("openat2", error=errno.ENOSYS),
    CallRule("open", 1, never=(OPEN_TO_TRUNCATE,), mask=OPENING),
    CallRule("openat", 2, never=(OPEN_TO_TRUNCATE,), mask=OPENING),
)


def in_namespaces() -> Iterator[CallRule]:
    """Yield the rules for a script in namespaces of its own."""
    yield from (*ALWAYS, CallRule("socket", 0, only=FAMILIES))


def beside_landlock(version: int, own: int) -> Iterator[CallRule]:
    """Yield the rules for a script that Landlock holds, whose process is `own`."""
    yield from (*ALWAYS, *WITHOUT_NAMESPACES)
    if version < TRUNCATES:
        yield from TRUNCATING
    if version < SCOPED:
        yield CallRule("pidfd_send_signal")
        for call in ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
            yield CallRule(call, 0, only=(own,))
