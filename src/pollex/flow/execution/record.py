"""The record of a node that has run: its result, how its element was found, its time, and the browser's state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.json import Object
from ...core.result import Result
from ...core.snapshots import BrowserEffect
from ..node import Node
from ..show.summary import summary

Rung = Literal["first", "later", "healed", "local", "model"]
"""How the element was found: by the first selector, a later one, evidence, words by rule, or a model."""


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """A tool that a node has called, with its result."""

    tool: str
    result: Result


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """The result of a node, as the engine keeps it."""

    result: Result
    ms: float
    rung: Rung | None = None
    state: str | None = None
    """The name of the browser's state after the node, where it changed that."""
    moved: BrowserEffect = "no"

    def ledger_line(self) -> Object:
        """Return the node's line in the ledger."""
        cost = self.result.cost
        line: Object = {"ok": self.result.ok, "rung": self.rung, "ms": round(self.ms, 1)}
        if cost.tokens_in or cost.tokens_out or cost.usd:
            line |= {"tokensIn": cost.tokens_in, "tokensOut": cost.tokens_out, "usd": cost.usd}
        if self.result.files:
            line["files"] = list(self.result.files)
        if self.result.fault is not None:
            line["error"] = self.result.fault.message
        return line

    def to_event(self, node: Node) -> Object:
        """Return the data of the event `node.finished`."""
        fault = self.result.fault
        return {
            "alias": node.alias,
            "type": node.type,
            "about": node.document.get("description") or summary(node),
            **self.ledger_line(),
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
    def from_json(cls, data: Object) -> NodeRecord:
        return cls(Result.from_json(data["result"]), data["ms"], data["rung"], data["state"], data["moved"])


def rung(calls: Sequence[CallOutcome]) -> Rung | None:
    """Return how the last call that found an element did so."""
    for call in reversed(calls):
        data = call.result.data
        if isinstance(data, dict) and isinstance(data.get("used"), str):
            if data.get("chosen") == "model":
                return "model"
            if "healed" in data:
                return "healed"
            if data["used"].startswith("act:"):
                return "local"
            return "later" if data.get("tried") else "first"
    return None
