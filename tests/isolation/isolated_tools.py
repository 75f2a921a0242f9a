"""Tools for `test_isolation.py`, loaded by path into processes of their own, where most of them misbehave."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.tool import Tool

NUMBER = 7

DESCRIPTORS = range(3, 4_096)
"""All that may be open: the channel has the number that it had in the process which started this one, be it large."""


def add(a: int, b: int) -> int:
    return a + b


def echo(value: Any) -> Any:
    return value


async def add_later(a: int, b: int) -> int:
    await asyncio.sleep(0.001)
    return a + b


def process() -> int:
    return os.getpid()


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def announce(file: str, seconds: float) -> None:
    """Write this process's number into a file, then sleep."""
    Path(file).write_text(str(os.getpid()))
    time.sleep(seconds)


def hold(file: str) -> int:
    """Wait until there is a file."""
    while not Path(file).exists():
        time.sleep(0.01)
    return os.getpid()


def start_another(file: str) -> None:
    """Start a process, write its number into a file, and hang."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(file).write_text(str(other.pid))
    time.sleep(600)


async def block() -> None:
    time.sleep(600)  # noqa: ASYNC251 - blocking is its purpose


def leave(code: int) -> NoReturn:
    os._exit(code)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def read_nowhere() -> None:
    ctypes.string_at(0)


def complain() -> None:
    raise ValueError("no such order")


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("nothing to say")


def complain_mutely() -> None:
    raise MuteError


def stop() -> None:
    sys.exit(4)


def interrupt() -> None:
    raise KeyboardInterrupt


def fall() -> None:
    fall()


def refuse() -> None:
    raise Fault("not_found", "There is no row 9.", pointer="/row", hint="Rows go from 1 to 8.")


def chatter() -> str:
    print("to stdout")
    os.write(1, b"and below it\n")
    os.system("echo from a shell")
    return sys.stdin.read()


def scribble() -> None:
    """Write into every descriptor that is open, the channel included."""
    for descriptor in DESCRIPTORS:
        try:
            os.write(descriptor, b"scribble\n")
        except OSError:
            continue


def hang_up() -> None:
    os.closerange(DESCRIPTORS.start, DESCRIPTORS.stop)
    time.sleep(600)


def split() -> str:
    """Fork and let both return."""
    return "child" if os.fork() == 0 else "parent"


def wait_for_copies() -> None:
    """Wait until all that was forked here has ended."""
    with suppress(ChildProcessError):
        while os.wait():
            pass


def leave_a_copy(file: str) -> None:
    """Fork a copy that stays, and die."""
    copy = os.fork()
    if copy == 0:
        time.sleep(600)
    Path(file).write_text(str(copy))
    os._exit(3)


def large(size: int) -> str:
    return "x" * size


def rich() -> dict[str, Any]:
    return {"day": date(2026, 1, 2), "price": Decimal("9.50"), "rows": (1, 2)}


def count() -> Iterator[int]:
    yield from range(3)


async def count_later() -> AsyncIterator[int]:
    for number in range(3):
        yield number


def answer() -> Result:
    return Result.success({"n": date(2026, 1, 2)}, notes=("a day",))


def decline() -> Result:
    return Result.failure(Fault("denied", "Not today."), {"partial": 1})


class Shop:
    @staticmethod
    def price(item: str) -> str:
        return f"the price of a {item}"


def _describe(args: dict[str, Any], context: Context) -> dict[str, Any]:
    return {"args": args, "tools": context.tools.names()}


async def _double(args: dict[str, Any], context: Context) -> int:
    await asyncio.sleep(0)
    return 2 * int(args["n"])


def _named(args: dict[str, Any], context: Context) -> NoReturn:
    raise LookupError("out of stock")


named = Tool("shop.named", "Fail.", Schema({"type": "object"}), _named)
describe = Tool("describe", "Say what came.", Schema({"type": "object"}), _describe)
double = Tool("double", "Twice the number.", Schema({"type": "object"}), _double)
