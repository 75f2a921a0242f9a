"""What came of an attack: the result, the log, what the model read, and everything that was kept of the run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pollex.core.event import Event
from pollex.core.json import dumps
from pollex.core.result import Result

from .gullible import GullibleModel


@dataclass(frozen=True)
class Outcome:
    """One run of the gullible model."""

    result: Result
    run: str
    events: list[Event]
    model: GullibleModel
    home: Path

    @property
    def answer(self) -> tuple[bool, Any, Any]:
        """Whether it ended well, what it answered, and whether that was proven."""
        data = self.result.data or {}
        return self.result.ok, data.get("answer"), data.get("proven")

    def refused(self) -> list[tuple[str, str]]:
        """The calls that were answered with a fault, and its code."""
        results = [(event.data["tool"], event.data["result"]) for event in self.events if event.kind == "call.finished"]
        return [(tool, result["fault"]["code"]) for tool, result in results if result["fault"]]

    def held(self, words: Iterable[str]) -> list[str]:
        """Which of these words stand anywhere: in the log, the result, the prompts or a file under the home folder."""
        texts = [dumps([event.to_json() for event in self.events]), dumps(self.result.to_json()), self.model.read]
        kept = b"\n".join([file.read_bytes() for file in sorted(self.home.rglob("*")) if file.is_file()])
        return [word for word in words if word.encode() in kept or any(word in text for text in texts)]
