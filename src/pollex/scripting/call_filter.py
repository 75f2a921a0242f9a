"""The filter (seccomp) that refuses system calls to a process and all that it starts."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Iterator
from ctypes import c_uint64, c_ushort, c_void_p
from typing import Final

from .call_rules import ALL, ARCHITECTURES, CALLS, CallRule
from .linux import LIBC, NO_NEW_PRIVILEGES, checked, control

WIDE: Final = 0x40000000
"""The bit of calls by another convention of x86."""
LOAD, MASK, JUMP, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
ALLOWED: Final = 0x7FFF0000
FAILS: Final = 0x00050000
NUMBER, ARCHITECTURE, FIRST, EACH = 0, 4, 16, 8
"""Where the number of a call, its convention and its first argument lie, and how long each argument is."""
MODE: Final = 22
FILTER: Final = 2

Step = tuple[int, int, int, int]


def known() -> bool:
    """Whether the calls of this machine can be told apart."""
    return os.uname().machine in ARCHITECTURES


def refuse_calls(rules: Iterable[CallRule]) -> None:
    """Refuse calls to this process and all that it starts; raise OSError where that cannot be done."""
    if not known():
        raise OSError(errno.ENOSYS, "the calls of this machine are not known")
    steps = list(program(rules, os.uname().machine))
    packed = (c_uint64 * len(steps))(*(code | yes << 16 | no << 24 | value << 32 for code, yes, no, value in steps))

    class Program(ctypes.Structure):
        _fields_ = (("length", c_ushort), ("steps", c_void_p))

    control(NO_NEW_PRIVILEGES, 1)
    whole = Program(len(steps), ctypes.cast(packed, c_void_p))
    checked(LIBC.prctl(MODE, FILTER, ctypes.byref(whole), 0, 0), "seccomp")


def program(rules: Iterable[CallRule], machine: str) -> Iterator[Step]:
    """Yield the filter's steps: code, steps to skip where a test holds and where it does not, value."""
    yield (LOAD, 0, 0, ARCHITECTURE)
    yield (EQUAL, 1, 0, ARCHITECTURES[machine])
    yield fails(errno.EPERM)
    yield (LOAD, 0, 0, NUMBER)
    if machine == "x86_64":
        yield from ((AT_LEAST, 0, 1, WIDE), fails(errno.EPERM))
    for rule in rules:
        steps = list(about(rule))
        yield (EQUAL, 0, len(steps), CALLS[rule.call][list(ARCHITECTURES).index(machine)])
        yield from steps
    yield (RETURN, 0, 0, ALLOWED)


def about(rule: CallRule) -> Iterator[Step]:
    """Yield the steps for a call that a rule is about; where it is let through, its number is loaded again."""
    if rule.argument is not None:
        yield (LOAD, 0, 0, FIRST + EACH * rule.argument)
        if rule.mask != ALL:
            yield (MASK, 0, 0, rule.mask)
        for left, value in zip(range(len(rule.only), 0, -1), rule.only, strict=True):
            yield (EQUAL, left, 0, value)
        for left, value in zip(range(len(rule.never), 0, -1), rule.never, strict=True):
            yield (EQUAL, left, 0, value)
        if rule.never:
            yield (JUMP, 0, 0, 1)
    yield fails(rule.error)
    if rule.argument is not None:
        yield (LOAD, 0, 0, NUMBER)


def fails(number: int) -> Step:
    return (RETURN, 0, 0, FAILS | number)
