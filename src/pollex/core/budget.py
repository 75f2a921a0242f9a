"""How much a run may spend: calls, seconds, tokens and money."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from .fault import Fault
from .result import Cost


@dataclass(slots=True)
class Budget:
    """A run's budget; None means no limit. The pipeline calls `take` before each call and `spend` after it."""

    calls: int | None = None
    seconds: float | None = None
    tokens: int | None = None
    usd: float | None = None
    started: float = 0.0
    spent_calls: int = 0
    spent_tokens: int = 0
    spent_usd: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.started or monotonic()

    def spend(self, cost: Cost) -> None:
        self.spent_tokens += cost.tokens_in + cost.tokens_out
        self.spent_usd += cost.usd

    def take(self) -> Fault | None:
        """Count one more call, or return a Fault that names the exhausted part of the budget."""
        used = {
            "calls": (self.spent_calls, self.calls),
            "seconds": (round(monotonic() - self.started, 3), self.seconds),
            "tokens": (self.spent_tokens, self.tokens),
            "usd": (self.spent_usd, self.usd),
        }
        for name, (spent, allowed) in used.items():
            if allowed is not None and spent >= allowed:
                return Fault(
                    "limit",
                    f"The run's budget of {allowed} {name} is used up.",
                    expected=f"less than {allowed} {name}",
                    received=f"{spent} {name}",
                    hint="Give the run a larger budget, or start a new one.",
                )
        self.spent_calls += 1
        return None
