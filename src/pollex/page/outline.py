"""An observation as a compact text for prompts: one line per control or row, similar rows folded with a count.

navigation Categories:
[8] link Kitchen
## What others like
Oak Bedside Lamp · €24.90 · [38] button Add to basket
… 19 more like these (page_unfold 52)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from ..text.clip import clipped
from .folding import Folding, folded_line, holds, index_of
from .foremost import foremost_first
from .observation import Arrival, Control, Heading, Observation, OutlineGroup, OutlinePart, StaticText
from .outline_lines import Line

SHOWN_CHOICES: Final = 6
LONGEST_ROW: Final = 12
"""Pieces that a row may have on one line."""
SHOWN_STRETCHES: Final = 8
"""Groups of controls that are named together."""
MANY_STRETCHES: Final = 3
"""Groups up to which what is left out is not told instead."""
LONGEST_RUN: Final = 24
"""Buttons or links one after the other that are still shown in full."""
TEXT: Final = 90
VALUE: Final = 60
LONGEST_VALUE: Final = 110
"""Characters of a value that is not told at length."""


def outline(observation: Observation, unfold: Collection[int] = ()) -> str:
    """The outline of an observation; of lists that hold an index of `unfold` many more rows are shown."""
    shown = foremost_first(lines(observation, unfold))
    standing = standing_lines([control for line in shown for control in line.controls])
    return "\n".join([*_above(observation), *standing, *(line.text for line in shown), *_below(observation)])


def standing_lines(controls: Sequence[Control], some: Sequence[Control] | None = None) -> Iterator[str]:
    """Which controls are covered, by what, and which must be scrolled to, each once; or which of some of them."""
    some = controls if some is None else some
    covered = [each for each in some if each.cover]
    for cover, run in groupby(sorted(covered, key=lambda each: str(each.cover)), key=lambda each: each.cover):
        yield f"{named(list(run), controls)} covered by {cover}"
    if scrolled := [each for each in some if each.scrolled and not each.cover]:
        yield f"{named(scrolled, controls)} scroll to see"


def named(some: Sequence[Control], controls: Sequence[Control]) -> str:
    """Controls by their indices, or by those of the fewer others; three or more of which none is left out by two."""
    ours, every = {each.index for each in some}, sorted({each.index for each in controls})
    said, others = (_stretches(every, wanted) for wanted in (ours, set(every) - ours))
    if others and len(others) < len(said) > MANY_STRETCHES:
        return f"all but {', '.join(others)}"
    more = f" and {len(said) - SHOWN_STRETCHES} more" if len(said) > SHOWN_STRETCHES else ""
    return ", ".join(said[:SHOWN_STRETCHES]) + more


def _stretches(every: Sequence[int], wanted: Collection[int]) -> list[str]:
    said = []
    for is_wanted, run in groupby(every, key=wanted.__contains__):
        if is_wanted:
            stretch = [f"[{index}]" for index in run]
            said += [f"{stretch[0]} to {stretch[-1]}"] if len(stretch) > 2 else stretch
    return said


def unfolded(observation: Observation, index: int) -> list[str]:
    """The rows that an outline leaves out of the list that an element is in, in order, a line each."""
    folding = Folding(about=observation.about)
    for rows in _lists(observation.whole.parts):
        kept, shown = folding.kept(rows), folding.shown(rows)
        if shown < len(rows) and holds(rows, (index,)):
            left = (row for place, row in enumerate(rows) if place >= shown and place not in kept)
            return [" · ".join(map(_said, _pieces(row))) for row in left]
    return []


def _lists(parts: list[OutlinePart]) -> Iterator[list[OutlineGroup]]:
    """Yield the lists of rows, those inside of rows before the ones around them."""
    for kind, run in groupby(parts, key=_kind):
        alike = list(run)
        for part in alike:
            if isinstance(part, OutlineGroup):
                yield from _lists(part.parts)
        if (rows := _as_rows(kind, alike)) is not None:
            yield rows


def lines(observation: Observation, unfold: Collection[int] | None = (), *, marks_kept: bool = False) -> list[Line]:
    """What is near the viewport, line by line; with `None` nothing is folded.

    `marks_kept` says then too which rows an outline would show wherever they stand, which takes long for many rows.
    """
    keeps = marks_kept or unfold is not None
    folding = Folding(None if unfold is None else frozenset(unfold), observation.about, keeps)
    return list(_lines(observation.whole.parts, folding))


def _above(observation: Observation) -> Iterator[str]:
    if observation.scroll_y > 0 and (counted := _counted(observation.beyond.get("above", {}))):
        yield f"↑ above: {counted}"


def _below(observation: Observation) -> Iterator[str]:
    left = max(0, observation.scroll_height - observation.scroll_y - observation.viewport_height)  # each is rounded
    counted = _counted(observation.beyond.get("below", {}))
    screens = f"{left / max(observation.viewport_height, 1):.1f}"
    if screens != "0.0" or counted:
        ahead = f"; then {', '.join(observation.ahead[:3])}" if observation.ahead else ""
        how_far = "" if screens == "0.0" else f"{screens} screens "
        yield f"↓ {how_far}below{': ' + counted if counted else ''}{ahead}"


def _counted(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{count} {role if count == 1 else _plural(role)}" for role, count in ordered[:4])


def _plural(role: str) -> str:
    return f"{role}es" if role.endswith(("x", "s", "ch", "sh")) else f"{role}s"


def _lines(parts: list[OutlinePart], folding: Folding, depth: int = 0) -> Iterator[Line]:
    heading = ""
    for kind, run in groupby(parts, key=_kind):
        alike = list(run)
        if (rows := _as_rows(kind, alike)) is not None:
            yield from _rows(rows, folding, depth)
            continue
        for part in alike:
            if isinstance(part, Heading) and part.text is None:
                heading = "#" * part.level + " "
                continue
            for line in _line(part, folding, depth):
                yield replace(line, text=heading + line.text, structure=True, heading=True) if heading else line
                heading = ""


def _kind(part: OutlinePart) -> int | str:
    """What makes neighbours alike: rows of one list, buttons and links one after the other; nothing else."""
    match part:
        case OutlineGroup(series=series) if series:
            return series
        case Control(role=role) if role in ("button", "link", "clickable", "shape"):
            return role
    return ""


def _as_rows(kind: int | str, alike: list[OutlinePart]) -> list[OutlineGroup] | None:
    """Neighbours that are alike as the rows of a list; None where they are none."""
    if isinstance(kind, int):
        return [part for part in alike if isinstance(part, OutlineGroup)]
    return [OutlineGroup("row", "", 1, [part]) for part in alike] if kind and len(alike) > LONGEST_RUN else None


def _line(part: OutlinePart, folding: Folding, depth: int) -> Iterator[Line]:
    match part:
        case Control():
            yield Line(control_line(part), (part,), arrival=part.arrival, depth=depth)
        case Heading(level, text, arrival):
            said = f"{'#' * level} {text}"
            yield Line(said, structure=True, heading=True, words=(str(text),), arrival=arrival, depth=depth)
        case StaticText(text, arrival, is_whole):
            yield Line(text if is_whole else clipped(text, TEXT), words=(text,), arrival=arrival, depth=depth)
        case OutlineGroup(kind, name):
            yield Line(f"{kind} {clipped(name, TEXT)}:" if name else f"{kind}:", structure=True, depth=depth)
            yield from _lines(part.parts, folding, depth + 1)


def _rows(rows: list[OutlineGroup], folding: Folding, depth: int) -> Iterator[Line]:
    shown, kept, at = folding.shown(rows), folding.kept(rows), index_of(rows)
    longest = None if folding.wants(rows) else LONGEST_ROW
    folded = [row for place, row in enumerate(rows) if place >= shown and place not in kept]
    for number, row in enumerate(rows):
        if number < shown or number in kept:
            for line in _row(row, folding, depth, longest):
                yield line if line.row else replace(line, row=(row.series, number), at=at, kept=number in kept)
    if folded:
        yield Line(folded_line(len(folded), index_of(folded) or at), depth=depth)


def _row(row: OutlineGroup, folding: Folding, depth: int, longest: int | None) -> Iterator[Line]:
    """A row on one line, unless it is a world of its own: has more than the `longest` number of pieces."""
    pieces = list(_pieces(row))
    if longest is not None and not row.is_line and len(pieces) > longest:
        yield from _lines(row.parts, folding, depth)
        return
    text = " · ".join(map(_said, pieces))
    words = tuple(piece.text for piece in pieces if isinstance(piece, StaticText))
    arrival = _arrival([piece.arrival for piece in pieces])
    yield Line(text, tuple(row.controls()), words=words, arrival=arrival, depth=depth)


def _said(piece: Control | StaticText) -> str:
    if isinstance(piece, Control):
        return control_line(piece)
    return piece.text if piece.is_whole else clipped(piece.text, TEXT)


def _pieces(group: OutlineGroup) -> Iterator[Control | StaticText]:
    for part in group.parts:
        match part:
            case Control() | StaticText():
                yield part
            case Heading(_, str(text), arrival):
                yield StaticText(text, arrival)
            case OutlineGroup():
                yield from _pieces(part)


def _arrival(arrivals: Sequence[Arrival]) -> Arrival:
    """That of a row: what is new in one that was there before makes it worth telling."""
    if "view" in arrivals:
        return "view"
    return "range" if arrivals and "" not in arrivals else ""


def control_line(control: Control) -> str:
    """`[12] textbox Email = ada@example.org (required)`; `[7] button ‹trash›` where the name is only inferred."""
    parts = [f"[{control.index}] {control.role}"]
    if control.name or control.looks:
        parts.append(clipped(control.name, TEXT) or f"‹{clipped(control.looks, TEXT)}›")
    if control.value:
        parts.append(f"= {_value(control.value)}")
    if choices := _choices(control):
        parts.append(choices)
    if said := (*control.states, *control.hints):
        parts.append(f"({', '.join(said)})")
    return " ".join(parts)


def _value(value: str) -> str:
    """A value; at length where the page's scripts sent more of it than of others, or its lines."""
    return value if len(value) > LONGEST_VALUE or "\\n" in value else clipped(value, VALUE)


def _choices(control: Control) -> str:
    if not control.choices:
        return ""
    if isinstance(control.choices, str):
        return f"{{{control.choices}}}"
    shown = "|".join(clipped(choice, 30) for choice in control.choices[:SHOWN_CHOICES])
    more = len(control.choices) - SHOWN_CHOICES
    return f"{{{shown}{f'|…{more} more' if more > 0 else ''}}}"
