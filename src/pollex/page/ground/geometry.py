"""Where boxes stand: above, below, left, right, beside, between; which are outermost; the one in a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from .grammar import Side, Way
from .scene import Box, Thing

T = TypeVar("T")
NOWHERE: Final = 1e6
"""How far something is that is not in a direction at all."""
FAR: Final = 4_000


def far(way: Way, anchor: Thing, thing: Thing) -> float:
    """How far a thing is in a direction."""
    a, b = anchor.box, thing.box
    across = max(a.x - b.right, b.x - a.right, 0)
    down = max(a.y - b.bottom, b.y - a.bottom, 0)
    level = down == 0 or abs(a.middle[1] - b.middle[1]) < max(a.height, b.height) / 2
    match way:
        case "below":
            return (b.y - a.bottom if b.y > a.bottom - 6 else NOWHERE) + 2 * across
        case "above":
            return (a.y - b.bottom if b.bottom < a.y + 6 else NOWHERE) + 2 * across
        case "left":
            return (a.x - b.right if b.right < a.x + 6 and level else NOWHERE) + 3 * down
        case "right":
            return (b.x - a.right if b.x > a.right - 6 and level else NOWHERE) + 3 * down
        case "before":
            return float(anchor.place - thing.place) if thing.place < anchor.place else NOWHERE
        case "after":
            return float(thing.place - anchor.place) if thing.place > anchor.place else NOWHERE
        case _:
            return across + 2.5 * down + (0 if level else 30)


def faces(way: Way, anchor: Box, box: Box) -> bool:
    """Whether two boxes lie right across from each other."""
    if way in ("below", "above"):
        return anchor.x < box.right and box.x < anchor.right
    return anchor.y < box.bottom and box.y < anchor.bottom


def lies_between(box: Box, one: Box, other: Box) -> bool:
    x, y = box.middle
    low, high = sorted((one.middle, other.middle))
    across = low[0] < x < high[0] and abs(y - low[1]) < 40
    top, bottom = sorted((one.middle[1], other.middle[1]))
    return across or (top + 5 < y < bottom - 5 and abs(x - low[0]) < max(one.width, other.width, 200))


def outermost(things: Sequence[Thing], sides: frozenset[Side]) -> list[Thing]:
    """Those that are furthest to a side; for a corner, to both."""
    kept = list(things)
    for side in sorted(sides, key=("top", "bottom", "left", "right").index):
        reach = [_reach(thing.box, side) for thing in kept]
        best = max(reach, default=0.0)
        kept = [thing for thing, out in zip(kept, reach, strict=True) if out >= best - 8]
    return kept


def _reach(box: Box, side: Side) -> float:
    x, y = box.middle
    return {"left": -x, "right": x, "top": -y, "bottom": y}[side]


def nth(ordered: Sequence[T], order: int) -> T | None:
    """The one in a place from 1, or from -1 backwards."""
    place = order - 1 if order > 0 else len(ordered) + order
    return ordered[place] if 0 <= place < len(ordered) else None
