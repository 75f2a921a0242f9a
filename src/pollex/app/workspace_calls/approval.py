"""Approval of what a call is about to do, where its arguments make it more than its tool's effect says."""

from __future__ import annotations

from ...core.context import Context, EffectPolicy
from ...core.json import Object
from ...core.pipeline.guard import consent


async def ask_person(args: Object, context: Context, why: str, policy: EffectPolicy = "ask") -> None:
    """Raise a Fault unless the policy, or a person, lets a call through. Nobody is asked a second time."""
    assert context.current is not None, "a tool runs within a call"
    tool = context.tools.get(context.current.tool)
    asked = tool.approval or context.policy.get(tool.effect, "ask") == "ask"
    if asked and policy == "ask":
        return
    shown = context.redactor.value(args)
    fault = await consent(tool, context.current, shown, context, policy, why)
    if fault is not None:
        raise fault
