"""A Node process: started, asked many things at a time, each answer matched by its id, and killed."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import socket
import subprocess
import threading
from contextlib import suppress
from itertools import count
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from .channel import Channel
from .launch import launch
from .wire import decode, encode

DYING: Final = 1.0
"""Seconds between the end of the channel and the end of the process, after which it is killed."""
UNANSWERED: Final = 1.0
"""Seconds that the process has for a sign of life after a request was given up; a busy loop shows none."""


class NodeProcess:
    """A running process. It leads a process group of its own, so that what it starts is killed with it."""

    def __init__(self, node: str) -> None:
        own, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = launch(node, theirs.fileno())
        except Fault:
            own.close()
            raise
        self.pid = self._process.pid
        self._alive = True
        self._owner = os.getpid()
        self._channel = Channel(own, self._answer, self._end)
        self._ids = count(1)
        self._waiting: dict[int, tuple[asyncio.AbstractEventLoop, asyncio.Future[Object]]] = {}
        self._broken: str | None = None
        self._check: concurrent.futures.Future[None] | None = None
        """Done when it is known whether the process is stuck; None while nothing is checked."""
        self._checks: set[asyncio.Task[None]] = set()

    @property
    def usable(self) -> bool:
        """Whether it is alive and was started by this process, not by one that forked it."""
        return self._alive and self._owner == os.getpid()

    async def ask(self, request: Object) -> Object:
        """Return the answer to a request; raise if the process ends before it comes."""
        try:
            return await self._ask(request)
        except asyncio.CancelledError:
            self.check_alive()
            raise

    async def ask_or_kill(self, request: Object) -> None:
        """Ask something that is answered at once; kill the process if it does not answer."""
        try:
            async with asyncio.timeout(UNANSWERED):
                await self._ask(request)
        except TimeoutError:
            self.kill()
        except Fault:
            return  # it has ended already

    def check_alive(self) -> None:
        """Check, after a request was given up, that it does not block the process for all others."""
        if self._check is None and self._alive:
            self._check = concurrent.futures.Future()
            task = asyncio.ensure_future(self._ping(self._check))
            self._checks.add(task)
            task.add_done_callback(self._checks.discard)

    async def settled(self) -> None:
        """Wait until a running check has shown whether the process is stuck."""
        if (check := self._check) is not None:
            await asyncio.wait([asyncio.wrap_future(check)], timeout=2 * UNANSWERED)

    async def _ping(self, check: concurrent.futures.Future[None]) -> None:
        try:
            await self.ask_or_kill({"do": "ping"})
        finally:
            self._check = None
            check.set_result(None)

    async def _ask(self, request: Object) -> Object:
        loop = asyncio.get_running_loop()
        number = next(self._ids)
        line = encode({"id": number, **request})
        if not self._alive:
            raise ended("has ended", uncertain=False)
        self._channel.attach(loop)
        future: asyncio.Future[Object] = loop.create_future()
        self._waiting[number] = loop, future
        try:
            self._channel.send(line)
            if not self.usable:  # it ended in another thread, perhaps before that one could know of this request
                future.cancel()
                raise ended("has ended", uncertain=True)
            return await future
        finally:
            self._waiting.pop(number, None)

    def kill(self) -> None:
        """Kill the process and all that it started; what is waiting is answered when the channel ends."""
        if self._owner != os.getpid():
            return
        self._alive = False
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def drop(self) -> None:
        """Kill the process without waiting for its end; a thread does that."""
        self._alive = False
        self.kill()
        self._channel.close()
        if self._owner != os.getpid() or self._process.poll() is not None:
            return
        try:
            threading.Thread(target=self._process.wait, name=f"pollex end of {self.pid}", daemon=True).start()
        except RuntimeError:  # the interpreter is ending and starts no threads any more
            self._process.wait(DYING)

    async def close(self) -> None:
        self.drop()
        self._fail_all("was closed")
        await asyncio.to_thread(self._process.wait)

    def _answer(self, line: bytes) -> None:
        answer = decode(line)
        if answer is None:
            self._broken = "sent a line that is no answer, and was ended"
            self.kill()
            return
        loop, future = self._waiting.pop(answer["id"], (None, None))
        if future is None or loop is None:
            return
        if loop is not self._channel.reader:
            settle(loop, future, answer)
        elif not future.done():
            future.set_result(answer)

    def _end(self) -> None:
        """Fail all waiting requests after the channel has ended."""
        self._alive = False
        threading.Thread(target=self._reap, name=f"pollex end of {self.pid}", daemon=True).start()

    def _reap(self) -> None:
        try:
            code = self._process.wait(DYING)
            how = f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"
        except subprocess.TimeoutExpired:
            how = "closed its channel"
        self.kill()
        self._process.wait()
        self._channel.close()
        self._fail_all(self._broken or how)

    def _fail_all(self, how: str) -> None:
        while self._waiting:
            _, waiting = self._waiting.popitem()
            settle(*waiting, ended(how, uncertain=True))


def settle(loop: asyncio.AbstractEventLoop, future: asyncio.Future[Object], answer: Object | Fault) -> None:
    """Complete a future in its own loop and thread."""

    def give() -> None:
        if future.done():
            return
        if isinstance(answer, Fault):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    with suppress(RuntimeError):  # the loop was closed, and nobody waits any more
        loop.call_soon_threadsafe(give)


def ended(how: str, *, uncertain: bool) -> Fault:
    return Fault(
        "unavailable",
        f"The Node process of the modules {how}.",
        hint="The next call starts it anew; instances that calls had made are gone.",
        retry=False,
        uncertain=uncertain,
    )
