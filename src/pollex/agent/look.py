"""What the agent observed before a decision: the page's outline, its changes and a fingerprint."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Final

from ..browser.fingerprint import fingerprint
from ..core.call import Call
from ..core.context import Context
from ..core.invoke import invoke
from ..core.json import Object
from ..text.clip import clipped

LONGEST_ABOUT: Final = 4_000
"""Characters of a task by which rows are named."""
REFERENCE: Final = re.compile(r"\{\{[^{}]*\}\}")
FOCUS: Final = re.compile(r"~ \[\d+\] focused")
"""A change that every click makes."""


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
    stirred: tuple[str, ...] = ()
    """Where something changed that the outline may not tell."""

    @property
    def fingerprint(self) -> str:
        """A hash that is equal for equal content, whatever indices its elements have."""
        return fingerprint(self.url, self.outline, self.problem or "")

    @property
    def unchanged(self) -> str:
        """What to say where the outline is the same; nothing where it tells of more than the focus."""
        told = [line for line in (self.changes or "").split("\n") if line and not FOCUS.fullmatch(line)]
        if told or (self.changes and not self.stirred):
            return ""
        if not self.stirred:
            return "Nothing changed on the page."
        return (
            f"The outline is the same; something changed at {', '.join(self.stirred)}: read it, or look at a picture."
        )

    def to_json(self) -> Object:
        return asdict(self)

    def to_event(self) -> Object:
        """Return the page as events name it."""
        return {"url": self.url, "title": self.title, "fingerprint": self.fingerprint}


async def look(context: Context, about: str = "", *, aside: bool = False, rest: bool = True) -> Look:
    """Observe the page; rows that the words name are not folded. What blocks the view is part of the observation.

    A look `aside` is shown to nobody: the next one tells the same changes. Without `rest` it waits for nothing.
    """
    args: Object = {"elements": 0, "text": 0, "changes": True, "rest": rest, "aside": aside}
    if named := REFERENCE.sub("", about):
        args["about"] = clipped(named, LONGEST_ABOUT)
    result = await invoke(Call("page.state", args), context)
    if result.fault is not None:
        if result.fault.code == "cancelled":
            raise result.fault
        url = "about:blank" if context.page is None else context.page.url
        return Look(url, "", "", problem=str(result.fault))
    seen = result.data
    stirred = tuple(seen.get("stirred", ()))
    return Look(seen["url"], seen["title"], seen["outline"], seen.get("changes"), None, seen.get("scrollY", 0), stirred)
