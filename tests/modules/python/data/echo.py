"""Functions of every kind, for the tests of the Python runtime."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any


def placed(first: int, second: int = 2, /, *, third: int = 3) -> list[int]:
    return [first, second, third]


def spread(head: str, middle: str = "m", *rest: str) -> list[str]:
    return [head, middle, *rest]


def gathered(url: str, options: dict[str, Any] | None = None) -> list[Any]:
    return [url, options]


def anything(url: str, **others: Any) -> list[Any]:
    return [url, others]


def cased(page_size: int, page_number: int = 1) -> list[int]:
    return [page_size, page_number]


def kind_of(number: Any) -> str:
    return type(number).__name__


def leave() -> None:
    sys.exit(3)


async def later(text: str) -> str:
    await asyncio.sleep(0)
    return text.upper()


def meet(others: threading.Barrier) -> int:
    return others.wait()


async def sleeping(begun: asyncio.Event) -> None:
    begun.set()
    await asyncio.sleep(60)


async def inner_cancel() -> None:
    raise asyncio.CancelledError


def count(to: int) -> Iterator[int]:
    yield from range(to)


async def count_later(to: int) -> AsyncIterator[int]:
    for number in range(to):
        await asyncio.sleep(0)
        yield number


class Caller:
    def __init__(self) -> None:
        self.thread = threading.get_ident()

    async def __call__(self) -> None: ...


class RefusedError(Exception):
    def __init__(self) -> None:
        super().__init__("refused")
        self.code = "E_NO"
        self.details = {"tries": 3}
        self.socket = object()
        self.rate = float("nan")
        self.response = Response()


class Response:
    status_code = 403
    reason = "Forbidden"


def refuse() -> None:
    raise RefusedError


methods: list[Callable[[str], str]] = [str.upper, str.lower]
