"""The steps of a run from an earlier process, and whether the run takes the same path again."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.fault import Fault


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A step from an earlier process: the text of its value or of its fault."""

    name: str
    text: str


class StepHistory:
    """The kept steps of a run, in order. Each is asked for once."""

    def __init__(self, run: str, kept: Sequence[KeptStep]) -> None:
        self.length = len(kept)
        self._run = run
        self._kept = {step.name: step for step in kept}
        self._ahead = deque(step.name for step in kept)
        self._asked: set[str] = set()

    def has(self, name: str) -> bool:
        return name in self._kept

    def expect(self, name: str) -> KeptStep | None:
        """Return what was kept of a step, if the run takes the same path as before."""
        if name in self._asked:
            raise Fault("conflict", f"The run {self._run!r} has two steps {name!r}.", hint="Give each its own path.")
        if self._ahead and self._ahead[0] != name:
            raise Fault(
                "conflict",
                f"The run {self._run!r} goes another way than before.",
                expected=f"the step {self._ahead[0]!r}, which an earlier process has done",
                received=f"the step {name!r}",
                hint="What the run executes has changed since. Start a new run, seeded with the steps of this one.",
                retry=False,
            )
        self._asked.add(name)
        if self._ahead:
            self._ahead.popleft()
        return self._kept.get(name)
