"""A sighting as a compact text for prompts: one line for a control, one line for a row, likes folded with a count.

navigation Categories:
[8] link Kitchen
## What others like
Oak Bedside Lamp · €24.90 · [38] button Add to basket
… 19 more like these (unfold 52)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from .sighting import Control, Group, Heading, Part, Sighting, Words

SHOWN_ROWS: Final = 5
SHOWN_SINGLES: Final = 12
"""Rows with one control and no other words: the entries of a menu."""
SHOWN_CHOICES: Final = 6
LONGEST_ROW: Final = 12
"""Pieces that a row may have on one line."""
LONGEST_RUN: Final = 24
"""Buttons or links one after the other that are still shown in full."""
TEXT: Final = 90


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an outline, and the controls it shows."""

    text: str
    controls: tuple[Control, ...] = ()
    structure: bool = False
    """Whether it says where the following lines are: a heading, a landmark."""


def outline(sighting: Sighting, unfold: Collection[int] = ()) -> str:
    """The whole sighting; lists that hold an index of `unfold` are shown in full."""
    parts = [*_above(sighting), *(line.text for line in lines(sighting, unfold)), *_below(sighting)]
    return "\n".join(parts)


def lines(sighting: Sighting, unfold: Collection[int] = ()) -> list[Line]:
    """What is near the viewport, line by line."""
    return list(_lines(sighting.whole.parts, frozenset(unfold)))


def _above(sighting: Sighting) -> Iterator[str]:
    if sighting.scroll_y > 0 and (counted := _counted(sighting.beyond.get("above", {}))):
        yield f"↑ above: {counted}"


def _below(sighting: Sighting) -> Iterator[str]:
    left = sighting.scroll_height - sighting.scroll_y - sighting.viewport_height
    counted = _counted(sighting.beyond.get("below", {}))
    if left > 1 or counted:
        screens = left / max(sighting.viewport_height, 1)
        ahead = f"; then {', '.join(sighting.ahead[:3])}" if sighting.ahead else ""
        yield f"↓ {screens:.1f} screens below{': ' + counted if counted else ''}{ahead}"


def _counted(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{count} {role}{'s' if count > 1 else ''}" for role, count in ordered[:4])


def _lines(parts: list[Part], unfold: frozenset[int]) -> Iterator[Line]:
    heading = ""
    for kind, run in groupby(parts, key=_kind):
        alike = list(run)
        if isinstance(kind, int):
            yield from _rows([part for part in alike if isinstance(part, Group)], unfold)
            continue
        if kind and len(alike) > LONGEST_RUN:
            yield from _rows([Group("row", "", 1, [part]) for part in alike], unfold)
            continue
        for part in alike:
            if isinstance(part, Heading) and part.text is None:
                heading = "#" * part.level + " "
                continue
            for line in _line(part, unfold):
                yield replace(line, text=heading + line.text, structure=True) if heading else line
                heading = ""


def _kind(part: Part) -> int | str:
    """What makes neighbours alike: rows of one list, buttons and links one after the other; nothing else."""
    match part:
        case Group(series=series) if series:
            return series
        case Control(role=role) if role in ("button", "link", "clickable"):
            return role
    return ""


def _line(part: Part, unfold: frozenset[int]) -> Iterator[Line]:
    match part:
        case Control():
            yield Line(control_line(part), (part,))
        case Heading(level, text):
            yield Line(f"{'#' * level} {text}", structure=True)
        case Words(text):
            yield Line(clipped(text))
        case Group(kind, name):
            yield Line(f"{kind} {clipped(name)}:" if name else f"{kind}:", structure=True)
            yield from _lines(part.parts, unfold)


def _rows(rows: list[Group], unfold: frozenset[int]) -> Iterator[Line]:
    single = all(_is_single(row) for row in rows)
    shown = SHOWN_SINGLES if single else SHOWN_ROWS
    if len(rows) <= shown + 2 or any(control.index in unfold for row in rows for control in row.controls()):
        shown = len(rows)
    for row in rows[:shown]:
        yield from _row(row, unfold)
    if folded := rows[shown:]:
        first = next((control.index for row in folded for control in row.controls()), None)
        yield Line(f"… {len(folded)} more like these" + (f" (unfold {first})" if first else ""))


def _is_single(row: Group) -> bool:
    return len(row.parts) == 1 and isinstance(row.parts[0], Control)


def _row(row: Group, unfold: frozenset[int]) -> Iterator[Line]:
    """A row on one line, unless it is a world of its own."""
    pieces = list(_pieces(row))
    if len(pieces) <= LONGEST_ROW:
        yield Line(" · ".join(pieces), tuple(row.controls()))
    else:
        yield from _lines(row.parts, unfold)


def _pieces(group: Group) -> Iterator[str]:
    for part in group.parts:
        match part:
            case Control():
                yield control_line(part)
            case Heading(_, str(text)):
                yield clipped(text)
            case Words(text):
                yield clipped(text)
            case Group():
                yield from _pieces(part)


def control_line(control: Control) -> str:
    """`[12] textbox Email = ada@example.org (required)`."""
    parts = [f"[{control.index}] {control.role}"]
    if control.name:
        parts.append(clipped(control.name))
    if control.value:
        parts.append(f"= {clipped(control.value, 60)}")
    if choices := _choices(control):
        parts.append(choices)
    states = [*control.states, *(["scroll to see"] if control.scrolled else [])]
    if control.cover:
        states.append(f"covered by {control.cover}")
    if states:
        parts.append(f"({', '.join(states)})")
    return " ".join(parts)


def _choices(control: Control) -> str:
    if not control.choices:
        return ""
    if isinstance(control.choices, str):
        return f"{{{control.choices}}}"
    shown = "|".join(clipped(choice, 30) for choice in control.choices[:SHOWN_CHOICES])
    more = len(control.choices) - SHOWN_CHOICES
    return f"{{{shown}{f'|…{more} more' if more > 0 else ''}}}"


def clipped(text: str, most: int = TEXT) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
