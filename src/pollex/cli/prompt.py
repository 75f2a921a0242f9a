"""Questions to a person at the terminal, which do not block the event loop and end with Ctrl+C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


async def ask_person(question: Callable[[], T]) -> T:
    """Return what `question` returns, which may wait for a person; its thread does not keep the process alive."""
    from asyncio import get_running_loop

    loop = get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def ask() -> None:
        try:
            said, failed = question(), None
        except BaseException as error:  # noqa: BLE001 - whatever ends the question ends the wait for it
            said, failed = None, error
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, answer, said, failed)

    threading.Thread(target=ask, daemon=True, name="a question at the terminal").start()
    return await answer


def _settle(answer: asyncio.Future[T], said: T | None, failed: BaseException | None) -> None:
    if answer.done():
        return
    if failed is not None:
        answer.set_exception(failed if isinstance(failed, Exception) else RuntimeError(repr(failed)))
    else:
        answer.set_result(said)  # type: ignore[arg-type]
