"""The system calls that a script is refused (seccomp): what its work does not need, and what leads around its walls."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterator
from ctypes import c_uint64, c_ushort, c_void_p
from typing import Final

from .linux import LIBC, NEW_USER, NO_NEW_PRIVILEGES, checked, control

ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
NEW_NAMESPACE: Final = {"clone": (56, 220), "unshare": (272, 97)}
CLONE3: Final = (435, 435)
SOCKET: Final = (41, 198)
SIGNALS: Final = ((62, 129), (200, 130), (234, 131), (129, 138), (297, 240), (424, 424))
"""kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal."""
REFUSED: Final = (
    *((248, 217), (249, 218), (250, 219)),  # keys of the kernel, which no namespace divides
    *((321, 280), (298, 241), (323, 282), (425, 425), (426, 426), (427, 427)),  # bpf, perf, userfaultfd, io_uring
    *(
        (165, 40),
        (166, 39),
        (155, 41),
        (428, 428),
        (429, 429),
        (430, 430),
        (432, 432),
        (442, 442),
        (308, 268),
    ),  # mounts
)
FAMILIES: Final = (1, 2, 10, 16)
"""Unix, IPv4, IPv6, netlink: all of them end at the namespace of the network; vsock, for one, does not."""
WIDE: Final = 0x40000000
"""The bit of calls by another convention of x86."""
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOWED: Final = 0x7FFF0000
FAILS: Final = 0x00050000
NUMBER, ARCHITECTURE, FIRST = 0, 4, 16
"""Where the number of a call, its convention and its first argument lie."""
MODE: Final = 22
FILTER: Final = 2

Step = tuple[int, int, int, int]


def known() -> bool:
    """Whether the calls of this machine can be told apart."""
    return os.uname().machine in ARCHITECTURES


def refuse_calls(*, sockets: bool, signals: bool) -> None:
    """Refuse calls to this process and all that it starts; raise OSError where that cannot be done.

    Without `sockets` it can open none; without `signals` it can send them only to itself.
    """
    if not known():
        raise OSError(errno.ENOSYS, "the calls of this machine are not known")
    steps = list(program(sockets=sockets, own=None if signals else os.getpid()))
    packed = (c_uint64 * len(steps))(*(code | yes << 16 | no << 24 | value << 32 for code, yes, no, value in steps))

    class Program(ctypes.Structure):
        _fields_ = (("length", c_ushort), ("steps", c_void_p))

    control(NO_NEW_PRIVILEGES, 1)
    whole = Program(len(steps), ctypes.cast(packed, c_void_p))
    checked(LIBC.prctl(MODE, FILTER, ctypes.byref(whole), 0, 0), "seccomp")


def program(*, sockets: bool, own: int | None) -> Iterator[Step]:
    """Yield the filter's steps. Where a test holds it goes on to the next one, which ends the call."""
    machine = os.uname().machine
    column = list(ARCHITECTURES).index(machine)
    yield (LOAD, 0, 0, ARCHITECTURE)
    yield (EQUAL, 1, 0, ARCHITECTURES[machine])
    yield fails(errno.EPERM)
    yield (LOAD, 0, 0, NUMBER)
    if machine == "x86_64":
        yield from ((AT_LEAST, 0, 1, WIDE), fails(errno.EPERM))
    for pair in REFUSED:
        yield from ((EQUAL, 0, 1, pair[column]), fails(errno.EPERM))
    yield from ((EQUAL, 0, 1, CLONE3[column]), fails(errno.ENOSYS))  # its arguments cannot be read; clone's can
    for pair in NEW_NAMESPACE.values():
        yield from ((EQUAL, 0, 3, pair[column]), (LOAD, 0, 0, FIRST), (ANY_BIT, 0, 1, NEW_USER), fails(errno.EPERM))
        yield (LOAD, 0, 0, NUMBER)
    if not sockets:
        yield from ((EQUAL, 0, 1, SOCKET[column]), fails(errno.EPERM))
    else:
        yield (EQUAL, 0, len(FAMILIES) + 2, SOCKET[column])
        yield (LOAD, 0, 0, FIRST)
        for left, family in zip(range(len(FAMILIES), 0, -1), FAMILIES, strict=True):
            yield (EQUAL, left, 0, family)
        yield fails(errno.EPERM)
        yield (LOAD, 0, 0, NUMBER)
    if own is None:
        yield (RETURN, 0, 0, ALLOWED)
        return
    for pair in SIGNALS:
        yield from ((EQUAL, 0, 3, pair[column]), (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, own), fails(errno.EPERM))
        yield (LOAD, 0, 0, NUMBER)
    yield (RETURN, 0, 0, ALLOWED)


def fails(number: int) -> Step:
    return (RETURN, 0, 0, FAILS | number)
