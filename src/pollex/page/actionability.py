"""How an element is aimed at: what the page script `aim` waits for and does before something is done to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..core.json import Object
from .driver import Frame, Tab

How = Literal["still", "there", "seen"]
"""What an element must be before it is acted on: standing still and free, free, or only in the document."""


@dataclass(frozen=True, slots=True)
class Actionability:
    """What is asked of the page scripts."""

    patience: float
    """Seconds."""
    how: How = "still"
    enabled: bool = True
    clear: bool | None = None
    """Whether the focus goes to all the text of a field, or to its end; None leaves the focus alone."""
    keys: bool = False
    """Whether to learn who listens to keys where the focus is then."""
    act: str = ""
    """What is to be done, in a word."""

    async def ask(self, tab: Tab, frame: Frame, script: str, *which: Any) -> Object:
        """What `aim` or `take` answers for an element, or for what names one."""
        ask = tab.focusing if self.keys and self.clear is not None else tab.wait
        how = (self.patience * 1000, self.how, self.enabled, self.clear, self.act)
        answer: Object = await ask(frame, script, *which, *how)
        return answer
