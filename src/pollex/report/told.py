"""The parts of events that several kinds have: an action, a cost, a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.json import Object
from ..core.result import NO_COST, Cost
from .story import Action


def action_of(told: Object) -> Action:
    box = told.get("box")
    args = told.get("args") or {}
    return Action(
        str(told.get("tool")),
        args if isinstance(args, dict) else {"as written": args},
        told.get("result"),
        float(told.get("ms") or 0),
        (box[0], box[1], box[2], box[3]) if isinstance(box, list) and len(box) == 4 else None,
        str(told.get("path") or ""),
    )


def plan_of(told: Any) -> list[str]:
    if isinstance(told, str):
        return told.splitlines()
    return [each if isinstance(each, str) else str(each.get("text", each)) for each in told or []]


def cost_of(told: Any) -> Cost:
    if not isinstance(told, dict):
        return NO_COST
    return Cost(*(told.get(name) or 0 for name in ("ms", "tokensIn", "tokensOut", "usd")))


def sum_of(costs: Sequence[Cost]) -> Cost:
    return Cost(*map(sum, zip(*costs, strict=True))) if costs else NO_COST
