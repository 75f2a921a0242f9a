"""The end of the page: the files that the run kept, and its events as they were written, folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..core.event import Event
from ..core.json import Object, dumps
from .amounts import between, duration, number, plural
from .markup import Html, tag
from .story import Story

LONG: Final = 4_000
"""Characters of one event."""
ALL: Final = 2_000_000
"""Characters of all events."""


def files(story: Story) -> Html | None:
    if not story.files:
        return None
    listed = [tag("li", tag("code", file)) for file in story.files]
    return tag("section", tag("h2", "Files", id="files"), tag("ul", listed), aria_labelledby="files")


def _open(event: Event) -> Object:
    """What an event says; a browser's state is sealed and tells nobody anything."""
    return {**event.data, "state": "(sealed)"} if event.kind == "page.kept" else event.data


def raw(events: Sequence[Event]) -> Html:
    """All events; where they are too long, how to see the rest."""
    room, rows = ALL, []
    for event in events:
        text = dumps(_open(event), indent=True)
        most = min(LONG, room)
        cut = f"\n… {number(len(text) - most)} more characters" if len(text) > most else ""
        after = duration(between(events[0].at, event.at))
        head = tag("summary", tag("code", event.kind), f" {event.seq}, after {after}")
        rows.append(tag("li", tag("details", head, tag("pre", text[:most] + cut))))
        room -= min(len(text), most)
    hint = tag("p", "In full: ", tag("code", f"pollex runs show {events[0].run} --json"), class_="aside")
    inside = tag("details", tag("summary", plural(len(events), "event")), hint, tag("ol", rows, class_="events"))
    return tag("section", tag("h2", "Events", id="events"), inside, aria_labelledby="events")
