"""What a person did in a page, as the call of a page tool that would do the same, with evidence and outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from ..core.json import Object
from .driver import Frame
from .observer_worlds import ObserverWorlds
from .open_tab import OpenTab

PAGE_ACTS: Final = frozenset({"click", "check", "type", "select", "upload", "press", "hover", "drag", "scroll"})
"""Acts on a page, which may cause something; the others are acts on the browser."""
TOOLS: Final[dict[str, str]] = {"press": "page.keypress"}
"""Reports whose tool has another name."""
ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "click": ("button", "count", "position"),
    "check": ("on",),
    "type": ("text",),
    "select": ("option",),
    "upload": ("files",),
    "press": ("key", "times"),
    "drag": ("hold", "position", "by"),
    "scroll": ("down", "pages"),
    "dialog": ("accept", "text"),
    "navigate": ("url",),
    "open_tab": ("url", "name"),
}
"""What of a report becomes an argument."""


@dataclass(frozen=True, slots=True)
class ObservedAct:
    """One act. `url` and `title` are those of the page before it."""

    tool: str
    args: Object
    data: Object
    evidence: Object | None
    url: str
    title: str
    secret: bool = False
    """Whether something was typed that nobody is to know: the text is not in `args`."""
    ms: float = 0.0
    """Until its outcome was known."""
    goal: Object | None = None
    """What is known of the element that something was dragged onto."""


@dataclass(slots=True)
class HeldAct:
    """An act that goes on, or that the next one may belong to."""

    kind: str
    report: Object
    opened: OpenTab
    url: str
    """Where the tab was before it."""
    title: str
    mark: int
    """How much traffic the tab had before it."""
    windows: int
    """How many windows the tab had opened before it."""
    tabs: frozenset[str]
    """The names of the tabs before it."""
    worlds: ObserverWorlds | None = None
    frame: Frame | None = None
    appeared: list[str] = field(default_factory=list)
    question: Object | None = None
    """The dialog that it opened."""
    begun: float = field(default_factory=perf_counter)
    ended: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether it goes on until something else is done."""
        return self.kind == "type"

    @property
    def is_awaited(self) -> bool:
        """Whether it causes something by itself; a rest of the pointer is told when that is over."""
        return self.kind not in ("type", "hover")

    @property
    def is_on_page(self) -> bool:
        return self.kind in PAGE_ACTS

    def takes(self, other: HeldAct) -> bool:
        """Join what belongs to it: more text, the second half of a double click, a key that is pressed again."""
        if self.kind != other.kind or not self._is_on_same(other):
            return False
        match self.kind:
            case "type":
                self.report |= {name: other.report[name] for name in ("text", "same") if name in other.report}
            case "click" if other.report.get("count") == 2 and "count" not in self.report:
                self.report["count"] = 2
            case "press" if self.report["key"] == other.report["key"] != "Enter":
                self.report["times"] = self.report.get("times", 1) + 1
            case _:
                return False
        return True

    def _is_on_same(self, other: HeldAct) -> bool:
        ours, theirs = self.report.get("number"), other.report.get("number")
        return self.opened is other.opened and self.frame == other.frame and ours == theirs

    def finished(self, outcome: Object) -> ObservedAct:
        args = {name: self.report[name] for name in ARGUMENTS.get(self.kind, ()) if name in self.report}
        tool, evidence = TOOLS.get(self.kind, f"page.{self.kind}"), self.report.get("evidence")
        ms, secret = ((self.ended or perf_counter()) - self.begun) * 1000, bool(self.report.get("secret"))
        goal = self.report.get("to")
        return ObservedAct(tool, args, outcome, evidence, self.url, self.title, secret, ms, goal)
