"""The steps at a glance: a list of links, each with a stroke for when it was and how long it took."""

from __future__ import annotations

from ..text.clip import on_one_line
from .actions import mark
from .amounts import duration
from .chapters import anchor, headline
from .markup import Html, tag
from .story import Part, Story

MANY = 30
"""From so many steps on, the list is folded."""
THIN = 6.0
"""A stroke is at least so wide, of 1000, to be seen."""


def timeline(story: Story) -> Html | None:
    parts = [part for part in story.parts if part.kind != "calls"]
    if len(parts) < 2:
        return None
    rows = [_row(part, story.ms or 1.0) for part in parts]
    shown = tag("ol", rows, class_="timeline")
    name = "Steps at a glance" if story.kind == "task" else "Nodes at a glance"
    if len(parts) > MANY:
        shown = tag("details", tag("summary", f"All {len(parts)}"), shown)
    return tag("nav", tag("h2", name, id="glance"), shown, aria_labelledby="glance")


def _row(part: Part, whole: float) -> Html:
    label = part.path if part.kind == "node" else part.path.strip("/")
    link = tag("a", on_one_line(headline(part), 90), href=f"#{anchor(part)}")
    ms = "" if part.ms is None else duration(part.ms)
    words = tag("span", mark(part.ok), tag("span", label, class_="number"), link, class_="words")
    return tag("li", words, _stroke(part, whole), tag("span", ms, class_="ms"))


def _stroke(part: Part, whole: float) -> Html:
    width = min(max(1000 * (part.ms or 0.0) / whole, THIN), 1000.0)
    left = min(1000 * part.after / whole, 1000 - width)
    kind = {True: "good", False: "bad"}.get(part.ok is not False)
    made = tag("rect", x=round(left, 1), y=2, width=round(width, 1), height=6, class_=f"stroke {kind}")
    line = tag("rect", x=0, y=4.5, width=1000, height=1, class_="rail")
    return tag("svg", line, made, viewBox="0 0 1000 10", preserveAspectRatio="none", aria_hidden="true", class_="bar")
