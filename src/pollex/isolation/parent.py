"""Runs tools in processes that can be killed: at their time limit, when the caller goes away, or when the parent ends.

A few processes are kept for later calls; one that was killed or died is replaced at the next call. A call that was not
begun because its process had died unnoticed is given to another one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import weakref
from collections.abc import Iterable
from typing import Any, NoReturn, Self

from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS
from ..core.result import Result
from .worker import WorkerProcess


class ProcessIsolator:
    """An `Isolator` with processes. Each event loop has at most `processes` calls at a time; others wait."""

    def __init__(self, python: str = sys.executable, processes: int = 2) -> None:
        self.python = python
        self.processes = processes
        self._idle: list[WorkerProcess] = []
        self._workers: set[WorkerProcess] = set()
        self._lines: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]
        self._lines = weakref.WeakKeyDictionary()
        self._closed = False
        self._pid = os.getpid()
        weakref.finalize(self, drop_all, self._workers, os.getpid())

    async def run(self, source: str, args: Object, *, timeout: float) -> Any:
        """Return what the tool or function at `source` returns: a plain value, or a Result if it made one or there are
        notes. Waiting for a free process counts towards the limit, starting a new one does not."""
        check_source(source)
        line = write(source, args)
        given = False
        answer: Object | None = None
        try:
            async with asyncio.timeout(timeout) as limit, self._line():
                clock = asyncio.get_running_loop().time
                while answer is None:
                    given = False
                    limit.reschedule(clock() + timeout + DEFAULT_LIMITS.process_start)
                    worker = await self._take()
                    limit.reschedule(clock() + timeout)
                    given = True
                    answer = await self._use(worker, line)
        except TimeoutError:
            raise no_answer_fault(timeout, given=given) from None
        if "fault" in answer:
            raise Fault.from_json(answer["fault"])
        return Result.from_json(answer["result"]) if "result" in answer else answer["data"]

    async def close(self) -> None:
        """Kill all processes and wait for their end."""
        self._closed = True
        workers = list(self._workers)
        for worker in workers:
            worker.end()
        while self._idle:
            self._drop(self._idle.pop())
        await asyncio.gather(*(worker.gone() for worker in workers))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _line(self) -> asyncio.Semaphore:
        """Return the queue of this event loop's calls."""
        return self._lines.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self.processes))

    async def _take(self) -> WorkerProcess:
        """Return an idle process, or a new one."""
        if self._closed:
            raise Fault("unavailable", "The isolator is closed.", hint="Make a new ProcessIsolator.", retry=False)
        if self._pid != os.getpid():  # a fork: the processes belong to the parent
            self._pid = os.getpid()
            self._idle.clear()
            self._workers.clear()
        if self._idle:
            return self._idle.pop()
        worker = WorkerProcess(self.python)
        self._workers.add(worker)
        try:
            await worker.ready()
        except BaseException:
            self._drop(worker)
            raise
        return worker

    async def _use(self, worker: WorkerProcess, line: bytes) -> Object | None:
        """Return the answer of the process and keep it, or None if it had died while idle. If anything prevents the
        answer, cancellation included, the process is killed."""
        try:
            begun = await worker.begin(line)
            if worker.idle and not begun:
                self._drop(worker)
                return None
            answer = read((await worker.answer() if begun else b"") or await self._ended(worker, begun=begun))
        except BaseException:
            self._drop(worker)
            raise
        if self._closed:
            self._drop(worker)
        else:
            worker.idle = True
            self._idle.append(worker)
        return answer

    async def _ended(self, worker: WorkerProcess, *, begun: bool) -> NoReturn:
        if self._closed:
            raise Fault("cancelled", "The isolator was closed while the tool was running.", uncertain=begun)
        raise Fault("failed", f"The tool's process {await worker.ending()}.", uncertain=begun)

    def _drop(self, worker: WorkerProcess) -> None:
        self._workers.discard(worker)
        worker.drop()


def drop_all(workers: Iterable[WorkerProcess], pid: int) -> None:
    """End the processes, unless this is a fork of the one that they belong to."""
    if os.getpid() != pid:
        return
    for worker in list(workers):
        worker.drop()


def write(source: str, args: Object) -> bytes:
    try:
        return json.dumps({"source": source, "args": args}).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault(
            "invalid_input",
            f"The arguments cannot be sent to the process of {source!r}: {error}.",
            expected="plain JSON",
            hint="A tool that receives secrets unopened cannot be isolated.",
        ) from error


def read(text: bytes) -> Object:
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or not answer.keys() & {"data", "result", "fault"}:
        raise Fault("failed", "The tool wrote into the channel of its process.", uncertain=True)
    return answer


def no_answer_fault(seconds: float, *, given: bool) -> Fault:
    if given:
        message = f"The tool did not answer within {seconds:g} s, and its process was killed."
        return Fault("timeout", message, expected=f"an answer within {seconds:g} s", uncertain=True)
    return Fault(
        "timeout",
        f"No process was free for the tool within {seconds:g} s.",
        expected=f"an answer within {seconds:g} s",
        hint="Give the isolator more processes, or the tool more time.",
    )


def check_source(source: str) -> None:
    """Raise a Fault for a source that no other process can import."""
    place, _, name = source.rpartition(":")
    if place and name and place != "__main__" and "<" not in name:
        return
    raise Fault(
        "unavailable",
        f"The tool {source!r} cannot run in a process of its own, since another process cannot import it.",
        expected="package.module:name or file.py:name",
        received=source,
        hint="Move the function to the top level of a module that can be imported.",
        retry=False,
    )
