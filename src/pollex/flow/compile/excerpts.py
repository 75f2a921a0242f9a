"""Answers that stand in the running text of a page: the words around them, by which they are found again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from ...text.between import between, plain_lines
from .recording import Act
from .sources import Sources
from .weaving import as_text

LONGEST: Final = 200
NEAR: Final = 4
"""Words on either side that are tried."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What stands between two texts in a text that was read."""

    act: Act
    before: str
    after: str

    @property
    def key(self) -> tuple[object, ...]:
        return (self.act.at, self.before, self.after)


def excerpt_of(value: Any, sources: Sources, at: int) -> Excerpt | None:
    """Where a value stands in a text, if only once there and beside words that say what it is."""
    wanted = " ".join(as_text(value).split()) if not isinstance(value, dict | list | bool | None) else ""
    if not wanted or len(wanted) > LONGEST:
        return None
    for act in sources.before(at):
        text = act.told("text") if act.tool == "page.text" else None
        if isinstance(text, str) and (around := _around(plain_lines(text), wanted)):
            return Excerpt(act, *around)
    return None


def _around(text: str, wanted: str) -> tuple[str, str] | None:
    """The fewest words around the only place of a value that are nowhere else: on its line, else the line before."""
    places = [match.span() for match in re.finditer(rf"(?<![\w.,]){re.escape(wanted)}(?![\w]|[.,]\d)", text)]
    if len(places) != 1:
        return None
    start, end = places[0]
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
    """The last words of what stands before, up to one with a figure, since that may be another next time."""
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
    """Whether these words lead to the value and nowhere else."""
    return [found.strip() for found in between(text, before, after)] == [wanted]
