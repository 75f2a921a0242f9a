"""The first call of a Node function through a module, beside a Node process that is started for one call."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from bench.subjects import CHUNK, NODE_HOME, added
from bench.timing import Timing

from pollex.core.call import Call
from pollex.core.invoke import invoke

SCRIPT = "const a = JSON.parse(process.argv[1]); console.log(JSON.stringify(require('lodash').chunk(a.array, a.size)))"


async def cold_module(manifest: Path) -> float:
    """Microseconds until the first answer: manifest read, Node found and started, lodash loaded."""
    start = perf_counter_ns()
    async with added(manifest) as context:
        result = await invoke(Call("called", CHUNK.text), context)
        spent = perf_counter_ns() - start
    if result.data != CHUNK.answer:
        raise RuntimeError(f"The cold call fails: {result!r}")
    return spent / 1000


async def cold_script() -> float:
    """The same by a Node process that answers once."""
    start = perf_counter_ns()
    command = ("node", "-e", SCRIPT, CHUNK.text)
    process = await asyncio.create_subprocess_exec(*command, cwd=NODE_HOME, stdout=subprocess.PIPE)
    said, _ = await process.communicate()
    spent = perf_counter_ns() - start
    if json.loads(said) != CHUNK.answer:
        raise RuntimeError(f"The script fails: {said!r}")
    return spent / 1000


async def measure_cold(manifest: Path, rounds: int) -> list[Timing]:
    pairs = [(await cold_module(manifest), await cold_script()) for _ in range(rounds)]
    names = ("Pollex, by a module, first call", "`node -e`, a process for the call")
    return [
        Timing(name, min(spent), median(spent)) for name, spent in zip(names, zip(*pairs, strict=True), strict=True)
    ]
