"""What the events `workspace.gate` add up to: the flags of Full Control, and the plans that wait for a person."""

from __future__ import annotations

from typing import Final

from ..core.json import Object

DECIDED: Final = frozenset({"done", "refused"})
"""The states of a step that nobody has to decide any more."""


def with_gate_event(gate: Object, data: Object) -> Object:
    """Return the gate after an event: other flags, another plan, or a decision about steps of one."""
    gate = {**gate, **data.get("flags", {})}
    plans = dict(gate.get("plans", {}))
    if "plan" in data:
        plans[data["plan"]["id"]] = data["plan"]
    if "decision" in data and (plan := plans.get(data["decision"]["plan"])) is not None:
        plans[plan["id"]] = with_decision(plan, data["decision"])
    waiting = {id_: plan for id_, plan in plans.items() if not is_decided(plan)}
    return {**gate, "plans": waiting} if waiting or "plans" in gate else gate


def is_decided(plan: Object) -> bool:
    """Return whether every step of a plan was accepted or refused."""
    return all(step["state"] in DECIDED for step in plan["steps"])


def with_decision(plan: Object, decision: Object) -> Object:
    """Return a plan after a decision, which names some of its steps: another state, another command."""
    changed = {name: value for name, value in decision.items() if name in ("state", "command")}
    steps = [{**step, **changed} if index in decision["steps"] else step for index, step in enumerate(plan["steps"])]
    return {**plan, "steps": steps}
