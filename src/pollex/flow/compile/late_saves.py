"""Acts whose page saves a moment later: the workflow must not leave the page before that."""

from __future__ import annotations

from collections.abc import Sequence

from .recording import RecordedAction


def awaited_saves(acts: Sequence[RecordedAction]) -> frozenset[int]:
    """Return the places of the acts that sent something only later, and after which nothing was sent from that page."""
    found, covered = set[int](), False
    for act in reversed(acts):
        if act.navigated or act.tool in ("page.navigate", "page.open_tab"):
            covered = False
        if act.effects and not covered:
            covered = True
            if not act.sent:
                found.add(act.at)
    return frozenset(found)
