"""The texts by which a thing may be known, with how much each counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...text.lexicon import Words, name_words, words
from .scene import Thing

ROLE_WORDS: Final = {
    "password": "password", "date": "date day", "time": "time", "file": "file attachment upload add choose attach",
    "searchbox": "search", "columnheader": "sort column", "spinbutton": "number", "colour": "colour",
    "month": "month date", "week": "week date", "datetime": "date time", "checkbox": "tick", "switch": "switch toggle",
}  # fmt: skip


def fields(thing: Thing) -> Iterator[tuple[Words, float]]:
    """The texts of a thing, with how much each counts."""
    if thing.name:
        yield words(thing.name), 1.0
    if thing.sort in ("text", "heading"):
        return
    if thing.icon:
        yield name_words(thing.icon), 0.95 if thing.bare else 0.72
    if thing.title and thing.title != thing.name:
        yield words(thing.title), 0.95
    if thing.sort == "control":
        yield from _control_fields(thing)


def _control_fields(thing: Thing) -> Iterator[tuple[Words, float]]:
    called = ((thing.label, 1.0), (thing.hint, 0.95), (thing.text, 0.94))
    yield from ((words(text), much) for text, much in called if text and text != thing.name)
    around = ((thing.value, 0.75), (thing.column, 0.8), (thing.about, 0.85), (" ".join(thing.choices), 0.45))
    yield from ((words(text), much) for text, much in around if text)
    if thing.href:
        yield name_words(thing.href), 0.5
    if thing.type in ("submit", "image") and thing.form:
        yield words("submit"), 0.84
    if thing.role in ROLE_WORDS:
        yield words(ROLE_WORDS[thing.role]), 0.8
