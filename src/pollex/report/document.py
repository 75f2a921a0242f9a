"""The whole page: one file that needs nothing else, runs nothing, and may load nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.event import Event
from ..text.clip import on_one_line
from .amounts import moment, plural
from .chapters import chapters
from .gather import gather
from .markup import Html, joined, tag
from .pictures import MOST, Album
from .raw import files, raw
from .story import Story
from .summary import header, outcome, times
from .timeline import timeline


@dataclass(frozen=True, slots=True)
class Report:
    """A page about a run."""

    html: str
    pictures: int
    """How many are in it."""
    left_out: int
    """How many are not, because they were too much or are gone."""


def report(
    events: Sequence[Event], *, status: str | None = None, folder: Path | None = None, most: int = MOST
) -> Report:
    """A page that tells a run to a person.

    `status` is what the engine says of the run, `folder` is where its pictures are; at most `most` bytes of them are
    taken in.
    """
    story, album = gather(events, status), Album(folder, most)
    style = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    page = tag("html", _head(story, style), tag("body", _body(story, events, album)), lang="en")
    return Report(f"<!doctype html>\n{page}\n", album.taken, album.left_out)


def _head(story: Story, style: str) -> Html:
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(style)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{on_one_line(story.title, 60)} · {story.ending.words}"),
        tag("style", Html(style)),
    )


def _policy(style: str) -> str:
    """Nothing may run or be loaded; the one style sheet is known by its hash, and pictures are in the page itself."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _body(story: Story, events: Sequence[Event], album: Album) -> Html:
    parts = plural(len(story.parts), "node" if story.kind == "workflow" else "step")
    steps = tag(
        "section",
        tag("h2", {"task": "Step by step", "workflow": "Node by node", "calls": "Calls"}[story.kind], id="steps"),
        chapters(story, album) if story.entries else tag("p", "Nothing has happened yet."),
        aria_labelledby="steps",
    )
    return joined(
        (
            tag("a", f"Skip to the {parts}", href="#steps", class_="skip"),
            header(story),
            tag("main", outcome(story), times(story), timeline(story), steps, files(story), raw(events)),
            tag("footer", tag("p", f"Written by Pollex from the events of a run of {moment(story.started)}.")),
        )
    )
