"""The whole page: one file that needs nothing else, runs nothing, and may load nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..core.event import Event
from ..text.amounts import duration, milliseconds_between
from .gather import gather
from .pictures import MAX_BYTES, Album
from .story import Story

EVENT, EVENTS = 4_000, 2_000_000
"""Characters of one event and of all events."""
SEALED: Final = {"state": "(sealed)"}


@dataclass(frozen=True, slots=True)
class Report:
    """A page about a run."""

    html: str
    pictures: int
    """How many are in it."""
    left_out: int
    """How many are not, because they were too much or are gone."""


def report(
    events: Sequence[Event], *, status: str | None = None, folder: Path | None = None, most: int = MAX_BYTES
) -> Report:
    """Return a page that tells a run to a person.

    `status` is what the engine says of the run, `folder` is where its pictures are; at most `most` bytes of them are
    taken in.
    """
    from .markup import template  # loads Jinja, which only a page needs

    story, album = gather(events, status), Album(folder, most)
    illustrate(story, album)
    style = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    html = template().render(story=story, style=style, policy=_policy(style), events=list(_raw(events)))
    return Report(html, album.taken, album.left_out)


def illustrate(story: Story, album: Album) -> None:
    """Give each step its picture, unless the page has not changed since the one before, and each screenshot its own."""
    for part in story.parts:
        picture = part.data.get("picture")
        if picture and (picture != album.last or any(action.box for action in part.actions)):
            part.figure = album.take(str(picture))
        for action in part.actions:
            if action.tool == "page.screenshot" and isinstance(path := action.data.get("path"), str):
                action.picture = album.take(path)


def _policy(style: str) -> str:
    """Allow nothing to run or be loaded but the one style sheet, by its hash, and pictures in the page itself."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _raw(events: Sequence[Event]) -> Iterator[tuple[Event, str, str]]:
    """Yield each event with its time and its data as JSON, cut where they are too long."""
    from .markup import pretty

    room = EVENTS
    for event in events:
        text = pretty({**event.data, **(SEALED if event.kind == "page.kept" else {})}, min(EVENT, room))
        room = max(room - len(text), 0)
        yield event, duration(milliseconds_between(events[0].at, event.at)), text
