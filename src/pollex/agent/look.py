"""What the agent saw before a decision: the page as an outline, what changed since, and a fingerprint of it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass
from typing import Final

from ..core.call import Call
from ..core.context import Context
from ..core.invoke import invoke
from ..core.json import Object

NUMBERS: Final = re.compile(r"^\[\d+\] |(?<= )\[\d+\] | \(focused\)", re.MULTILINE)
"""What differs in the outlines of a page that is the same."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a page."""

    url: str
    title: str
    outline: str
    changes: str | None = None
    """What differs from the look before; None where this is another page."""
    problem: str | None = None
    """Why nothing was seen."""
    scrolled: int = 0
    """Pixels of the page above what was in view."""

    @property
    def fingerprint(self) -> str:
        """The same for a page that shows the same, whatever numbers its elements have."""
        said = f"{self.url.partition('#')[0]}\n{NUMBERS.sub('', self.outline)}\n{self.problem or ''}"
        return hashlib.sha256(said.encode(errors="replace")).hexdigest()[:16]

    def to_json(self) -> Object:
        return asdict(self)

    def to_event(self) -> Object:
        """As events name a page."""
        return {"url": self.url, "title": self.title, "fingerprint": self.fingerprint}


async def look(context: Context) -> Look:
    """See the page. What keeps it from being seen, such as a dialog, is part of what is seen."""
    result = await invoke(Call("page.state", {"elements": 0, "text": 0, "changes": True}), context)
    if result.fault is not None:
        if result.fault.code == "cancelled":
            raise result.fault
        url = "about:blank" if context.page is None else context.page.url
        return Look(url, "", "", problem=str(result.fault))
    seen = result.data
    return Look(seen["url"], seen["title"], seen["outline"], seen.get("changes"), scrolled=seen.get("scrollY", 0))
