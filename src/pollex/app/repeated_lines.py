"""Outlines without what was shown before: the header, menu and footer that all pages of a site have.

= banner: [1] to [18] are now [66] to [83]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Final

INDEX: Final = re.compile(r"\[(\d+)\]")
RENUMBERED: Final = "are now ["
FORGOTTEN: Final = "\n"
"""The text of a line that equals no other."""
LEAST: Final = 5
"""Lines that are worth a line which says that they are as before."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line without its numbers, the numbers with which it was shown, and those of now."""

    text: str
    indices: tuple[int, ...]
    now: tuple[int, ...]

    @classmethod
    def of(cls, line: str) -> ShownLine:
        indices = tuple(map(int, INDEX.findall(line)))
        return cls(INDEX.sub("[]", line), indices, indices)

    def is_in(self, changes: str, changed: set[int]) -> bool:
        """Return whether changes are about this line."""
        return not changed.isdisjoint(self.now) or (not self.now and f"- {self.text}" in changes)


@dataclass
class RepeatedLines:
    """Remembers the last outline with the numbers that were shown, to fold what the next one repeats."""

    _known: list[ShownLine] = field(default_factory=list)

    def remember(self, lines: Sequence[str]) -> None:
        """Keep an outline that is shown as it is."""
        self._known = [ShownLine.of(line) for line in lines]

    def change(self, changes: str) -> None:
        """Forget the lines that are different now."""
        changed = set(map(int, INDEX.findall(changes)))
        gone = RENUMBERED in changes
        self._known = [
            replace(line, text=FORGOTTEN) if gone or line.is_in(changes, changed) else line for line in self._known
        ]

    def fold(self, lines: Sequence[str]) -> list[str]:
        """Return an outline in which runs of lines that were shown before are one line each."""
        known, found = self._known, [ShownLine.of(line) for line in lines]
        matcher = SequenceMatcher(None, [each.text for each in known], [each.text for each in found], autojunk=False)
        shown: list[str] = []
        place, self._known = 0, list(found)
        for block in matcher.get_matching_blocks():
            for start, size in _runs(known[block.a : block.a + block.size], found[block.b : block.b + block.size]):
                first, end = block.b + start, block.b + start + size
                before = known[block.a + start : block.a + start + size]
                shown += [*lines[place:first], _folded(before, found[first:end])]
                self._known[first:end] = [
                    replace(old, now=new.indices) for old, new in zip(before, found[first:end], strict=True)
                ]
                place = end
        return [*shown, *lines[place:]]


def _runs(known: Sequence[ShownLine], found: Sequence[ShownLine]) -> Iterator[tuple[int, int]]:
    """Yield where runs begin that are all numbered by the same distance, and how long they are."""
    start, end, by = 0, 0, None
    for place, (before, now) in enumerate(zip(known, found, strict=True)):
        moved = {new - old for old, new in zip(before.indices, now.indices, strict=True)}
        if moved and (len(moved) > 1 or by not in (None, *moved)):
            if end - start >= LEAST:
                yield start, end - start
            start, by = place, None
        if len(moved) == 1:
            by, end = *moved, place + 1
    if end - start >= LEAST:
        yield start, end - start


def _folded(before: Sequence[ShownLine], now: Sequence[ShownLine]) -> str:
    """Return the line for a run. It ends with a numbered line, so that a heading stays above what is under it."""
    old, new = ([index for line in side for index in line.indices] for side in (before, now))
    what = before[0].text.replace("[] ", "").rstrip(":")
    return f"= {what}: [{old[0]}] to [{old[-1]}] are now [{new[0]}] to [{new[-1]}]"
