"""The controls that a run pressed, what each caused, and what was filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..browser.evidence import Evidence, element_of
from ..core.difference import scalars
from ..core.json import Object
from .history import History, PastCall

SENDS: Final = frozenset({"enter", "return", "numpadenter", "space", "spacebar", " "})
"""Keys that send a form off or press what has the focus."""
FILLS: Final = {
    "page.type": "text",
    "page.select": "option",
    "page.check": "on",
    "page.upload": "files",
    "page.fill": "fields",
}
"""What puts values into fields, and which of its arguments they are."""
ENTERS: Final = {
    **{tool: (name,) for tool, name in FILLS.items()},
    "page.dialog": ("text",),
    "page.act": ("instruction", "action"),
    "page.keypress": ("key",),
}
"""What puts values into a page, and which arguments they are."""
SILENT: Final = re.compile(
    r"[^a-z]*|(?:(?:yes|no|ok|okay|confirm|continue|submit|proceed|go|go on|next|finish|done|apply|save|accept|run"
    r"|execute|ja|oui|sí|si|weiter)\b.*)",
    re.IGNORECASE,
)
"""Names of buttons that do not say what they do: a price, a sign, a word that fits everything."""


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed control."""

    action: PastCall

    @property
    def evidence(self) -> Evidence | None:
        return element_of(self.action.result)

    @property
    def name(self) -> str:
        return "" if self.evidence is None else self.evidence.name or self.evidence.text or ""

    @property
    def is_link(self) -> bool:
        return self.evidence is not None and self.evidence.role == "link"

    @property
    def answered(self) -> bool:
        """Whether it had any effect: a request, another page, new content or any other change."""
        data: Object = self.action.result.data if isinstance(self.action.result.data, dict) else {}
        return bool(self.action.effects) or (not self.is_link and bool(data.keys() & {"from", "appeared", "changed"}))


def presses(history: History) -> list[Press]:
    """Return the presses of a run that succeeded, or sent something that was taken."""
    return [Press(each) for each in history.asked if is_press(each) and (each.result.ok or _has_sent(each))]


def _has_sent(action: PastCall) -> bool:
    return any(not each["refused"] and each["act"] == action.path for each in action.effects)


def entered(history: History) -> Iterator[str]:
    """Yield the values that the model entered; they are known even if no page shows them."""
    for action in history.asked:
        if action.result.ok and action.tool.startswith("page."):
            yield from entered_by(action.tool, action.args)
        elif names := half_filled(action):
            yield from entered_by(action.tool, {"fields": {name: action.args["fields"][name] for name in names}})


def half_filled(action: PastCall) -> list[str]:
    """Return the fields that were filled of a form in which others could not be."""
    data = action.result.data if action.tool == "page.fill" and not action.result.ok else None
    return list(data.get("filled", ())) if isinstance(data, dict) else []


def entered_by(tool: str, args: Any) -> Iterator[str]:
    """Yield the values that a call puts into the page: of another tool all it is given."""
    given = args if isinstance(args, dict) else {}
    for name in ENTERS.get(tool, ()) if tool.startswith("page.") else given:
        yield from (str(each) for _, each in scalars(given.get(name)) if not isinstance(each, bool | None))


def is_press(action: PastCall) -> bool:
    """Return whether a call presses something."""
    match action.tool:
        case "page.click" | "page.act" | "page.drag":
            return True
        case "page.keypress":
            return str(_argument(action, "key")).casefold().rpartition("+")[2] in SENDS
        case "page.type":
            return "\n" in str(_argument(action, "text"))
        case "page.dialog":
            return bool(_argument(action, "accept"))
    return False


def _argument(action: PastCall, name: str) -> Any:
    return action.args.get(name) if isinstance(action.args, dict) else None
