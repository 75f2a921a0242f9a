"""Things that lead to the same: a link twice, a control inside another, the parts of one row."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.words import tokens
from .choice import Choice
from .parts import Parts
from .scene import Scene, Thing


def distinct(scene: Scene, parts: Parts, found: Sequence[Choice], *, counting: bool = False) -> list[Choice]:
    """Without those that lead to the same as one before."""
    kept: list[Choice] = []
    for choice in found:
        if not any(_twins(scene, parts, choice.thing, other.thing, counting) for other in kept):
            kept.append(choice)
    return kept


def _twins(scene: Scene, parts: Parts, one: Thing, other: Thing, counting: bool) -> bool:
    leads = bool(one.href) and one.href != "#" and not one.href.startswith("javascript:")
    if leads and one.frame == other.frame and one.href == other.href:
        if not counting:
            return True
        item = parts.item_of(one.place)
        return item is not None and item == parts.item_of(other.place)
    if not counting and _same_row(scene, one, other):
        return True
    inner, outer = (one, other) if one.place > other.place else (other, one)
    return outer.sort == "control" and scene.holds(outer.place, inner.place)


def _same_row(scene: Scene, one: Thing, other: Thing) -> bool:
    """Two parts of one control that are called the same, the one with more words."""
    around = (outer for outer in scene.above(one.place) if scene.things[outer].sort == "control")
    if not any(scene.holds(outer, other.place) for outer in around):
        return False
    few, many = sorted((set(tokens(one.said)), set(tokens(other.said))), key=len)
    return len(few) > 1 and few <= many
