"""The course of a run: what it saw and what it did, in the order in which it came."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .history import History, PastCall
from .look import Look


class Stretch(NamedTuple):
    """What was done between two looks, the last of which may be the answer's own."""

    before: Look
    calls: list[PastCall]
    after: Look

    @property
    def is_other(self) -> bool:
        """Whether the same page shows something else behind it."""
        return self.before.url == self.after.url and self.before.fingerprint != self.after.fingerprint


def course(history: History) -> Iterator[Look | PastCall]:
    """Yield the looks and the calls; a person acts before a turn's look."""
    for turn in history.turns:
        yield from turn.person
        yield turn.look
        for action in turn.actions:
            if action.behind is not None:
                yield action.behind
            yield action
    if history.behind is not None:
        yield history.behind


def stretches(history: History) -> Iterator[Stretch]:
    """Yield what was done from each look to the next."""
    before: Look | None = None
    calls: list[PastCall] = []
    for each in course(history):
        if isinstance(each, PastCall):
            calls.append(each)
            continue
        if before is not None:
            yield Stretch(before, calls, each)
        before, calls = each, []


def outline(history: History) -> str:
    """Return what the page showed last."""
    return next((each.outline for each in reversed(list(course(history))) if isinstance(each, Look)), "")
