"""`bench/run workspace restart`: how long a workspace of 10,000 commands takes to open again, in a new process each time.

The commands are of all kinds in turn, so windows, components and state are as they would be. Also what it reads from the
log, and the memory that the batches take which can be taken back.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from bench.report import table
from bench.workspace.drawings import FIRST, KINDS, Envelope

from pollex.core.call import new_id
from pollex.core.event import Event
from pollex.store import SqlLog
from pollex.workspace.workspace import Workspace

SHORT: Final = [kind for kind in KINDS if "KB" not in kind]
COMMANDS: Final = 10_000
SIZES: Final = (1, 8, 64)
"""Commands in a batch."""


class CountingLog(SqlLog):
    """A log that counts the events that are read."""

    events = 0

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        found = await super().read(run, after=after, limit=limit)
        self.events += len(found)
        return found


def some(start: int, size: int) -> list[Envelope]:
    return [KINDS[SHORT[number % len(SHORT)]](number) for number in range(start, start + size)]


async def write(path: Path, commands: int, size: int) -> dict[str, Any]:
    """Write a workspace; return its id, the seconds that it took, and the megabytes that it takes."""
    tracemalloc.start()
    async with SqlLog(path) as log:
        workspace = await Workspace(new_id(), log).open()
        await workspace.apply(FIRST)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for start in range(0, commands, size):
            await workspace.apply(some(start, min(size, commands - start)))
        gc.collect()
        memory = (tracemalloc.get_traced_memory()[0] - before) / 1e6
    tracemalloc.stop()
    return {"id": workspace.id, "memory": memory}


async def open_again(path: Path, workspace: str) -> dict[str, Any]:
    """Open a workspace as a new process does; return the seconds and the events that were read."""
    async with CountingLog(path) as log:
        start = perf_counter()
        opened = await Workspace(workspace, log).open()
        spent = perf_counter() - start
        return {"seconds": spent, "events": log.events, "undo": len(opened.record.history.done)}


def in_new_process(path: Path, workspace: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.workspace.restart", "--open", str(path), workspace]
    said = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(said.stdout))


def measure(rounds: int, commands: int, sizes: Sequence[int]) -> str:
    rows = []
    with TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.db"
            written = asyncio.run(write(path, commands, size))
            found = [in_new_process(path, written["id"]) for _ in range(rounds)]
            seconds = [each["seconds"] for each in found]
            rows.append(
                [
                    f"{commands:,} commands, {size} a batch",
                    f"{median(seconds):.2f}",
                    f"{min(seconds):.2f}",
                    f"{found[0]['events']:,}",
                    f"{found[0]['undo']:,}",
                    f"{written['memory']:.1f}",
                ]
            )
    head = ["workspace", "opened again, s", "least", "events read", "batches to take back", "MB before"]
    return table(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run workspace restart", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each is opened (default: 7)")
    parser.add_argument("--commands", type=int, default=COMMANDS, help=f"commands (default: {COMMANDS:,})")
    parser.add_argument("--quick", action="store_true", help="200 commands, opened once: to see that everything runs")
    parser.add_argument("--open", nargs=2, metavar=("FILE", "ID"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.open:
        print(json.dumps(asyncio.run(open_again(Path(chosen.open[0]), chosen.open[1]))))
    elif chosen.quick:
        print(measure(1, 200, SIZES))
    else:
        print(measure(chosen.rounds, chosen.commands, SIZES))


if __name__ == "__main__":
    main()
