"""Actionability checks: what the page script `aim` waits for before an element is acted on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..core.json import Object
from .driver import Frame, Tab

How = Literal["still", "there", "seen"]
"""Stable and not covered, not covered, or only in the document."""


@dataclass(frozen=True, slots=True)
class Actionability:
    """The checks that an element must pass, and where the focus goes."""

    patience: float
    """Seconds."""
    how: How = "still"
    enabled: bool = True
    clear: bool | None = None
    """Whether the focus goes to all the text of a field, or to its end; None leaves the focus alone."""
    keys: bool = False
    """Whether to learn who listens to keys where the focus is then."""
    act: str = ""
    """The action, in a word."""
    replays: bool = False
    """Whether a workflow does it, whose next step waits for what it needs by itself."""

    async def ask(self, tab: Tab, frame: Frame, script: str, *which: Any) -> Object:
        """Run the script `aim` or `take` for an element, and return its answer."""
        ask = tab.focusing if self.keys and self.clear is not None else tab.wait
        how = (self.patience * 1000, self.how, self.enabled, self.clear, self.act, self.replays)
        answer: Object = await ask(frame, script, *which, *how)
        return answer
