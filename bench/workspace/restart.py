"""`bench/run workspace restart`: how long a workspace of 10,000 commands takes to open again, in a process of its own.

The commands are of all short kinds in turn, and a list that grows begins anew now and then. Also what is read from the
log, and by how much the process that applied the commands grew, mostly by batches that can be taken back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from bench.report import table
from bench.workspace.drawings import FIRST, KINDS, Envelope, draw

from pollex.core.call import new_id
from pollex.core.event import Event, EventKind
from pollex.store import SqlLog
from pollex.workspace.workspace import Workspace

SHORT: Final = [kind for kind in KINDS if "KB" not in kind]
COMMANDS: Final = 10_000
LIST: Final = 300
"""Commands after which the list begins anew."""
SIZES: Final = (1, 8, 64)
"""Commands in a batch."""


class CountingLog(SqlLog):
    """A log that counts the events that are read."""

    events = 0

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        found = await super().read(run, after=after, limit=limit)
        self.events += len(found)
        return found


class WithoutCopies(CountingLog):
    """A log without copies of the desk, so that everything is read."""

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        return None if kind == "workspace.kept" else await super().find(key, kind, attempt=attempt)


def some(start: int, size: int) -> list[Envelope]:
    return [
        KINDS[SHORT[number % len(SHORT)]](number) if number % LIST else draw("dom.set", "#list", "")
        for number in range(start, start + size)
    ]


def megabytes() -> float:
    """Return the most that this process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def write(path: Path, commands: int, size: int) -> dict[str, Any]:
    """Write a workspace; return its id, the seconds that it took, and the megabytes by which the process grew."""
    async with SqlLog(path) as log:
        workspace = await Workspace(new_id(), log).open()
        await workspace.apply(FIRST)
        before, start = megabytes(), perf_counter()
        for number in range(0, commands, size):
            await workspace.apply(some(number, min(size, commands - number)))
        return {"id": workspace.id, "seconds": perf_counter() - start, "memory": megabytes() - before}


async def open_again(path: Path, workspace: str, kind: type[CountingLog] = CountingLog) -> dict[str, Any]:
    """Open a workspace as a new process does; return the seconds and the events that were read."""
    async with kind(path) as log:
        start = perf_counter()
        opened = await Workspace(workspace, log).open()
        spent = perf_counter() - start
        return {"seconds": spent, "events": log.events, "undo": len(opened.record.history.done)}


def in_new_process(*arguments: object) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.workspace.restart", *map(str, arguments)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(said.stdout))


def measure(rounds: int, commands: int, sizes: Sequence[int]) -> str:
    rows = []
    with TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.db"
            written = in_new_process("--write", path, "--commands", commands, "--size", size)
            grew = [f"{written['seconds']:.1f}", f"{written['memory']:.0f}"]
            name = f"{commands:,} commands, {size} in a batch"
            rows.append([name, *opened(rounds, "--open", path, "--id", written["id"]), *grew])
        rows.append(
            ["the last, every event read", *opened(rounds, "--open", path, "--id", written["id"], "--all"), "", ""]
        )
    head = ["workspace", "opened again, s", "events read", "batches to take back", "written, s", "grew by, MB"]
    return table(head, rows)


def opened(rounds: int, *arguments: object) -> list[str]:
    """Return the seconds, the events that were read, and the batches that can be taken back."""
    found = [in_new_process(*arguments) for _ in range(rounds)]
    seconds = [each["seconds"] for each in found]
    return [f"{median(seconds):.2f} ({min(seconds):.2f})", f"{found[0]['events']:,}", f"{found[0]['undo']:,}"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run workspace restart", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each is opened (default: 7)")
    parser.add_argument("--commands", type=int, default=COMMANDS, help=f"commands (default: {COMMANDS:,})")
    parser.add_argument("--quick", action="store_true", help="200 commands, opened once: to see that everything runs")
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--open", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--id", help=argparse.SUPPRESS)
    parser.add_argument("--all", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write:
        print(json.dumps(asyncio.run(write(chosen.write, chosen.commands, chosen.size))))
    elif chosen.open:
        kind = WithoutCopies if chosen.all else CountingLog
        print(json.dumps(asyncio.run(open_again(chosen.open, chosen.id, kind))))
    elif chosen.quick:
        print(measure(1, 200, SIZES))
    else:
        print(measure(chosen.rounds, chosen.commands, SIZES))


if __name__ == "__main__":
    main()
