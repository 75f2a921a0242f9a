"""`bench/run doors events`: how soon a hundred listeners of one run have an event, and what they cost the server.

A tool writes events that say when they were written; the time is that until the last listener has one. The listeners
are in one process and read bytes, nothing more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import median, quantiles

from bench.doors.servers import cpu_seconds, memory_mb, pollex_serve
from bench.doors.wire import Connection

TICK = re.compile(rb'"number":\s*(\d+),\s*"at":\s*([\d.]+)')
QUIET = 5.0
"""Seconds in which nothing happens, to see what listeners cost who only wait."""


class Arrivals:
    """When which event was written, and when each listener had it."""

    def __init__(self) -> None:
        self.written: dict[int, float] = {}
        self.heard: defaultdict[int, list[float]] = defaultdict(list)

    def note(self, content: bytes) -> None:
        now = time.monotonic()
        for number, at in TICK.findall(content):
            self.written[int(number)] = float(at)
            self.heard[int(number)].append(now)

    def first_and_last_ms(self, listeners: int, since: float) -> list[tuple[float, float]]:
        """Milliseconds until the first and the last listener had each event that was written since then."""
        assert all(len(heard) == listeners for heard in self.heard.values()), "a listener missed or repeated an event"
        fresh = [(at, self.heard[number]) for number, at in sorted(self.written.items()) if at >= since]
        return [((min(heard) - at) * 1000, (max(heard) - at) * 1000) for at, heard in fresh]


class Listener(asyncio.Protocol):
    """One stream of events."""

    def __init__(self, arrivals: Arrivals) -> None:
        self.arrivals = arrivals
        self.rest = b""
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if not self.begun.done() and b"event:" in data:
            self.begun.set_result(None)
        whole, end, rest = (self.rest + data).rpartition(b"\n\n")
        self.rest = rest
        self.arrivals.note(whole + end)
        if b"run.finished" in whole and not self.ended.done():
            self.ended.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        for each in (self.begun, self.ended):
            if not each.done():
                each.set_exception(exc or EOFError("the stream ended before the run"))


async def listen(
    port: int, headers: Mapping[str, str], run: str, arrivals: Arrivals
) -> tuple[asyncio.Transport, Listener]:
    transport, listener = await asyncio.get_running_loop().create_connection(
        lambda: Listener(arrivals), "127.0.0.1", port
    )
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    transport.write(f"GET /api/runs/{run}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{head}\r\n".encode())
    await listener.begun
    return transport, listener


async def measure(python: str, listeners: int, count: int, pause: float) -> dict[str, float]:
    with pollex_serve(python) as (process, port, headers):

        def start(number: int, gap: float) -> str:
            body = {"tool": "tick", "inputs": {"count": number, "pause": gap}}
            _, answer = Connection(port, headers).post("/api/runs", body)
            return str(json.loads(answer)["id"])

        async def hear(number: int, gap: float, quiet: float = 0.0) -> tuple[Arrivals, dict[str, float]]:
            arrivals, run = Arrivals(), start(number, gap)
            opened = [await listen(port, headers, run, arrivals) for _ in range(listeners)]
            since, memory, cpu = time.monotonic(), memory_mb(process.pid), cpu_seconds(process.pid)
            await asyncio.sleep(quiet)
            idle = cpu_seconds(process.pid) - cpu
            await asyncio.gather(*(each.ended for _, each in opened))
            spent = cpu_seconds(process.pid) - cpu - idle
            for transport, _ in opened:
                transport.close()
            return arrivals, {"since": since, "memory": memory, "idle": idle, "spent": spent}

        await hear(1, 0.5)  # not counted: imports, the engine, the buffers of a hundred connections
        before = memory_mb(process.pid)
        arrivals, costs = await hear(count, pause)
        _, waiting = await hear(1, QUIET + 2, QUIET)
        first, last = zip(*arrivals.first_and_last_ms(listeners, costs["since"]), strict=True)
        return {
            "events": len(last),
            "first listener, median ms": median(first),
            "last listener, median ms": median(last),
            "last listener, 95 of 100, ms": quantiles(last, n=20)[-1],
            "last listener, worst ms": max(last),
            "processor of the server, ms an event": costs["spent"] * 1000 / len(last),
            "processor of the server while nothing happens, %": waiting["idle"] / QUIET * 100,
            "memory of the server after a first hundred, MB": before,
            "memory of the server with a hundred listeners, MB": max(costs["memory"], waiting["memory"]),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=".venv/bin/python", help="Which Python runs Pollex.")
    parser.add_argument("--listeners", type=int, default=100)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.2, help="Seconds between two events.")
    given = parser.parse_args()
    found = asyncio.run(measure(given.python, given.listeners, given.events, given.pause))
    Path(".bench").mkdir(exist_ok=True)
    Path(".bench/doors-events.json").write_text(json.dumps(found, indent=2))
    print(f"\n| {given.listeners} listeners of one run | |\n|---|---|")
    for what, value in found.items():
        print(f"| {what} | {value:,.1f} |")


if __name__ == "__main__":
    main()
