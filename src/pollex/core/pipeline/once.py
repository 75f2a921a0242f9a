"""Never twice: a call with a key runs once. Whoever comes second gets the first one's result.

The log is the memory: `call.started` is written before the tool runs, so that after a crash a call that was started
and never finished is known to be *uncertain*, and is not simply run again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from ..call import Call
from ..event import Event, EventLog
from ..fault import Fault
from ..json import Object, dumps
from ..result import Result
from ..tool import Tool

POLL = 0.05
"""Seconds between two looks at the log while another process runs the same call."""


class Once:
    """The keyed calls that are running in this process."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, int], asyncio.Event] = {}

    async def run(
        self,
        tool: Tool,
        call: Call,
        started: Object,
        run: str,
        log: EventLog | None,
        admit: Callable[[], Awaitable[None]],
        work: Callable[[], Awaitable[Result]],
    ) -> Result:
        """The call's result: from `work`, which writes `call.finished`, or from the log. `admit` guards a first run.

        `started` is what `call.started` says, with the `digest` of what is called with what.
        """
        assert call.key is not None
        if log is None:
            raise Fault(
                "unavailable", "A call with a key needs an event log to remember it.", hint="Give the context a log."
            )
        mine = (call.key, call.attempt)
        while (twin := self._running.get(mine)) is not None:
            await twin.wait()
        self._running[mine] = done = asyncio.Event()
        try:
            claim = {**started, "owner": log.owner}
            first = await log.find(call.key, "call.started", attempt=call.attempt)
            if first is None:
                await admit()
                first = await log.append(run, "call.started", claim, key=call.key, attempt=call.attempt)
                if first.data["call"] == call.id:
                    return await work()
            refuse_other_arguments(call, claim, first)
            return await self._earlier(tool, call, first, log)
        finally:
            del self._running[mine]
            done.set()

    async def _earlier(self, tool: Tool, call: Call, first: Event, log: EventLog) -> Result:
        """The result of the call that came first, waiting while its process lives."""
        assert call.key is not None
        while True:
            finished = await log.find(call.key, "call.finished", attempt=call.attempt)
            if finished is not None:
                return Result.from_json(finished.data["result"])
            owner = first.data["owner"]
            if owner == log.owner or not log.alive(owner):
                return Result.failure(uncertain(tool, call))
            await asyncio.sleep(POLL)


def digest(tool: str, args: Any) -> str:
    """A fingerprint of what is called with what."""
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
    """Started, never finished: it may have happened."""
    return Fault(
        "conflict",
        f"The call {call.key!r} of {tool.name!r} was started before and never finished; its effect is uncertain.",
        expected="a finished call",
        received="a started one",
        hint="Try the next attempt." if tool.harmless else "Look whether it happened before you try again.",
        retry=tool.harmless,
        uncertain=not tool.harmless,
    )
