"""What the parser and nh3 dropped: the difference between the tags before and after.

Left out without a note, since nothing is lost: comments, and end tags that close nothing.
"""

from __future__ import annotations

from collections import Counter
from html import unescape

from .notes import Notes, quoted
from .policy import ATTRIBUTES, DROPPED_WITH_CONTENT, TAGS, VOID
from .tags import Tag, Unread, tags


class TagCounts:
    """The elements of a text and their attributes, counted."""

    def __init__(self, html: str) -> None:
        self.elements: Counter[str] = Counter()
        self.attributes: Counter[tuple[str, str]] = Counter()
        self.values: list[tuple[str, str, str]] = []
        self.unread: list[Unread] = []
        dropped, depth = "", 0
        for tag in tags(html):
            if isinstance(tag, Unread):
                if not depth:
                    self.unread.append(tag)
            elif depth:
                depth += 0 if tag.name != dropped else -1 if tag.closes else 1
            elif not tag.closes:
                self._count(tag)
                if tag.name in DROPPED_WITH_CONTENT and tag.name not in VOID:
                    dropped, depth = tag.name, 1

    def _count(self, tag: Tag) -> None:
        name = "img" if tag.name == "image" else tag.name
        self.elements[name] += 1
        for key, value in tag.attributes:
            self.attributes[name, key] += 1
            self.values.append((name, key, value))


def note_difference(raw: str, clean: str, notes: Notes) -> None:
    """Note everything that stands in `raw` and no longer in `clean`."""
    before, after = TagCounts(raw), TagCounts(clean)
    for unread in before.unread:
        what = "was dropped" if unread.finished else "at the end is not finished and was dropped"
        notes.add("text", value=f"{quoted(unread.text)} {what}")
    if zeros := raw.count("\0"):
        notes.add("text", value="a character U+0000 was dropped", times=zeros)
    lost = before.elements - after.elements
    for tag, times in lost.items():
        notes.add("element", tag, times=times)
    gone = before.attributes - after.attributes
    for (tag, name), times in gone.items():
        if tag not in TAGS:
            continue
        if name not in ATTRIBUTES[tag]:
            notes.add("attribute", tag, name, times=times)
        elif tag not in lost:
            _note_values(before, after, tag, name, notes)


def _note_values(before: TagCounts, after: TagCounts, tag: str, name: str, notes: Notes) -> None:
    """Note which values of an attribute, that may stand there, were dropped."""
    values = [
        Counter(unescape(value) for at, key, value in counts.values if (at, key) == (tag, name))
        for counts in (before, after)
    ]
    for value, times in (values[0] - values[1]).items():
        notes.add("value" if name in ("href", "src") else "repeated", tag, name, value, times)
