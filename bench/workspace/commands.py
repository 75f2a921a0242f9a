"""`bench/run workspace commands`: what commands cost through validation, gate and log, alone and 64 in a batch.

The workspace and its log in SQLite on disk are the real ones. All kinds are measured in turn, round after round. The
last columns are parts of a command in a batch: validation of the envelope, and the change of the desk with the gate for
HTML; the rest is the log.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter_ns
from typing import Final

from bench.report import table
from bench.workspace.drawings import FIRST, KINDS, Envelope, batch

from pollex.core.call import new_id
from pollex.store import SqlLog
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.workspace import Workspace

FULL: Final = 64
SINGLE: Final = 20
"""Batches of one command in a round."""
LARGE: Final = {"dom.set, 8 KB": 12}
"""How many fit into a batch, where it is less than 64: 128 KB of HTML is the most."""


@dataclass(slots=True)
class CommandTimes:
    """Microseconds a command, one for each round."""

    alone: list[float] = field(default_factory=list)
    batched: list[float] = field(default_factory=list)
    validated: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)

    def row(self, kind: str) -> list[str]:
        whole = (self.alone, self.batched)
        times = [[f"{median(each):,.0f} ({min(each):,.0f})", f"{1e6 / median(each):,.0f}"] for each in whole]
        return [kind, *times[0], *times[1], *(f"{median(each):,.0f}" for each in (self.validated, self.drawn))]


async def new_workspace(log: SqlLog) -> Workspace:
    workspace = await Workspace(new_id(), log).open()
    await workspace.apply(FIRST)
    return workspace


async def applied(workspace: Workspace, batches: list[list[Envelope]]) -> float:
    """Return the microseconds a command."""
    gc.collect()
    start = perf_counter_ns()
    for each in batches:
        await workspace.apply(each)
    return (perf_counter_ns() - start) / 1000 / sum(map(len, batches))


def in_parts(workspace: Workspace, commands: list[Envelope]) -> tuple[float, float]:
    """Return the microseconds a command of its validation and of its change of the desk; nothing is kept."""
    start = perf_counter_ns()
    read = read_batch(commands)
    between = perf_counter_ns()
    draw_batch(workspace.desk, new_id(), read, now=0)
    end = perf_counter_ns()
    return (between - start) / 1000 / len(commands), (end - between) / 1000 / len(commands)


async def measure_round(log: SqlLog, kind: str, times: CommandTimes) -> None:
    size = LARGE.get(kind, FULL)
    workspace = await new_workspace(log)
    times.alone.append(await applied(workspace, [batch(kind, number, 1) for number in range(SINGLE)]))
    validated, drawn = in_parts(workspace, batch(kind, SINGLE, size))
    times.validated.append(validated)
    times.drawn.append(drawn)
    times.batched.append(await applied(workspace, [batch(kind, SINGLE, size)]))
    await workspace.close()


async def measure(rounds: int) -> dict[str, CommandTimes]:
    found = {kind: CommandTimes() for kind in KINDS}
    with TemporaryDirectory() as folder:
        async with SqlLog(Path(folder) / "log.db") as log:
            for kind in KINDS:
                await measure_round(log, kind, CommandTimes())
            for _ in range(rounds):
                for kind, times in found.items():
                    await measure_round(log, kind, times)
    return found


def report(found: dict[str, CommandTimes]) -> str:
    head = ["command", "alone, µs", "a second", "in a batch, µs", "a second", "of it validated", "drawn"]
    return table(head, [times.row(kind) for kind, times in found.items()])


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run workspace commands", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="rounds of each kind (default: 20)")
    parser.add_argument("--quick", action="store_true", help="two rounds: only to see that everything runs")
    chosen = parser.parse_args()
    print(report(asyncio.run(measure(2 if chosen.quick else chosen.rounds))))


if __name__ == "__main__":
    main()
