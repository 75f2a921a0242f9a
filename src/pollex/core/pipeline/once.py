"""Idempotency: a call with a key runs once, and a second call gets the first one's result.

The log is the memory: `call.started` is written before the tool runs, so that after a crash a call that was started and
never finished is known to be *uncertain*, and is not simply run again.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from ..call import Call, new_id
from ..event import Event, EventLog
from ..fault import Fault
from ..json import Object, dumps
from ..result import Result
from ..tool import Tool

POLL = 0.05
"""Seconds between two reads of the log while another process runs the same call."""


class Once:
    """The keyed calls that run in this process. Calls may come from several threads, each with its event loop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[tuple[str, int], list[asyncio.Future[None]]] = {}

    async def run(
        self,
        tool: Tool,
        call: Call,
        started: Object,
        run: str,
        log: EventLog | None,
        patience: float,
        admit: Callable[[], Awaitable[Any]],
        work: Callable[[Any], Awaitable[Result]],
    ) -> Result:
        """Return the call's result: from `work`, which writes `call.finished`, or from the log. `admit` guards a first
        run.

        `started` is the data of `call.started`, with the `digest` of tool and arguments.
        """
        assert call.key is not None
        if log is None:
            raise Fault(
                "unavailable", "A call with a key needs an event log to remember it.", hint="Give the context a log."
            )
        mine = (call.key, call.attempt)
        while (twin := self._enter(mine)) is not None:
            await twin
        try:
            claim = {**started, "owner": log.owner, "claim": new_id()}
            first = await log.find(call.key, "call.started", attempt=call.attempt)
            if first is None:
                args = await admit()
                first = await log.append(run, "call.started", claim, key=call.key, attempt=call.attempt)
                if first.data["claim"] == claim["claim"]:
                    return await work(args)
            refuse_other_arguments(call, claim, first)
            return await self._earlier(tool, call, first, log, patience)
        finally:
            self._leave(mine)

    def _enter(self, mine: tuple[str, int]) -> asyncio.Future[None] | None:
        """Register this call, or return the future of the identical call that is already running."""
        with self._lock:
            if mine not in self._running:
                self._running[mine] = []
                return None
            waiting = asyncio.get_running_loop().create_future()
            self._running[mine].append(waiting)
            return waiting

    def _leave(self, mine: tuple[str, int]) -> None:
        with self._lock:
            waiting = self._running.pop(mine)
        for future in waiting:
            with suppress(RuntimeError):  # its loop is closed: nobody waits any more
                future.get_loop().call_soon_threadsafe(_wake, future)

    async def _earlier(self, tool: Tool, call: Call, first: Event, log: EventLog, patience: float) -> Result:
        """Return the result of the first call, waiting while its process lives and its time limit lasts."""
        assert call.key is not None
        deadline = monotonic() + patience
        while True:
            finished = await log.find(call.key, "call.finished", attempt=call.attempt)
            if finished is not None:
                return Result.from_json(finished.data["result"])
            owner = first.data["owner"]
            if owner == log.owner or not log.alive(owner) or monotonic() > deadline:
                return Result.failure(uncertain(tool, call))
            await asyncio.sleep(POLL)


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def digest(tool: str, args: Any) -> str:
    """Return a fingerprint of a tool and its arguments."""
    return hashlib.sha256(f"{tool} {dumps(args)}".encode(errors="surrogatepass")).hexdigest()


def refuse_other_arguments(call: Call, claim: Object, first: Event) -> None:
    if claim["digest"] != first.data["digest"]:
        raise Fault(
            "conflict",
            f"The key {call.key!r} was used before, for another call.",
            expected="the same tool with the same arguments",
            received=f"{call.tool!r} after {first.data['tool']!r}",
            hint="Use a new key for a new call.",
            retry=False,
        )


def uncertain(tool: Tool, call: Call) -> Fault:
    """Return the fault for a call that was started and never finished: its effect may have happened."""
    return Fault(
        "conflict",
        f"The call {call.key!r} of {tool.name!r} was started before and never finished; its effect is uncertain.",
        expected="a finished call",
        received="a started one",
        hint="Try the next attempt." if tool.harmless else "Look whether it happened before you try again.",
        retry=tool.harmless,
        uncertain=not tool.harmless,
    )
