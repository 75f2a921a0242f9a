"""The story of a run from its events."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.event import Event
from .ending import ending
from .gathering import Gathering
from .spent import spent
from .story import Story


def gather(events: Sequence[Event], status: str | None = None) -> Story:
    """The story of a run so far; `status` is what the engine says of it, where that is known."""
    gathered = Gathering(events[0])
    for event in events:
        gathered.hear(event)
    whole, parts = spent(events)
    about, result = gathered.about, gathered.result
    data = (result or {}).get("data")
    return Story(
        run=events[0].run,
        kind="task" if "task" in about else "workflow" if "workflow" in about else "calls",
        title=str(about.get("task") or about.get("workflow") or "Calls of tools"),
        about=about,
        ending=ending(result, status, about),
        data=data if isinstance(data, dict) else {},
        started=events[0].at,
        ms=sum(whole.values()),
        cost=gathered.cost,
        spent=whole,
        spent_in=parts,
        entries=gathered.entries,
        files=list(dict.fromkeys(gathered.files)),
    )
