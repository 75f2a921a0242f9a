"""What the parser and nh3 dropped: the difference between the tags before and after.

Left out without a note, since nothing is lost: comments, and end tags that close nothing.
"""

from __future__ import annotations

from collections import Counter
from html import unescape

from .notes import Notes, quoted
from .parse import CleanHtml
from .policy import ATTRIBUTES, DROPPED_WITH_CONTENT, TAGS, VOID
from .tags import FOREIGN, Tag, Unread, tags
from .walk import Walk


class Written:
    """The elements of a text and their attributes, in order; those inside of elements dropped whole are left out."""

    def __init__(self, html: str) -> None:
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.unread: list[Unread] = []
        dropped, depth = "", 0
        for tag in tags(html):
            if depth and isinstance(tag, Tag) and dropped in FOREIGN and tag.ends_foreign:
                depth = 0
            if depth:
                if isinstance(tag, Tag) and tag.name == dropped:
                    depth += -1 if tag.closes else 1
            elif isinstance(tag, Unread):
                self.unread.append(tag)
            elif not tag.closes:
                self._add(tag)
                if tag.name in DROPPED_WITH_CONTENT and tag.name not in VOID:
                    dropped, depth = tag.name, int(tag.name not in FOREIGN or tag.opens_foreign)

    def _add(self, tag: Tag) -> None:
        name = "img" if tag.name == "image" else tag.name
        self.elements.append(name)
        if tag.written:
            self.attributes += [(name, key, value) for key, value in tag.attributes]

    @property
    def names(self) -> list[tuple[str, str]]:
        """The attributes without their values."""
        return [(tag, name) for tag, name, _ in self.attributes]


def note_difference(raw: str, clean: CleanHtml, walk: Walk) -> None:
    """Note everything that stands in the HTML as it was sent and no longer in the tree that was walked."""
    before, notes = Written(raw), walk.notes
    for unread in before.unread:
        what = "was dropped" if unread.finished else "at the end is not finished and was dropped"
        notes.add("text", value=f"{quoted(unread.text)} {what}")
    if zeros := raw.count("\0"):
        notes.add("text", value="a character U+0000 was dropped", times=zeros)
    if before.elements != walk.elements or before.names != walk.names:
        _note_tags(before, Written(clean.text), notes)


def _note_tags(before: Written, after: Written, notes: Notes) -> None:
    lost = Counter(before.elements) - Counter(after.elements)
    for tag, times in lost.items():
        notes.add("element", tag, times=times)
    for (tag, name), times in (Counter(before.names) - Counter(after.names)).items():
        if tag not in TAGS:
            continue
        if name not in ATTRIBUTES[tag]:
            notes.add("attribute", tag, name, times=times)
        elif tag not in lost:
            _note_values(before, after, tag, name, notes)


def _note_values(before: Written, after: Written, tag: str, name: str, notes: Notes) -> None:
    """Note which values of an attribute that may stand there were dropped."""
    old, new = (
        Counter(unescape(value) for at, key, value in written.attributes if (at, key) == (tag, name))
        for written in (before, after)
    )
    for value, times in (old - new).items():
        notes.add("value" if name in ("href", "src") else "repeated", tag, name, value, times)
