"""How long a call takes: batches of all contenders in turn, round after round, so that noise hits everyone alike."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns

from bench.contender import Contender, Function, Opened

TEXT = '{"a": 1, "b": 2}'
BATCH_NS = 10_000_000


@dataclass(frozen=True, slots=True)
class Timing:
    """Microseconds a call, over all rounds."""

    name: str
    minimum: float
    median: float


async def batch_ns(opened: Opened, calls: int, text: str) -> int:
    call = opened.call
    start = perf_counter_ns()
    for _ in range(calls):
        await call(text)
    await opened.settle()
    return perf_counter_ns() - start


async def calls_per_batch(contender: Contender, opened: Opened, text: str) -> int:
    """So many that a batch lasts about ten milliseconds. Fast failures are not counted as speed."""
    answer = await opened.call(text)
    if contender.failed(answer):
        raise RuntimeError(f"{contender.name} fails: {answer!r}")
    await batch_ns(opened, 20, text)
    each = await batch_ns(opened, 20, text) / 20
    return max(5, round(BATCH_NS / each))


async def measure(contenders: Sequence[Contender], function: Function, rounds: int, text: str = TEXT) -> list[Timing]:
    """Each round begins with another contender. Frozen: nobody pays for collecting what the others have loaded."""
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(contender.open(function, None)) for contender in contenders]
        calls = [await calls_per_batch(*pair, text) for pair in zip(contenders, opened, strict=True)]
        spent: list[list[float]] = [[] for _ in opened]
        gc.collect()
        gc.freeze()
        for turn in range(rounds):
            for place in range(len(opened)):
                which = (turn + place) % len(opened)
                gc.collect()
                spent[which].append(await batch_ns(opened[which], calls[which], text) / calls[which] / 1000)
                opened[which].reset()
    gc.unfreeze()
    pairs = zip(contenders, spent, strict=True)
    return [Timing(contender.name, min(times), median(times)) for contender, times in pairs]
