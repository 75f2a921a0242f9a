"""Pollex: the whole pipeline, without a log, with one in memory, and with the SQLite log that the app uses.

A tool that only reads is logged soon; one that acts waits until its start is written, and its end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bench.contender import Contender, Function, Open, Opened, Opening, nothing, settled

if TYPE_CHECKING:
    from pollex.core.event import EventLog
    from pollex.core.tool import Effect

OpenLog = Callable[[], AbstractAsyncContextManager["EventLog | None"]]


@asynccontextmanager
async def no_log() -> AsyncIterator[EventLog | None]:
    yield None


@asynccontextmanager
async def memory_log() -> AsyncIterator[EventLog | None]:
    from pollex.core.event import MemoryLog

    yield MemoryLog()


@asynccontextmanager
async def sqlite_log() -> AsyncIterator[EventLog | None]:
    from pollex.store import SqlLog

    with TemporaryDirectory() as folder:
        async with SqlLog(Path(folder) / "bench.db") as log:
            yield log


def with_log(open_log: OpenLog, effect: Effect = "read") -> Open:
    @asynccontextmanager
    async def open_tool(function: Function, limit: float | None) -> Opening:
        from pollex.core.call import Call
        from pollex.core.context import Context
        from pollex.core.declare import from_function
        from pollex.core.event import MemoryLog
        from pollex.core.invoke import invoke
        from pollex.core.registry import Registry

        async with open_log() as log:
            context = Context(Registry(from_function(function, name="add", timeout=limit, effect=effect)), log=log)

            async def call(text: str) -> object:
                return await invoke(Call("add", text), context)

            async def written() -> None:
                """What was posted is in the file once a later question to the same file is answered."""
                if log is not None:
                    await log.find("none", "note")

            forget = log.events.clear if isinstance(log, MemoryLog) else nothing
            yield Opened(call, settle=written if log is not None else settled, reset=forget)

    return open_tool


def failed(answer: Any) -> bool:
    return not answer.ok


def explain(problem: Any) -> object:
    return problem.fault.to_json()


CONTENDERS = [
    Contender("Pollex", with_log(no_log), "pollex", "pollex", failed, explain),
    Contender("Pollex, memory log", with_log(memory_log), "pollex", "pollex", failed, explain),
    Contender("Pollex, SQLite log", with_log(sqlite_log), "pollex", "pollex", failed, explain),
    Contender("Pollex, SQLite log, act", with_log(sqlite_log, "act"), "pollex", "pollex", failed, explain),
]
