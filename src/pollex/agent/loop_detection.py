"""Detect a model that repeats itself on an unchanged page: first a nudge, then the end of the run."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..core.fault import Fault
from ..core.json import dumps
from .history import History, Turn

NUDGE: Final = 3
STOP: Final = 5
"""How often the same may be done on a page that shows the same."""


def _done(turn: Turn) -> str:
    """Return a turn's calls and page as one comparable text."""
    return dumps([turn.look.fingerprint, [[action.tool, action.args] for action in turn.actions], turn.problem])


def repeats(history: History) -> int:
    """Return how often the last turn was repeated exactly."""
    decided = [turn for turn in history.turns if turn.actions or turn.problem]
    return Counter(map(_done, decided))[_done(decided[-1])] if decided else 0


def nudge(history: History) -> str | None:
    """Return a notice for a model that repeats itself."""
    count = repeats(history)
    if count < NUDGE:
        return None
    return (
        f"You have done exactly this {count} times on this page, and nothing came of it. "
        "Do something else, or call `done` with success false and say why."
    )


def stop(history: History) -> Fault | None:
    """Return the Fault that ends a run which only repeats itself."""
    count = repeats(history)
    if count < STOP:
        return None
    last = history.turns[-1]
    done = ", ".join(action.tool for action in last.actions) or "an answer that cannot be read"
    message = f"The agent went in circles: {count} times the same on the same page ({done})."
    hint = "Say the task in other words, in smaller steps, or choose another model."
    return Fault("failed", message, received=last.look.url, hint=hint, retry=False)
