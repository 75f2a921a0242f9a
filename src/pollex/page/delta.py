"""The difference between two observations of a page as text: what appeared, what changed, what is gone.

+ dialog Remove this row?:
+ [31] button Remove (focused)
~ [12] textbox Email = ada@example.org
~ [3] to [12] covered by dialog "Remove this row?"
+ 14 rows further down
- [15] button Remove
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Final

from ..text.clip import clipped
from .changed_lines import ChangedLine, ObservationDiff, merge_equal_changes
from .comparable import FOCUSED
from .folding import SHOWN_ROWS, SHOWN_SINGLES, folded_line, shown_of
from .left_rows import left_rows
from .observation import Observation
from .outline import named, outline, standing_lines
from .removed_lines import removed_lines

ELSEWHERE: Final = "(elsewhere)"
"""Above what is under no heading or landmark, where others stand before it."""
SHOWN_IN_VIEW: Final = 25
"""Rows that came into view by scrolling: as many as people see at once."""
SHOWN_HEADINGS: Final = 3
SHOWN_MOVED: Final = 4


def delta(before: Observation, after: Observation, unfold: Collection[int] = ()) -> str:
    """The changes as lines with `+`, `~` and `-`; the whole outline where that is shorter or the page is another."""
    whole = outline(after, unfold)
    if before.url.partition("#")[0] != after.url.partition("#")[0] and not before.controls().keys() & after.controls():
        return whole
    left = list(left_rows(before, after))
    reader = ObservationDiff(before, after)
    news = list(merge_equal_changes(reader.news()))
    changes = "\n".join(_changes(before, after, left, reader, news))
    return changes if left or _in_view_only(news, whole) or len(changes) < len(whole) else whole


def _in_view_only(news: Collection[ChangedLine], whole: str) -> bool:
    """Whether something has come into view that the whole outline folds."""
    shown = set(whole.splitlines())
    return any(each.line.arrival == "view" and each.line.text not in shown for each in news)


def _changes(
    before: Observation, after: Observation, left: list[str], reader: ObservationDiff, news: list[ChangedLine]
) -> Iterator[str]:
    if before.url != after.url:
        yield f"url: {after.url}"
    if before.title != after.title:
        yield f"title: {after.title}"
    if abs(before.scroll_y - after.scroll_y) > 1:
        yield f"scrolled to {after.scroll_y:.0f} of {after.scroll_height:.0f}"
    yield from _folded(news)
    yield from left
    yield from _focus(before, after, {control.index for each in news for control in each.line.controls})
    yield from _order(before, after)
    yield from _covers(before, after)
    yield from _further(reader, before, after)
    yield from removed_lines(before, after)


def _folded(news: list[ChangedLine]) -> Iterator[str]:
    """The news, each under the heading or landmark it is in; of many rows alike only the first, and how many more."""
    around = ""
    for series, run in groupby(news, key=lambda each: each.line.row[0] if each.line.row else 0):
        alike = list(run)
        rows = list(dict.fromkeys(each.line.row for each in alike))
        most = SHOWN_SINGLES if all(each.is_single() for each in alike) else SHOWN_ROWS
        most = SHOWN_IN_VIEW if all(each.line.arrival == "view" for each in alike) else most
        shown = set(rows[: shown_of(len(rows), most)] if series else rows)
        shown |= {each.line.row for each in alike if each.line.kept}
        for each in alike:
            if each.line.row in shown:
                if each.where != around:
                    yield each.where or ELSEWHERE
                around = each.text if each.line.structure else each.where
                yield each.text
        if left := [each for each in alike if each.line.row not in shown]:
            first = next((control.index for each in left for control in each.line.controls), None)
            yield folded_line(len(rows) - len(shown), first or left[0].line.at)


def _focus(before: Observation, after: Observation, named: Collection[int]) -> Iterator[str]:
    """The line that says where the focus went, unless another line does."""
    known = before.controls()
    for index, control in after.controls().items():
        if FOCUSED in control.states and index in known and index not in named and FOCUSED not in known[index].states:
            yield f"~ [{index}] {FOCUSED}"


def _order(before: Observation, after: Observation) -> Iterator[str]:
    """Where known controls stand in another order: a list was sorted, a card was moved."""
    left = after.controls()
    then = [index for index in before.controls() if index in left]
    known = set(then)
    now = [index for index in left if index in known]
    if then != now:
        first = next(place for place, (one, other) in enumerate(zip(then, now, strict=True)) if one != other)
        names = (f"[{index}] {left[index].role} {clipped(left[index].name, 30)}" for index in now[first:][:SHOWN_MOVED])
        yield f"~ another order: … {', '.join(names)} …"


def _covers(before: Observation, after: Observation) -> Iterator[str]:
    """Which controls are covered or cut off now and were not, or were and are free."""
    known, controls = before.controls(), list(after.controls().values())
    then = [(known.get(now.index), now) for now in controls]
    news = [now for old, now in then if (now.cover or now.scrolled) and not (old and (old.cover or old.scrolled))]
    yield from (f"~ {line}" for line in standing_lines(controls, news))
    if free := [now for old, now in then if old and old.cover and not now.cover]:
        yield f"~ {named(free, controls)} no longer covered"


def _further(reader: ObservationDiff, before: Observation, after: Observation) -> Iterator[str]:
    """Lines that existed before and only scrolled into the observed range."""
    if not (lines := reader.further):
        return
    rows = {line.row for line in lines if line.row}
    word, count = ("row", len(rows)) if all(line.row for line in lines) else ("line", len(lines))
    way = "up" if after.scroll_y < before.scroll_y else "down"
    headings = [clipped(line.words[0], 30) for line in lines if line.heading and line.words][:SHOWN_HEADINGS]
    yield f"+ {count} {word}{'s' if count > 1 else ''} further {way}{': ' + ', '.join(headings) if headings else ''}"
