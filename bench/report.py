"""The measurements as Markdown: one table a question, everybody side by side."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from bench.contender import Contender
from bench.fresh import Fresh
from bench.timing import Timing

OURS = "Pollex"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run found out."""

    contenders: Sequence[Contender]
    rounds: int
    sync: Sequence[Timing]
    asynchronous: Sequence[Timing]
    checks: dict[str, dict[str, str]]
    fresh: Sequence[Fresh]

    def to_json(self) -> dict[str, object]:
        return {
            "python": platform.python_version(),
            "versions": self.versions(),
            "rounds": self.rounds,
            "sync": {timing.name: {"min": timing.minimum, "median": timing.median} for timing in self.sync},
            "async": {timing.name: {"min": timing.minimum, "median": timing.median} for timing in self.asynchronous},
            "checks": self.checks,
            "fresh": {each.name: {"import": each.imported, "answer": each.answered} for each in self.fresh},
        }

    def versions(self) -> dict[str, str]:
        names = dict.fromkeys(contender.distribution for contender in self.contenders if contender.distribution)
        return {name: version(name) for name in names}

    def to_markdown(self) -> str:
        versions = ", ".join(f"{name} {number}" for name, number in self.versions().items())
        parts = [
            "# One call of `add(a: int, b: int) -> int` from JSON text",
            f"Python {platform.python_version()}; {versions}. {self.rounds} interleaved rounds; trust the ratios.",
            "## Microseconds a call",
            self._timings(),
            "## What each checks, tried just now",
            self._checks(),
            "## Milliseconds in a fresh process",
            self._fresh(),
        ]
        return "\n\n".join(parts) + "\n"

    def _timings(self) -> str:
        ours = [next(timing for timing in timings if timing.name == OURS) for timings in (self.sync, self.asynchronous)]
        rows = (
            [sync.name, *numbers(sync, ours[0]), *numbers(other, ours[1])]
            for sync, other in zip(self.sync, self.asynchronous, strict=True)
        )
        heads = ["", "sync min", "median", f"x {OURS}", "async min", "median", f"x {OURS}"]
        return table(heads, rows)

    def _checks(self) -> str:
        heads = list(next(iter(self.checks.values())))
        return table(["", *heads], ([name, *found.values()] for name, found in self.checks.items()))

    def _fresh(self) -> str:
        rows = ([each.name, f"{each.imported:.0f}", f"{each.answered:.0f}"] for each in self.fresh)
        return table(["", "import", "import, declare, first answer"], rows)


def numbers(timing: Timing, ours: Timing) -> list[str]:
    """The ratio is of the medians: the minimum of a noisy machine is its luckiest moment."""
    return [f"{timing.minimum:.2f}", f"{timing.median:.2f}", f"{timing.median / ours.median:.2f}"]


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
