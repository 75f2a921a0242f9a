"""Answers in the running text of a page: the words around them, by which they are found again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from ...text.between import between, plain_lines
from .parametrizer import NamedValue, typed_text
from .recording import RecordedAction
from .sources import Sources

LONGEST: Final = 200
TEXTS: Final = frozenset({"page.text", "page.read"})
"""Tools that return the text of a page."""
NEAR: Final = 6
"""The most words on either side that are tried."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The text between two others in a text that was read."""

    act: RecordedAction
    before: str
    after: str

    @property
    def key(self) -> tuple[object, ...]:
        return (self.act.at, self.before, self.after)


def excerpt_of(value: Any, sources: Sources, at: int) -> Excerpt | None:
    """Return where a value is in a text, if it is there once and next to words that describe it."""
    wanted = " ".join(typed_text(value).split()) if not isinstance(value, dict | list | bool | None) else ""
    if not wanted or len(wanted) > LONGEST:
        return None
    found = (excerpt_in(act, wanted) for act in sources.before(at))
    return next((each for each in found if each is not None), None)


def excerpt_in(act: RecordedAction, wanted: str) -> Excerpt | None:
    """Return where a value is in the text that an action read, if only one place has words that describe it."""
    text = act.data_field("text") if act.tool in TEXTS else None
    around = _around(plain_lines(text), wanted) if isinstance(text, str) else None
    return None if around is None else Excerpt(act, *around)


def _around(text: str, wanted: str) -> tuple[str, str] | None:
    """Return the fewest words before and after a value that occur nowhere else: on its line, else the line before."""
    places = [match.span() for match in re.finditer(rf"(?<![\w.,]){re.escape(wanted)}(?![\w]|[.,]\d)", text)]
    if len(places) > 1 and not NamedValue(wanted, "").is_distinctive:
        return None
    found = [pair for place in places if (pair := _described(text, wanted, *place))]
    return found[0] if len(found) == 1 else None


def _described(text: str, wanted: str, start: int, end: int) -> tuple[str, str] | None:
    line = text.rfind("\n", 0, start) + 1
    close = text.find("\n", end)
    before, after = text[line:start], text[end:close]
    for count in range(1, NEAR + 1):
        pair = _last(before, count), _first(after, count)
        if _says(pair) and _is_only(text, *pair, wanted):
            return pair
    label = text[text.rfind("\n", 0, max(0, line - 1)) + 1 : line]
    is_label = not before and not after and _says((label, "")) and not re.search(r"\d", label) and len(label) < LONGEST
    return ("\n" + label, "\n") if is_label and _is_only(text, "\n" + label, "\n", wanted) else None


def _last(text: str, count: int) -> str:
    """Return the last words of a text, back to one with a figure, which may differ next time."""
    words = re.findall(r"\S+\s*", text)[-count:]
    while any(re.search(r"\d", word) for word in words):
        words = words[1:]
    return "".join(words)


def _first(text: str, count: int) -> str:
    words = re.findall(r"\s*\S+", text)[:count]
    while any(re.search(r"\d", word) for word in words):
        words = words[:-1]
    return "".join(words)


def _says(around: tuple[str, str]) -> bool:
    return any(sum(map(str.isalpha, each)) > 1 for each in around)


def _is_only(text: str, before: str, after: str, wanted: str) -> bool:
    """Whether these words surround the value and nothing else."""
    return [found.strip() for found in between(text, before, after)] == [wanted]
