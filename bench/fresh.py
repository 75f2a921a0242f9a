"""How long a fresh process takes to import a contender, and to import it, declare `add` and call it once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.contender import Contender
from bench.contenders import contenders
from bench.functions import add
from bench.timing import TEXT

IMPORT = "from time import perf_counter as t; s = t(); import {module}; print(1e3 * (t() - s))"
ANSWER = (
    "from time import perf_counter as t; s = t(); import bench.fresh as b; b.answer({name!r}); print(1e3 * (t() - s))"
)


@dataclass(frozen=True, slots=True)
class Fresh:
    """Milliseconds, the least of all rounds."""

    name: str
    imported: float
    answered: float


def milliseconds(script: str) -> float:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def measure_fresh(chosen: Sequence[Contender], rounds: int) -> list[Fresh]:
    """All contenders in turn, round after round."""
    imported: dict[str, list[float]] = {contender.name: [] for contender in chosen}
    answered: dict[str, list[float]] = {contender.name: [] for contender in chosen}
    for _ in range(rounds):
        for contender in chosen:
            imported[contender.name].append(milliseconds(IMPORT.format(module=contender.module)))
            answered[contender.name].append(milliseconds(ANSWER.format(name=contender.name)))
    return [Fresh(name, min(imported[name]), min(answered[name])) for name in imported]


def answer(name: str) -> None:
    """What the fresh process does: one call of `add`, from nothing."""
    asyncio.run(_answer(next(contender for contender in contenders() if contender.name == name)))


async def _answer(contender: Contender) -> None:
    async with contender.open(add, None) as opened:
        await opened.call(TEXT)
