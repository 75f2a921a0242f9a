"""A person's reply to a question or an approval of a run: what was said, and through which door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .json import Object
from .protocols import Steps


@dataclass(frozen=True, slots=True)
class Reply:
    """What was said, and who said it: `terminal`, `cli`, `http`, `mcp`, …"""

    value: Any
    by: str | None = None

    def to_json(self) -> Object:
        return {"reply": self.value, "by": self.by}

    @classmethod
    def from_json(cls, message: Any) -> Reply:
        """Read a message to a run; one that names nobody is the reply itself."""
        if isinstance(message, dict) and message.keys() == {"reply", "by"}:
            return cls(message["reply"], message["by"])
        return cls(message)


async def receive_reply(steps: Steps, path: str, timeout: float | None = None) -> Reply | None:
    """Wait for the reply to what a run asks at a path; None where nobody replies within so many seconds."""
    message = await steps.receive(path, timeout=timeout)
    return None if message is None else Reply.from_json(message)
