"""How one gets from node to node: the order of a run as links between the boxes of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .plan import PlanStep


@dataclass(slots=True)
class BoxLinks:
    """A box of a drawing: its id, the box that runs it, and the boxes that come next."""

    id: str
    owner: str | None
    next: list[str] = field(default_factory=list)


def box_links(steps: Sequence[PlanStep]) -> list[BoxLinks]:
    """Return the boxes in the order in which they are drawn. A node on two ways of one route has two boxes."""
    made: list[BoxLinks] = []
    _sequence(steps, None, [], made, {})
    return made


def _sequence(
    steps: Sequence[PlanStep], owner: str | None, exits: list[BoxLinks], made: list[BoxLinks], seen: dict[int, int]
) -> list[BoxLinks]:
    """Add steps one after the other, and return the boxes from which it goes on."""
    for step in steps:
        seen[step.position] = count = seen.get(step.position, 0) + 1
        box = BoxLinks(f"n{step.position}" if count == 1 else f"n{step.position}x{count}", owner)
        made.append(box)
        for each in exits:
            each.next.append(box.id)
        exits = [box]
        if step.ways:
            ends = [_sequence(way.steps, box.id, [box], made, seen) for way in step.ways]
            exits = list({each.id: each for found in ends for each in found}.values())
    return exits
