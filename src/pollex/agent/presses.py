"""The controls that a run pressed, what each caused, and what was filled in before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..browser.evidence import Evidence, element_of
from ..core.json import Object
from .history import History, PastCall, Turn

SENDS: Final = frozenset({"enter", "return", "numpadenter", "space", "spacebar", " "})
"""Keys that send a form off or press what has the focus."""
FILLS: Final = {"page.type": "text", "page.select": "option", "page.check": "on", "page.upload": "files"}
"""What puts a value into a field, and which of its arguments that is."""
SILENT: Final = re.compile(
    r"[^a-z]*|(?:(?:yes|no|ok|okay|confirm|continue|submit|proceed|go|go on|next|finish|done|apply|save|accept|run"
    r"|execute|ja|oui|sí|si|weiter)\b.*)",
    re.IGNORECASE,
)
"""Names of buttons that do not say what they do: a price, a sign, a word that fits everything."""


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed control, its page, and the fields filled in before."""

    turn: Turn
    action: PastCall
    filled: dict[str, Any]

    @property
    def evidence(self) -> Evidence | None:
        return element_of(self.action.result)

    @property
    def name(self) -> str:
        return "" if self.evidence is None else self.evidence.name or self.evidence.text or ""

    @property
    def sent(self) -> bool:
        """Whether it caused a changing request that succeeded."""
        return any(each.get("method", "GET") != "GET" for each in _list(self.data, "requests")) and not self.data.get(
            "failed"
        )

    @property
    def answered(self) -> bool:
        """Whether it had any effect: a request, another page, or new content."""
        is_link = self.evidence is not None and self.evidence.role == "link"
        return self.sent or (not is_link and bool(self.data.keys() & {"from", "appeared"}))

    @property
    def silent(self) -> bool:
        """Whether its name does not say what it does."""
        return SILENT.fullmatch(self.name.strip()) is not None

    @property
    def data(self) -> Object:
        return self.action.result.data if isinstance(self.action.result.data, dict) else {}

    def is_of(self, evidence: Evidence, url: str, filled: dict[str, Any]) -> bool:
        """Return whether it is the same control in the same place with the same values."""
        known = self.evidence
        if known is None or _address(self.turn.look.url) != _address(url) or self.filled != filled:
            return False
        return (known.role, known.name, known.neighbours) == (evidence.role, evidence.name, evidence.neighbours)


def presses(history: History) -> list[Press]:
    """Return the successful presses of a run."""
    found: list[Press] = []
    filled: dict[str, Any] = {}
    for turn in history.turns:
        for action in turn.actions:
            if not action.result.ok or turn.path == "/0":
                continue
            filled = {**filled, **_fills(action)}
            if _is_press(action):
                found.append(Press(turn, action, filled))
    return found


def filled_in(history: History) -> dict[str, Any]:
    """Return what the model has filled into fields."""
    return {name: value for each in history.asked if each.result.ok for name, value in _fills(each).items()}


def entered(history: History) -> Iterator[str]:
    """Yield the values that the model typed, chose or answered with; they are known even if no page shows them."""
    for action in history.asked:
        if not action.result.ok:
            continue
        values = [*_fills(action).values(), *([_argument(action, "text")] if action.tool == "page.dialog" else ())]
        for given in values:
            yield from (str(each) for each in (given if isinstance(given, list) else [given]) if each is not None)


def _is_press(action: PastCall) -> bool:
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


def _fills(action: PastCall) -> dict[str, Any]:
    """Return what an action put into which fields."""
    if action.tool == "page.fill":
        fields = _argument(action, "fields")
        return dict(fields) if isinstance(fields, dict) else {}
    return {_field(action): _argument(action, FILLS[action.tool])} if action.tool in FILLS else {}


def _argument(action: PastCall, name: str) -> Any:
    return action.args.get(name) if isinstance(action.args, dict) else None


def _field(action: PastCall) -> str:
    evidence = element_of(action.result)
    return "" if evidence is None else evidence.css or evidence.name or ""


def _list(data: Object, name: str) -> list[Object]:
    found = data.get(name)
    return found if isinstance(found, list) else []


def _address(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]
