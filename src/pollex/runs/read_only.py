"""What the page of a tool that only reads may send: what it does alone, and the answer to a question about cookies."""

from __future__ import annotations

from typing import Any

from ..browser.consent import ConsentWatch
from ..core.fault import Fault


class ReadOnly:
    """Refuses what else changes something."""

    def __init__(self, tool: str) -> None:
        self.consent = ConsentWatch()
        self._tool = tool

    async def passes(self, effect: Any) -> Fault | None:
        """Check a request before it leaves."""
        if effect.own or self.consent.answers:
            return None
        message = f"{self._tool!r} only reads, and {effect.request.method} {effect.request.address} changes something."
        hint = "Publish the tool again, as one that acts (--replay), if it is meant to."
        return Fault("denied", message, expected="no change", hint=hint, retry=False)
