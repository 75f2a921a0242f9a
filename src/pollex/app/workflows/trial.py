"""A trial of a draft: a run that is kept nowhere, which can be followed and stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ...core.call import new_id
from ...core.cancel import CancelToken
from ...core.json import Object
from ...core.result import Result
from ...text.clip import clipped_json

RESULT: Final = 2_000
"""Characters of a node's result."""


@dataclass(slots=True)
class DraftTrial:
    """One trial: the id of its run, whether it has begun, and its result when it has ended."""

    run: str = field(default_factory=new_id)
    cancel: CancelToken = field(default_factory=CancelToken)
    begun: bool = False
    result: Result | None = None

    @property
    def running(self) -> bool:
        return self.result is None

    def brief(self) -> Object:
        return {"run": self.run, "running": self.running}

    def to_json(self) -> Object:
        """Return how far it is, and the results of its nodes when it has ended."""
        if self.result is None:
            return {**self.brief(), "ok": None, "nodes": [], "fault": None, "notes": []}
        data = self.result.data if isinstance(self.result.data, dict) else {}
        return {
            **self.brief(),
            "ok": self.result.ok,
            "nodes": [{**node, "result": clipped_json(node["result"], RESULT)} for node in data.get("nodes", [])],
            "fault": None if self.result.fault is None else self.result.fault.to_json(),
            "notes": list(self.result.notes),
        }
