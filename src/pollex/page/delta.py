"""What changed between two looks at a page, for whoever has seen the first: what came, what is different, what went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from .outline import Line, clipped, lines, outline
from .sighting import Control, Sighting

SHOWN_GONE: Final = 5


def delta(before: Sighting, after: Sighting) -> str:
    """The changes as lines with `+`, `~` and `-`; the whole outline where that is shorter or the page is another."""
    whole = outline(after)
    if before.url.partition("#")[0] != after.url.partition("#")[0] and not before.controls().keys() & after.controls():
        return whole
    changes = "\n".join(_changes(before, after))
    return changes if len(changes) < len(whole) else whole


def _changes(before: Sighting, after: Sighting) -> Iterator[str]:
    if before.url != after.url:
        yield f"url: {after.url}"
    if before.title != after.title:
        yield f"title: {after.title}"
    known = before.controls()
    told = Counter(line.text for line in lines(before))
    where = told_where = ""
    for line in lines(after):
        if line.structure:
            where = line.text
        mark = _mark(line, known, told)
        if mark is None:
            continue
        if where != told_where and not line.structure:
            yield where
        told_where = where
        yield f"{mark} {line.text}"
    yield from _gone(before, after)


def _mark(line: Line, known: dict[int, Control], told: Counter[str]) -> str | None:
    """`+` for what is new, `~` for what is known and different, nothing for what is as it was."""
    if told[line.text]:
        told[line.text] -= 1
        return None
    return "~" if line.controls and all(control.index in known for control in line.controls) else "+"


def _gone(before: Sighting, after: Sighting) -> Iterator[str]:
    left = after.controls()
    went = [control for index, control in before.controls().items() if index not in left]
    texts = [f"[{control.index}] {control.role} {clipped(control.name, 40)}".rstrip() for control in went[:SHOWN_GONE]]
    if texts:
        more = f", and {len(went) - SHOWN_GONE} more" if len(went) > SHOWN_GONE else ""
        yield f"- {', '.join(texts)}{more}"
    heard = {line.text for line in lines(after)}
    silent = [line.text for line in lines(before) if not line.controls and line.text not in heard]
    yield from (f"- {clipped(text, 60)}" for text in silent[:SHOWN_GONE] if not text.startswith("…"))
