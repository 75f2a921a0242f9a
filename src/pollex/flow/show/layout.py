"""From steps to the parts of a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from .card import CardBlock
from .column import Block, Column
from .frame import FrameBlock
from .plan import PlanStep
from .route import RouteBlock


def layout(steps: Sequence[PlanStep]) -> Column:
    return Column([_block(step) for step in steps])


def _block(step: PlanStep) -> Block:
    inside = [layout(way.steps) for way in step.ways]
    if step.kind == "route":
        return RouteBlock(step, inside)
    return FrameBlock(step, inside[0]) if inside else CardBlock(step)
