"""`bench/run workspace a2ui`: A2UI's example surfaces, from JSON text to something that can be shown.

A2UI's Python kit parses and validates; Pollex parses, imports them as commands, validates and applies those. Both are
measured on the surfaces that both accept, in rounds in turn.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.workspace.a2ui_peer import nanoseconds, refusal

from pollex.core.json import loads
from pollex.workspace.a2ui import import_surface
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.desk import Desk

EXAMPLES = Path("tests/data/a2ui")
PEER = Path(".bench/workspace/venv/bin/python")


@dataclass(frozen=True, slots=True)
class ExampleSurface:
    """The messages of one surface, as text."""

    name: str
    version: str
    text: str


@dataclass(frozen=True, slots=True)
class SurfaceTimes:
    """Microseconds of all surfaces in a round, for each round; and why surfaces were refused, by their names."""

    name: str
    rounds: list[float]
    refused: dict[str, str]

    def row(self, surfaces: int, ours: float) -> str:
        each = median(self.rounds) / surfaces
        return f"| {self.name} | {each:,.0f} | {1e6 / each:,.0f} | {each / ours:.2f} | {len(self.refused)} |"


def surfaces() -> list[ExampleSurface]:
    """Return the surfaces of the basic catalogue, which the kit has."""
    files = sorted(EXAMPLES.glob("*/basic/*.json"))
    read = [(file, json.loads(file.read_text())["messages"]) for file in files]
    return [
        ExampleSurface(f"{file.parts[-3]} {file.stem}", file.parts[-3], json.dumps(messages)) for file, messages in read
    ]


def read_ours(surface: ExampleSurface) -> Callable[[], object]:
    """Return what is timed of ours: JSON text to windows, by commands that are validated as any others."""
    text = surface.text

    def read() -> Desk:
        messages, desk = loads(text), Desk()
        assert isinstance(messages, list)
        for number, batch in enumerate(import_surface(messages).batches):
            desk = draw_batch(desk, str(number), read_batch(batch), now=0).desk
        return desk

    return read


class Peer:
    """The process of A2UI's kit."""

    def __init__(self, given: Sequence[ExampleSurface]) -> None:
        command = [str(PEER), "-m", "bench.workspace.a2ui_peer"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = self._ask({"surfaces": [{"version": each.version, "text": each.text} for each in given]})
        self.version: str = said["version"]
        self.refused: list[str | None] = said["refused"]

    def round(self) -> list[int]:
        """Return the nanoseconds of each surface that it accepts."""
        [times] = self._ask({"rounds": 1})["rounds"]
        return list(times)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, question: object) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        print(json.dumps(question), file=stdin, flush=True)
        return json.loads(stdout.readline())


def measure(rounds: int) -> tuple[int, list[SurfaceTimes]]:
    """Return on how many surfaces it was measured, and the times of each contender, ours first."""
    given = surfaces()
    peer = Peer(given)
    reads = [read_ours(each) for each in given]
    refused = [refusal(read) for read in reads]
    both = [why is None and theirs is None for why, theirs in zip(refused, peer.refused, strict=True)]
    accepted = [both[index] for index, theirs in enumerate(peer.refused) if theirs is None]
    ours, others = [], []
    for _ in range(rounds):
        gc.collect()
        ours.append(sum(nanoseconds(read) for read, fits in zip(reads, both, strict=True) if fits) / 1000)
        times = zip(peer.round(), accepted, strict=True)
        others.append(sum(time for time, fits in times if fits) / 1000)
    peer.close()
    return sum(both), [
        SurfaceTimes("Pollex: parsed, imported, validated, drawn", ours, named(given, refused)),
        SurfaceTimes(f"a2ui-agent-sdk {peer.version}: parsed, validated", others, named(given, peer.refused)),
    ]


def named(given: Sequence[ExampleSurface], refused: Sequence[str | None]) -> dict[str, str]:
    return {each.name: why for each, why in zip(given, refused, strict=True) if why is not None}


def report(count: int, found: Sequence[SurfaceTimes]) -> str:
    ours = median(found[0].rounds) / count
    lines = [
        f"{count} surfaces, median of {len(found[0].rounds)} rounds",
        "",
        "| | µs a surface | surfaces a second | x | refused |",
        "|---|---|---|---|---|",
        *(each.row(count, ours) for each in found),
        *(f"\n{each.name} refuses {name}: {why}" for each in found for name, why in each.refused.items()),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run workspace a2ui", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="rounds of each (default: 20)")
    parser.add_argument("--quick", action="store_true", help="two rounds: only to see that everything runs")
    chosen = parser.parse_args()
    print(report(*measure(2 if chosen.quick else chosen.rounds)))


if __name__ == "__main__":
    main()
