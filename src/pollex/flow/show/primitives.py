"""The shapes of a drawing, as SVG. Every text is escaped, and nothing refers to anything outside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from .measure import is_right_to_left, pixels, truncated, wrapped
from .palette import EDGE, INK, LINE, PAPER

NAME, BODY, SMALL = 13.5, 12.5, 11.0
"""Sizes of text."""
BOLD: Final = 1.1
"""How much wider bold text may be."""
HEAD: Final = 5
"""The length of an arrow's head."""


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def mark(name: str, inside: str | None = None, /, **attributes: float | str) -> str:
    """Return an element; an underscore in an attribute's name stands for a hyphen."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if inside is None else f"<{name}{written}>{inside}</{name}>"


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    stroke: str = "none",
    corner: float = 10,
    dashes: str = "",
) -> str:
    more: dict[str, float | str] = {"stroke_dasharray": dashes} if dashes else {}
    return mark("rect", x=x, y=y, width=width, height=height, rx=corner, fill=fill, stroke=stroke, **more)


def text_line(
    text: str,
    x: float,
    y: float,
    *,
    size: float = BODY,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """Return a line of text with its baseline at y; x is its left edge, its middle or its right edge."""
    more: dict[str, float | str] = {"font_weight": "600"} if bold else {}
    if is_right_to_left(text):
        more["direction"] = "rtl"
        anchor = {"start": "end", "middle": "middle", "end": "start"}[anchor]
    if anchor != "start":
        more["text_anchor"] = anchor
    return mark("text", escape(text), x=x, y=y, font_size=size, fill=fill, **more)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    return pixels(text, size) * (BOLD if bold else 1)


def fit(text: str, room: float, size: float, *, bold: bool = False) -> str:
    return truncated(text, room, partial(text_width, size=size, bold=bold))


def fold(text: str, room: float, size: float, lines: int) -> list[str]:
    return wrapped(text, room, lines, partial(text_width, size=size))


def path(points: Sequence[tuple[float, float]], *, colour: str = LINE, head: bool = False, dashed: bool = False) -> str:
    """Return a line through points with round corners; with `head`, an arrow."""
    more: dict[str, float | str] = {"stroke_dasharray": "4 3"} if dashed else {}
    drawn = mark("path", d=soft_path(points), fill="none", stroke=colour, stroke_width=1.5, **more)
    if not head:
        return drawn
    return drawn + mark("path", d=arrow_head(points), fill=colour, stroke=colour, stroke_linejoin="round")


def soft_path(points: Sequence[tuple[float, float]], radius: float = 8) -> str:
    """Return the path, its corners rounded as far as the segments allow."""
    made = [f"M{_at(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near = min(radius, _length(before, corner) / 2, _length(corner, after) / 2)
        made.append(f"L{_at(_towards(corner, before, near))}Q{_at(corner)} {_at(_towards(corner, after, near))}")
    return "".join([*made, f"L{_at(points[-1])}"])


def arrow_head(points: Sequence[tuple[float, float]]) -> str:
    """Return the path of the head at the end of a line."""
    before, tip = points[-2], points[-1]
    back = _towards(tip, before, HEAD)
    across = (back[1] - tip[1]) * 0.7, (tip[0] - back[0]) * 0.7
    corners = [tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])]
    return "M" + "L".join(map(_at, corners)) + "Z"


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _length(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _towards(start: tuple[float, float], goal: tuple[float, float], far: float) -> tuple[float, float]:
    length = _length(start, goal) or 1
    return start[0] + (goal[0] - start[0]) * far / length, start[1] + (goal[1] - start[1]) * far / length


def chip(position: int, x: float, middle: float, colour: str) -> str:
    """Return a node's position, white on its colour; x is its left edge."""
    width = chip_width(position)
    back = box(x, middle - 11, width, 22, corner=11, fill=colour)
    return back + text_line(
        str(position), x + width / 2, middle + 4, size=SMALL, fill="#ffffff", bold=True, anchor="middle"
    )


def chip_width(position: int) -> float:
    return max(22, text_width(str(position), SMALL, bold=True) + 12)


def pill(text: str, x: float, middle: float, colour: str) -> str:
    """Return the label of a way, in the middle of its line."""
    width = pill_width(text)
    back = box(x - width / 2, middle - 10, width, 20, corner=10, fill=PAPER, stroke=EDGE)
    return back + text_line(text, x, middle + 4, size=SMALL, fill=colour, anchor="middle")


def pill_width(text: str) -> float:
    return text_width(text, SMALL) + 18
