"""Actions that later runs may not need: closing a banner or pop-up, and what the task makes a condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...browser.banner import answers_banner
from .recording import RecordedAction

CONDITION: Final = re.compile(r"\b(?:if|in case)\b[^.;\n]*", re.IGNORECASE)
POINTING: Final = frozenset({"page.click", "page.keypress"})


def is_banner(act: RecordedAction) -> bool:
    """Whether a click only dismissed a banner or pop-up."""
    return act.tool in POINTING and act.element is not None and answers_banner(act.element, act.words or "")


def is_conditional(act: RecordedAction, acts: Sequence[RecordedAction], task: str) -> bool:
    """Whether the run checked, just before, a condition that the task sets for this action."""
    before = [each for each in acts if each.at < act.at]
    looked = before[-1] if before else None
    if looked is None or looked.tool not in ("page.query", "page.find") or act.element is None:
        return False
    asked = _words(f"{looked.args.get('selector', '')} {looked.args.get('text', '')}")
    return any(asked & _words(condition) for condition in CONDITION.findall(task))


def conditions(task: str) -> list[str]:
    """Return the conditional clauses of a task."""
    return [found.strip() for found in CONDITION.findall(task)]


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}
