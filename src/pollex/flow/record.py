"""What is kept of a node that has run: its result, how it was found, what it took, and the browser's state after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..core.json import Object
from ..core.result import Result
from ..core.snapshots import Moved
from .show.summary import summary

if TYPE_CHECKING:
    from .visit import Called
    from .workflow import Node

Rung = Literal["first", "later", "healed", "local", "model"]
"""Which way led to the element: the first selector, a later one, healing by evidence, words by rule, or a model."""


@dataclass(frozen=True, slots=True)
class Record:
    """A step's result, as the engine keeps it."""

    result: Result
    ms: float
    rung: Rung | None = None
    state: str | None = None
    """The name of the browser's state after it, where it changed that."""
    moved: Moved = "no"

    def told(self) -> Object:
        """A line of the ledger."""
        cost = self.result.cost
        told: Object = {"ok": self.result.ok, "rung": self.rung, "ms": round(self.ms, 1)}
        if cost.tokens_in or cost.tokens_out or cost.usd:
            told |= {"tokensIn": cost.tokens_in, "tokensOut": cost.tokens_out, "usd": cost.usd}
        if self.result.files:
            told["files"] = list(self.result.files)
        if self.result.fault is not None:
            told["error"] = self.result.fault.message
        return told

    def event(self, node: Node) -> Object:
        fault = self.result.fault
        return {
            "alias": node.alias,
            "type": node.type,
            "about": node.document.get("description") or summary(node),
            **self.told(),
            "fault": None if fault is None else fault.to_json(),
        }

    def to_json(self) -> Object:
        return {
            "result": self.result.to_json(),
            "ms": self.ms,
            "rung": self.rung,
            "state": self.state,
            "moved": self.moved,
        }

    @classmethod
    def from_json(cls, data: Object) -> Record:
        return cls(Result.from_json(data["result"]), data["ms"], data["rung"], data["state"], data["moved"])


def rung(calls: Sequence[Called]) -> Rung | None:
    """The rung of the last call that found an element."""
    for called in reversed(calls):
        data = called.result.data
        if isinstance(data, dict) and isinstance(data.get("used"), str):
            if data.get("chosen") == "model":
                return "model"
            if "healed" in data:
                return "healed"
            if data["used"].startswith("act:"):
                return "local"
            return "later" if data.get("tried") else "first"
    return None
