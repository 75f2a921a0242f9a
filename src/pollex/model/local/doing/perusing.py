"""Values that only a page behind a row tells: the rows that share most words with the question are opened and read."""

from __future__ import annotations

from typing import Final

from ....core.json import Object
from ..program import Question
from .calling import act, call
from .columns import tokens
from .rows import rows, whole
from .script import Memory, Script
from .sentences import FILLER, stated

MOST: Final = 3
SHARED: Final = 2


def perused(memory: Memory, asked: Question) -> Script[str | None]:
    """What the first of such pages says that tells all that is asked for."""
    start = memory.url
    for place in range(MOST):
        fitting = yield from _fitting(memory, asked)
        if place >= len(fitting):
            return None
        yield from act(memory, asked.said, "click", selector=fitting[place]["link"])
        shown = yield from call(memory, "text")
        values = [stated(str(shown.get("text") or ""), field, asked.said) for field in asked.fields]
        if values and all(values):
            memory.parts = [value for value in values if value]
            return ", ".join(memory.parts)
        yield from call(memory, "navigate", url=start)
    return None


def _fitting(memory: Memory, asked: Question) -> Script[list[Object]]:
    """The rows that share most words with the question."""
    wanted = {word for word in tokens(asked.said) if word not in FILLER}
    linked = [row for row in (yield from rows(memory)) if row.get("link") is not None]
    ranked = [(len(wanted & set(tokens(whole(row)))), row) for row in linked]
    best = max((shared for shared, _ in ranked), default=0)
    return [row for shared, row in ranked if shared == best >= SHARED]
