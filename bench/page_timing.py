"""How long one look takes: everyone in turn on the same page, each round begun by another.

Each has a Chromium of its own: what browser-use leaves switched on in a page makes the others up to three times slower.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

from bench.page_chromium import Tab, tab
from bench.page_contender import Contender, Observation, Opened
from bench.page_tokens import Tokens

LEAST_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Look:
    """One contender on one page. A problem instead of figures where it failed."""

    contender: str
    milliseconds: Sequence[float]
    characters: int
    tokens: int
    tokens_cut: int
    interactive: int
    problem: str = ""

    @property
    def median(self) -> float:
        return median(self.milliseconds)

    @property
    def slowest(self) -> float:
        """The 95th percentile; the slowest where there are few rounds."""
        if len(self.milliseconds) < 20:
            return max(self.milliseconds)
        return quantiles(self.milliseconds, n=20)[-1]


class Runner:
    """A contender on the opened page: its times so far, and its last observation."""

    def __init__(self, contender: Contender, tab: Tab, opened: Opened) -> None:
        self.contender = contender
        self.tab = tab
        self.opened = opened
        self.times: list[float] = []
        self.last = Observation("", 0)
        self.problem = ""

    async def look(self, *, timed: bool) -> None:
        gc.collect()
        start = perf_counter()
        try:
            self.last = await self.opened.observe()
        except Exception as problem:  # noqa: BLE001 - a peer that fails on a page is a result
            self.problem = f"{type(problem).__name__}: {problem}".splitlines()[0]
            return
        if timed:
            self.times.append((perf_counter() - start) * 1000)

    def wants(self, budget: float) -> bool:
        spent = sum(self.times) / 1000
        return not self.problem and (len(self.times) < LEAST_ROUNDS or spent < budget)

    def result(self, tokens: Tokens) -> Look:
        text = self.last.text
        count = tokens.count(text)
        cut = self.contender.cut
        shorter = tokens.count(text[:cut]) if cut and len(text) > cut else count
        name, found = self.contender.name, self.last.interactive
        return Look(name, self.times or [float("nan")], len(text), count, shorter, found, self.problem)


async def measure(
    url: str, contenders: Sequence[Contender], rounds: int, budget: float, tokens: Tokens
) -> tuple[int, list[Look]]:
    """One page, everyone: a first look that is not timed, then the rounds. Also says how many elements the page has."""
    async with AsyncExitStack() as stack:
        tabs = await asyncio.gather(*(stack.enter_async_context(tab(url)) for _ in contenders))
        runners = [await started(stack, *pair) for pair in zip(contenders, tabs, strict=True)]
        for runner in runners:
            await runner.look(timed=False)
        for turn in range(rounds):
            for place in range(len(runners)):
                runner = runners[(turn + place) % len(runners)]
                if runner.wants(budget):
                    await runner.look(timed=True)
        elements = await runners[0].tab.evaluate("document.querySelectorAll('*').length")
        return elements, [runner.result(tokens) for runner in runners]


async def started(stack: AsyncExitStack, contender: Contender, loaded: Tab) -> Runner:
    return Runner(contender, loaded, await stack.enter_async_context(contender.open(loaded.place)))
