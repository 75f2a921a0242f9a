"""Actions that later runs may not need: closing a banner or pop-up, and what the task makes a condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .recording import RecordedAction

BANNER: Final = re.compile(
    r"\b(cookies?|consent|gdpr|privacy (?:settings|preferences|notice)|newsletter|pop-?ups?|overlay|promotion)\b",
    re.IGNORECASE,
)
ANSWERS: Final = re.compile(
    r"^(accept|allow|agree|reject|refuse|decline|deny|only (?:necessary|essential)|(?:strictly )?necessary|essential|"
    r"got it|ok(?:ay)?|i (?:agree|accept|understand)|close|dismiss|no,? thanks|not now|maybe later|"
    r"save (?:choices|settings)|×|x)\b",
    re.IGNORECASE,
)
CONDITION: Final = re.compile(r"\b(?:if|in case)\b[^.;\n]*", re.IGNORECASE)
POINTING: Final = frozenset({"page.click", "page.keypress"})


def is_banner(act: RecordedAction) -> bool:
    """Whether a click only dismissed a banner or pop-up."""
    known = act.element
    if act.tool not in POINTING or known is None or known.role not in ("button", "link", None):
        return False
    name = known.name or known.text or ""
    around = (known.part, known.form, known.id, known.css, act.words, name)
    near = " ".join((*known.neighbours, *filter(None, around))).replace("_", " ")
    return bool(BANNER.search(near)) and bool(ANSWERS.search(name.strip()))


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
